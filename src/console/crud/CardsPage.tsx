/** Rows as cards: a tile that adds, tiles that open, each with what can be done behind its menu. */
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { Ellipsis, RefreshCw } from 'lucide-react'
import { CrudDialogs } from '#console/crud/CrudDialogs.tsx'
import { ExportButton } from '#console/crud/ExportButton.tsx'
import { filterNames } from '#console/crud/filterQuery.ts'
import { FilterForm } from '#console/crud/FilterForm.tsx'
import { fieldOf, isState } from '#console/crud/lensFields.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import type { ListPageProps } from '#console/crud/ListPage.tsx'
import type { Row } from '#console/crud/Row.ts'
import { OpenRow } from '#console/crud/OpenRow.tsx'
import { shownValue } from '#console/crud/shownValue.tsx'
import { useActs, type Acts } from '#console/crud/useActs.ts'
import { useListAddress } from '#console/crud/useListAddress.ts'
import { useEditing } from '#console/crud/useEditing.ts'
import { useRowActs } from '#console/crud/useRowActs.ts'
import { useRows } from '#console/crud/useRows.ts'
import { can } from '#console/data/me.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { Card } from '#console/kit/Card.tsx'
import { CardGrid, Tile } from '#console/kit/CardGrid.tsx'
import { Empty } from '#console/kit/Empty.tsx'
import { ErrorState } from '#console/kit/ErrorState.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay } from '#console/kit/language.tsx'
import { MenuButton } from '#console/kit/MenuButton.tsx'
import { PageHead } from '#console/kit/PageHead.tsx'
import { Pager } from '#console/kit/Pager.tsx'
import { Skeleton } from '#console/kit/Skeleton.tsx'
import './crud.css'

export const CardsPage = ({ lens, noun, appId, deviceClass, pieces }: ListPageProps) => {
  const say = useSay()
  const names = useMemo(() => filterNames(noun, lens), [noun, lens])
  const address = useListAddress(names)
  const { setRow, row: openId, page, pageSize, setPage } = address
  const { data, query, waiting, error, refetch } = useRows(
    { noun, lens, appId, deviceClass, where: pieces.where },
    address,
  )
  const rows = useMemo(() => data?.records ?? [], [data])
  const [editing, setEditing] = useEditing(noun)
  const onRemoved = useCallback((): void => setRow(undefined), [setRow])
  const acts: Acts = useActs(noun, lens, can, onRemoved)
  const view = useCallback((row: Row): void => setRow(row.id), [setRow])
  const { of } = useRowActs({ noun, acts, pieces, onView: view, onEdit: setEditing })
  const shown = (name: string, row: Row): ReactNode => {
    const field = fieldOf(noun, name)
    return field && shownValue({ field, name, row, say })
  }
  const [, , ...rest] = lens.columns
  const state = lens.columns.find(name => isState(noun, name) || name === 'status')
  const counts = rest.filter(name => noun.fields[name]?.kind === 'integer')
  const facts = rest.filter(name => name !== state && !counts.includes(name)).slice(0, 2)
  const note = lens.columns[1]
  const title = pieces.title ?? lens.label
  const total = data?.total ?? 0
  return (
    <div className="crud-page">
      <PageHead
        title={title}
        {...(data ? { count: [`${total} 个`, `${total}`] as const } : {})}
        actions={
          <>
            {acts.may('export') && (
              <ExportButton noun={noun} lens={lens} query={query} total={total} more={data?.more} />
            )}
            {pieces.actions}
          </>
        }
      />
      {pieces.above}
      <Card flush>
        <FilterForm
          noun={noun}
          lens={lens}
          address={address}
          tools={<IconButton icon={RefreshCw} label={['刷新', 'Refresh']} onPress={refetch} />}
        />
      </Card>
      {error ? (
        <ErrorState note={error.message} onRetry={refetch} />
      ) : waiting ? (
        <CardGrid label={title}>
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} shape="card" height={168} />
          ))}
        </CardGrid>
      ) : (
        <CardGrid
          label={title}
          {...(acts.may('add') ? { onAdd: () => setEditing(null) } : {})}
          addLabel={[`新增${noun.label[0]}`, `Add ${noun.label[1].toLowerCase()}`]}
        >
          {rows.map(row => (
            <Tile
              key={row.id}
              title={nameOf(noun, row)}
              picture={<Avatar name={nameOf(noun, row)} shape="square" size={40} />}
              note={note && shown(note, row)}
              status={state && shown(state, row)}
              onPress={() => (pieces.onOpen ? pieces.onOpen(row) : setRow(row.id))}
              menu={
                <MenuButton
                  icon={Ellipsis}
                  size="small"
                  label={['操作', 'Actions']}
                  placement="bottom end"
                  items={of(row).map(({ id, label, danger, onPress }) => ({
                    id,
                    label,
                    danger: danger ?? false,
                    onPress,
                  }))}
                />
              }
              foot={facts.map(name => (
                <span key={name} className="ellipsis">
                  {shown(name, row)}
                </span>
              ))}
            >
              <dl className="crud-counts">
                {counts.map(name => (
                  <div key={name}>
                    <dt>{say(noun.fields[name]!.label)}</dt>
                    <dd>{shown(name, row)}</dd>
                  </div>
                ))}
              </dl>
            </Tile>
          ))}
        </CardGrid>
      )}
      {data && total === 0 && !acts.may('add') && <Empty />}
      {total > pageSize && (
        <Card flush>
          <Pager total={total} page={page} pageSize={pageSize} onChange={setPage} />
        </Card>
      )}
      <OpenRow noun={noun} id={openId} rows={rows} pieces={pieces} acts={acts} onRow={setRow} onEdit={setEditing} />
      <CrudDialogs
        noun={noun}
        lens={lens}
        acts={acts}
        pieces={pieces}
        editing={editing}
        onEdited={() => setEditing(undefined)}
      />
    </div>
  )
}
