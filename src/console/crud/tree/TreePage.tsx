/** Rows that form a tree, as a table with rows that fold and unfold and actions at each row; some also as cards. */
import { useCallback, useMemo, useState } from 'react'
import { ListChevronsDownUp, ListChevronsUpDown } from 'lucide-react'
import { viewIn } from '#console/crud/layouts/viewsOf.ts'
import { ListEmpty } from '#console/crud/empty/ListEmpty.tsx'
import { ListFrame } from '#console/crud/list/ListFrame.tsx'
import type { Row } from '#model/row.ts'
import { permissionsOf } from '#console/crud/row/rowPermissions.ts'
import { flattenRows, matchRows } from '#console/crud/tree/treeRows.ts'
import { useList, type ListProps } from '#console/crud/list/useList.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import { useRowActs } from '#console/crud/act/useRowActs.ts'
import { useTree } from '#console/crud/tree/useTree.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { TreeTable } from '#console/kit/table/TreeTable.tsx'

const rowKey = (row: Row): string => row.id

const CardsPage = lazy(async () => (await import('#console/crud/list/CardsPage.tsx')).CardsPage)
const names: readonly string[] = []

export const TreePage = (props: ListProps) => {
  const { show } = useListAddress(names)
  return viewIn(props.lens, show) === 'cards' ? <CardsPage {...props} /> : <TreeOfRows {...props} />
}

const TreeOfRows = (props: ListProps) => {
  const list = useList(props, useTree)
  const { noun, lens, pieces, acts, address, found, offers, onOpen, setEditing } = list
  const { tree } = found
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [parent, setParent] = useState<string>()
  const matched = useMemo(() => matchRows(noun, tree, address.filters), [noun, tree, address.filters])
  const lines = useMemo(() => flattenRows(tree, opened, matched), [tree, opened, matched])
  const parents = flattenRows(tree, 'all', undefined).filter(row => row.children?.length)
  const allOpen = parents.length > 0 && parents.every(row => opened.has(row.id))
  const onAddBelow = useCallback(
    (row: Row): void => {
      setParent(row.id)
      // What is added appears below it.
      setOpened(before => new Set(before).add(row.id))
      setEditing(null)
    },
    [setEditing],
  )
  const operations = useRowActs({
    noun,
    acts,
    pieces,
    rows: lines,
    shows: offers,
    onView: onOpen,
    onEdit: setEditing,
    onAddBelow,
  })
  const toggle = useCallback(
    (id: string): void =>
      setOpened(before => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return (
    <ListFrame
      list={list}
      counter="项"
      start={{ parentId: parent }}
      onAdd={() => setParent(undefined)}
      tools={
        parents.length > 0 && (
          <IconButton
            icon={allOpen ? ListChevronsDownUp : ListChevronsUpDown}
            label={allOpen ? ['全部收起', 'Collapse all'] : ['全部展开', 'Expand all']}
            onPress={() => setOpened(allOpen ? new Set() : new Set(parents.map(row => row.id)))}
          />
        )
      }
    >
      {list.state === 'empty' || (matched && tree.length > 0 && lines.length === 0) ? (
        <ListEmpty list={list} />
      ) : (
        <TreeTable<Row>
          name={lens.key}
          label={list.title}
          columns={list.columns}
          lines={lines}
          onToggle={toggle}
          rowKey={rowKey}
          loading={found.loading}
          error={list.loadError}
          onRefresh={found.refetch}
          active={address.row}
          onOpen={onOpen}
          {...(offers('edit') ? { onEdit: setEditing } : {})}
          permit={permissionsOf}
          {...(operations.any ? { operations: operations.of, operationsWidth: operations.width } : {})}
        />
      )}
    </ListFrame>
  )
}
