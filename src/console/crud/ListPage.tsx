/** A list of rows in a table: search above, acts at the end of each row, one row open beside it. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Plus } from 'lucide-react'
import type { Lens, Noun } from '#model/noun.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { columnsOf } from '#console/crud/columnsOf.tsx'
import { CrudDialogs } from '#console/crud/CrudDialogs.tsx'
import { ExportButton } from '#console/crud/ExportButton.tsx'
import { filterNames, isSpan } from '#console/crud/filterQuery.ts'
import { FilterForm } from '#console/crud/FilterForm.tsx'
import { ImportButton } from '#console/crud/ImportButton.tsx'
import type { LensPieces } from '#console/crud/LensPage.tsx'
import type { Row } from '#console/crud/Row.ts'
import { shows } from '#console/crud/listButtons.ts'
import { ListTools } from '#console/crud/ListTools.tsx'
import { OpenRow } from '#console/crud/OpenRow.tsx'
import { SpanSwitch } from '#console/crud/SpanSwitch.tsx'
import { useActs } from '#console/crud/useActs.ts'
import { allows, permissionsOf } from '#console/crud/rowPermissions.ts'
import { useInline } from '#console/crud/useInline.tsx'
import { useListAddress } from '#console/crud/useListAddress.ts'
import { useListLive } from '#console/crud/useListLive.ts'
import { useEditing } from '#console/crud/useEditing.ts'
import { useRowActs } from '#console/crud/useRowActs.ts'
import { fixedQuery, useRows } from '#console/crud/useRows.ts'
import { can } from '#console/data/me.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/Card.tsx'
import { useSay } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'
import { PageHead } from '#console/kit/PageHead.tsx'
import { Pager } from '#console/kit/Pager.tsx'
import { SelectionBar } from '#console/kit/SelectionBar.tsx'
import { Table } from '#console/kit/Table.tsx'
import './crud.css'

const LensCarousel = lazy(async () => ({ default: (await import('#console/crud/LensCarousel.tsx')).LensCarousel }))

export type ListPageProps = PageProps & { lens: Lens; noun: Noun; pieces: LensPieces }

const nobody: ReadonlySet<string> = new Set()
const rowKey = (row: Row): string => row.id
const revOf = (row: Row): unknown => row.rev

export const ListPage = ({ lens, noun, appId, deviceClass, pieces }: ListPageProps) => {
  const say = useSay()
  const names = useMemo(() => filterNames(noun, lens), [noun, lens])
  const address = useListAddress(names)
  const scope = { noun, lens, appId, deviceClass, where: pieces.where }
  const { data, query, loading, waiting, error, refetch } = useRows(scope, address)
  const rows = useMemo(() => data?.records ?? [], [data])
  const [chosen, setChosen] = useState(nobody)
  /** The row in the form; null is a new one. */
  const [editing, setEditing] = useEditing(noun)
  /** The row whose disabled form is open. */
  const [viewing, setViewing] = useState<Row>()
  const live = useListLive(lens, noun, { appId, ...fixedQuery(scope) }, refetch)

  const { setRow, row: openId, setPage, setSort, page, pageSize, sort } = address
  const latestOpen = useRef(openId)
  latestOpen.current = openId
  const onRemoved = useCallback(
    (ids: readonly string[]): void => {
      setChosen(before => new Set([...before].filter(id => !ids.includes(id))))
      if (latestOpen.current && ids.includes(latestOpen.current)) setRow(undefined)
    },
    [setRow],
  )
  const acts = useActs(noun, lens, can, onRemoved)
  const { may } = acts
  const shown = useMemo(() => shows(lens, may), [lens, may])
  const inline = useInline(noun, lens, shown('cellEdit'))
  const [searching, setSearching] = useState(true)

  // The last page may have lost its last row.
  useEffect(() => {
    if (data && data.records.length === 0 && page > 1 && data.total > 0) setPage(Math.max(1, data.pages), pageSize)
  }, [data])
  useEffect(() => setChosen(nobody), [JSON.stringify(query)])

  const columns = useMemo(() => columnsOf(noun, lens, say, pieces.columns), [noun, lens, say, pieces.columns])
  const onOpen = useCallback(
    (row: Row): void => (pieces.onOpen ? pieces.onOpen(row) : setRow(row.id)),
    [pieces, setRow],
  )
  const onView = lens.viewIn === 'dialog' ? setViewing : onOpen
  const operations = useRowActs({
    noun,
    acts,
    pieces,
    shows: shown,
    inline: inline !== undefined,
    onView,
    onEdit: setEditing,
  })
  const selectable = shown('delete') || acts.bulkActs([]).length > 0
  const chosenRows = rows.filter(row => chosen.has(row.id))
  const total = data?.total ?? 0
  const title = pieces.title ?? lens.label

  return (
    <div className="crud-page">
      <PageHead
        title={title}
        {...(data
          ? {
              count: [
                `${total.toLocaleString('en-US')}${data.more ? '+' : ''} 条`,
                `${total.toLocaleString('en-US')}${data.more ? '+' : ''}`,
              ] as const,
            }
          : {})}
        aside={lens.live && <LiveDot state={live} />}
        actions={
          <>
            {shown('date') && names.some(name => isSpan(noun, name)) && (
              <SpanSwitch noun={noun} lens={lens} address={address} />
            )}
            {shown('import') && <ImportButton noun={noun} />}
            {shown('export') && (
              <ExportButton noun={noun} lens={lens} columns={columns} query={query} total={total} more={data?.more} />
            )}
            {acts.nounActs().map(act => (
              <Button key={act.name} onPress={() => void acts.begin(act)}>
                {say(act.label)}
              </Button>
            ))}
            {pieces.actions}
            {shown('add') && (
              <Button variant="primary" icon={Plus} onPress={() => setEditing(null)}>
                {say([`新增${noun.label[0]}`, `Add ${noun.label[1].toLowerCase()}`])}
              </Button>
            )}
          </>
        }
      />
      {pieces.above}
      {lens.carousel && (
        <Suspense>
          <LensCarousel noun={noun} lens={lens} rows={rows} onOpen={onOpen} />
        </Suspense>
      )}
      <Card flush grow>
        <div className="crud-split">
          {pieces.side && <aside className="crud-side">{pieces.side}</aside>}
          <div className="crud-main">
            <FilterForm
              noun={noun}
              lens={lens}
              address={address}
              shown={searching}
              tools={
                <ListTools
                  lens={lens}
                  columns={columns}
                  shows={shown}
                  address={address}
                  searching={names.some(name => !isSpan(noun, name)) ? searching : undefined}
                  onSearching={setSearching}
                  onRefresh={refetch}
                />
              }
            />
            <SelectionBar
              count={chosenRows.length}
              {...(shown('selectClear') ? { onClear: () => setChosen(nobody) } : {})}
            >
              {acts.bulkActs(chosenRows).map(act => (
                <Button key={act.name} size="small" onPress={() => void acts.begin(act)}>
                  {say(act.label)}
                </Button>
              ))}
              {shown('delete') && chosenRows.some(row => allows(noun, row, 'remove')) && (
                <Button size="small" tone="bad" onPress={() => void acts.remove(chosenRows)}>
                  {say(['删除', 'Delete'])}
                </Button>
              )}
            </SelectionBar>
            <Table
              name={lens.key}
              label={title}
              columns={columns}
              rows={rows}
              rowKey={rowKey}
              loading={loading}
              error={error?.message || (error ? ['请检查网络后重试', 'Check the network and try again'] : undefined)}
              onRefresh={refetch}
              sort={sort}
              onSort={setSort}
              active={openId}
              onOpen={onOpen}
              {...(shown('edit') ? { onEdit: (row: Row) => allows(noun, row, 'edit') && setEditing(row) } : {})}
              {...(inline ? { inline } : {})}
              permit={permissionsOf}
              index={(page - 1) * pageSize}
              {...(operations.any ? { operations: operations.of, operationsWidth: operations.width } : {})}
              {...(selectable ? { selected: chosen, onSelect: setChosen } : {})}
              glow={revOf}
              rowHeight={pieces.rowHeight ?? 44}
              skeletonRows={pageSize > 10 ? 14 : 10}
            />
            {!waiting && (
              <Pager total={data?.total} page={page} pageSize={pageSize} onChange={setPage} legend={pieces.legend} />
            )}
          </div>
        </div>
      </Card>
      <OpenRow noun={noun} id={openId} rows={rows} pieces={pieces} acts={acts} onRow={setRow} onEdit={setEditing} />
      <CrudDialogs
        noun={noun}
        lens={lens}
        acts={acts}
        pieces={pieces}
        editing={editing}
        viewing={viewing}
        start={fixedQuery(scope)}
        onEdited={() => {
          setEditing(undefined)
          setViewing(undefined)
        }}
      />
    </div>
  )
}
