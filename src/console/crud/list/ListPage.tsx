/** A list of rows in a table: search above, actions at the end of each row, a drawer with one open row. */
import { useCallback } from 'react'
import { isWhole, viewIn } from '#console/crud/layouts/viewsOf.ts'
import { ListEmpty } from '#console/crud/empty/ListEmpty.tsx'
import { ListFrame } from '#console/crud/list/ListFrame.tsx'
import { isUnread } from '#console/crud/list/listState.ts'
import type { Row } from '#model/row.ts'
import { allows, permissionsOf } from '#console/crud/row/rowPermissions.ts'
import { useFresh } from '#console/crud/list/useFresh.ts'
import { useInline } from '#console/crud/inline/useInline.tsx'
import { useList, type ListProps } from '#console/crud/list/useList.ts'
import { useRowActs } from '#console/crud/act/useRowActs.ts'
import { useRows } from '#console/crud/list/useRows.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Pager } from '#console/kit/table/Pager.tsx'
import { Table } from '#console/kit/table/Table.tsx'

const LensCarousel = lazy(async () => (await import('#console/crud/list/LensCarousel.tsx')).LensCarousel)

const ListView = lazy(async () => (await import('#console/crud/layouts/ListView.tsx')).default)

const rowKey = (row: Row): string => row.id
const revOf = (row: Row): unknown => row.rev
const noRows: readonly Row[] = []

export const ListPage = (props: ListProps) => {
  const list = useList(props, useRows)
  const { noun, lens, pieces, acts, address, found, selected, offers, onOpen, setEditing } = list
  const { page, pageSize } = address
  const nothing = list.state === 'empty' || list.state === 'unmatched'
  const facts = noun.life === 'fact'
  const fresh = useFresh(facts ? found.rows : noRows, JSON.stringify(found.query))
  const isFresh = useCallback((row: Row): unknown => fresh.has(row.id), [fresh])
  const inline = useInline(noun, lens, offers('cellEdit'))
  const operations = useRowActs({
    noun,
    acts,
    pieces,
    rows: found.rows,
    shows: offers,
    inline: inline !== undefined,
    onView: list.onView,
    onEdit: setEditing,
  })
  const view = viewIn(lens, address.show)
  const selectable = offers('delete') || pieces.bulk !== undefined || acts.bulkActs([]).length > 0
  return (
    <ListFrame list={list} tableless={view !== undefined}>
      {lens.carousel && !view && <LensCarousel noun={noun} lens={lens} rows={found.rows} onOpen={onOpen} />}
      {nothing ? (
        <ListEmpty list={list} />
      ) : view ? (
        <ListView list={list} view={view} selectable={selectable} fresh={fresh} />
      ) : (
        <Table
          name={lens.key}
          label={list.title}
          columns={list.columns}
          rows={found.rows}
          rowKey={rowKey}
          loading={found.loading}
          error={list.loadError}
          onRefresh={found.refetch}
          sort={address.sort}
          onSort={address.setSort}
          active={address.row}
          onOpen={onOpen}
          {...(offers('edit') ? { onEdit: (row: Row) => allows(noun, row, 'edit') && setEditing(row) } : {})}
          {...(inline ? { inline } : {})}
          permit={permissionsOf}
          index={(page - 1) * pageSize}
          {...(operations.any && !pieces.bare ? { operations: operations.of, operationsWidth: operations.width } : {})}
          {...(selectable ? { selected: selected.ids, onSelect: selected.set } : {})}
          glow={facts ? isFresh : revOf}
          rowHeight={pieces.rowHeight ?? list.density}
          skeletonRows={pageSize > 10 ? 14 : 10}
        />
      )}
      {!found.waiting && !isUnread(list.state) && !isWhole(view) && (!nothing || pieces.legend) && (
        <Pager
          total={found.total}
          more={found.more}
          page={page}
          pageSize={pageSize}
          onChange={address.setPage}
          fitting={address.fitting}
          legend={pieces.legend}
        />
      )}
    </ListFrame>
  )
}
