/** The frame of every list, for any kind of rows: title, figures, filters, tools, selection and dialogs. */
import { lowered } from '#base/text.ts'
import { useState, type ReactNode } from 'react'
import { Plus } from 'lucide-react'
import type { Input } from '#model/row.ts'
import { ExportButton } from '#console/crud/list/ExportButton.tsx'
import { spanField } from '#console/crud/list/filterQuery.ts'
import { FilterForm } from '#console/crud/list/FilterForm.tsx'
import { isUnread } from '#console/crud/list/listState.ts'
import { followReference, OpenRow } from '#console/crud/row/OpenRow.tsx'
import type { List } from '#console/crud/list/useList.ts'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/layout/Card.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { PageHead } from '#console/kit/layout/PageHead.tsx'
import '../crud.css'

const ListTools = lazy(async () => (await import('#console/crud/list/ListTools.tsx')).ListTools)
// Many lists need none of these, so the code of each is loaded when it is first rendered.
const ImportButton = lazy(async () => (await import('#console/crud/job/ImportButton.tsx')).ImportButton)
const CrudDialogs = lazy(async () => (await import('#console/crud/act/CrudDialogs.tsx')).CrudDialogs)
const SpanSwitch = lazy(async () => (await import('#console/crud/list/SpanSwitch.tsx')).SpanSwitch)
const MissingCodes = lazy(async () => (await import('#console/crud/list/MissingCodes.tsx')).default)
const PauseButton = lazy(async () => (await import('#console/crud/list/PauseButton.tsx')).PauseButton)
const BulkBar = lazy(async () => (await import('#console/crud/list/BulkBar.tsx')).BulkBar)

export type ListFrameProps = {
  list: List
  /** What the number beside the title counts: 条, 个, 项. */
  counter?: string
  /** More tools, before those of every list. */
  tools?: ReactNode
  /** The initial values of a new row. */
  start?: Readonly<Input>
  /** Called before an empty form opens. */
  onAdd?: () => void
  /** The rows are not a table: they are below the card of filters, and have neither columns nor views. */
  open?: boolean
  /** The rows are no table: there are no columns to choose. */
  tableless?: boolean
  children: ReactNode
}

const countWords = (total: number, more: boolean, counter: string): Words => {
  const shown = `${total.toLocaleString('en-US')}${more ? '+' : ''}`
  return [`${shown} ${counter}`, shown]
}

/** The state of the connection, and the new rows that wait while somebody reads. */
const LiveNow = ({ state, behind, showNew, paused, pause }: List['live']) => {
  const translate = useTranslate()
  return (
    <>
      <LiveDot state={paused ? 'paused' : state} />
      {paused !== undefined && <PauseButton paused={paused} pause={pause} />}
      {behind && (
        <Button variant="quiet" size="small" onPress={showNew}>
          {translate(['有新记录，点击显示', 'Show new records'])}
        </Button>
      )}
    </>
  )
}

/** What somebody should know before they read the rows. */
const ListNotices = ({ list: { failure, found } }: { list: List }) => {
  const translate = useTranslate()
  return (
    <>
      {/* After a failed request the previous rows remain, so a notice says that they are outdated. */}
      {failure !== undefined && found.rows.length > 0 && (
        <Notice tone="warn">
          {translate(failure)} · {translate(['显示的是之前的内容', 'Showing earlier data'])}
        </Notice>
      )}
      {found.missing && <MissingCodes codes={found.missing} />}
    </>
  )
}

export const ListFrame = ({
  list,
  counter = list.pieces.counter ?? '条',
  tools,
  start,
  onAdd,
  open,
  tableless,
  children,
}: ListFrameProps) => {
  const translate = useTranslate()
  const { noun, lens, pieces, address, columns, acts, offers, found, setEditing } = list
  const [searching, setSearching] = useState(true)
  const { rows, total, more } = found
  const filtered = (lens.filters ?? []).some(name => name !== spanField(noun, lens))
  const filters = (
    <FilterForm
      noun={noun}
      lens={lens}
      deviceClass={list.deviceClass}
      address={address}
      shown={searching}
      counts={isUnread(list.state) ? undefined : found.counts}
      tools={
        <>
          {tools}
          <WhileLoading show={<span className="crud-tools-coming" />}>
            <ListTools
              lens={lens}
              columns={open || tableless ? undefined : columns}
              shows={offers}
              address={address}
              density={list.density}
              searching={filtered ? searching : undefined}
              onSearching={setSearching}
              onRefresh={found.refetch}
            />
          </WhileLoading>
        </>
      }
    />
  )
  return (
    <div className="crud-page" onClick={event => followReference(event, address)}>
      <PageHead
        title={list.title}
        {...(total === undefined || isUnread(list.state) ? {} : { count: countWords(total, more, counter) })}
        aside={lens.live && <LiveNow {...list.live} />}
        actions={
          <>
            {offers('date') && spanField(noun, lens) !== undefined && (
              <SpanSwitch noun={noun} lens={lens} address={address} />
            )}
            {offers('import') && <ImportButton noun={noun} />}
            {offers('export') && (
              <ExportButton
                noun={noun}
                lens={lens}
                columns={columns}
                query={found.query}
                total={found.exported ?? total ?? 0}
                more={more}
              />
            )}
            {acts.nounActs().map(act => (
              <Button key={act.name} onPress={() => void acts.begin(act)}>
                {translate(act.label)}
              </Button>
            ))}
            {pieces.actions}
            {offers('add') && !open && (
              <Button
                variant="primary"
                icon={Plus}
                data-shortcut="n"
                onPress={() => {
                  onAdd?.()
                  setEditing(null)
                }}
              >
                {translate([`新增${noun.label[0]}`, `Add ${lowered(noun.label[1])}`])}
              </Button>
            )}
          </>
        }
      />
      {pieces.above}
      <ListNotices list={list} />
      {open ? (
        <>
          <Card flush>{filters}</Card>
          {children}
        </>
      ) : (
        <Card flush grow>
          <div className="crud-split">
            {pieces.side && <aside className="crud-side">{pieces.side}</aside>}
            <div className="crud-main">
              {filters}
              {list.selected.ids.size > 0 && <BulkBar list={list} />}
              {children}
            </div>
          </div>
        </Card>
      )}
      <OpenRow
        noun={noun}
        id={address.row}
        rows={rows}
        pieces={pieces}
        acts={acts}
        live={list.live.state}
        address={address}
        onRow={address.setRow}
        onEdit={setEditing}
      />
      {(list.editing !== undefined || list.viewing || acts.asking) && (
        <CrudDialogs
          noun={noun}
          lens={lens}
          acts={acts}
          pieces={pieces}
          editing={list.editing}
          viewing={list.viewing}
          start={start ?? list.start}
          onEdited={() => {
            setEditing(undefined)
            list.setViewing(undefined)
          }}
        />
      )}
    </div>
  )
}
