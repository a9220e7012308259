/** Rows that form a tree: one table, folded and unfolded in place, tended at each node. */
import { useCallback, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ListChevronsDownUp, ListChevronsUpDown, Plus } from 'lucide-react'
import { columnsOf } from '#console/crud/columnsOf.tsx'
import { CrudDialogs } from '#console/crud/CrudDialogs.tsx'
import { ExportButton } from '#console/crud/ExportButton.tsx'
import { filterNames } from '#console/crud/filterQuery.ts'
import { FilterForm } from '#console/crud/FilterForm.tsx'
import type { ListPageProps } from '#console/crud/ListPage.tsx'
import type { Row } from '#console/crud/Row.ts'
import { ImportButton } from '#console/crud/ImportButton.tsx'
import { shows } from '#console/crud/listButtons.ts'
import { ListTools } from '#console/crud/ListTools.tsx'
import { OpenRow } from '#console/crud/OpenRow.tsx'
import { permissionsOf } from '#console/crud/rowPermissions.ts'
import { flattenRows, matchRows, type Branch } from '#console/crud/treeRows.ts'
import { useActs } from '#console/crud/useActs.ts'
import { useListAddress } from '#console/crud/useListAddress.ts'
import { useEditing } from '#console/crud/useEditing.ts'
import { useRowActs } from '#console/crud/useRowActs.ts'
import { fixedQuery } from '#console/crud/useRows.ts'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { Card } from '#console/kit/Card.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useSay } from '#console/kit/language.tsx'
import { PageHead } from '#console/kit/PageHead.tsx'
import { TreeTable } from '#console/kit/TreeTable.tsx'
import './crud.css'

const rowKey = (row: Row): string => row.id
const nothing: readonly Branch[] = []

export const TreePage = ({ lens, noun, appId, deviceClass, pieces }: ListPageProps) => {
  const say = useSay()
  const names = useMemo(() => filterNames(noun, lens), [noun, lens])
  const address = useListAddress(names)
  const { filters, row: openId, setRow } = address
  const query = useMemo(
    () => ({
      ...fixedQuery({ noun, lens, appId, deviceClass, where: pieces.where }),
      ...(appId === undefined ? {} : { appId }),
    }),
    [noun, lens, appId, deviceClass, pieces.where],
  )
  // The whole tree comes at once; filters work here, so that what is found keeps the way to it.
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: [noun.api, 'tree', query],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${noun.api}/tree`, query, { signal }),
  })
  const tree = data ?? nothing
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useEditing(noun)
  const [parent, setParent] = useState<string>()
  const found = useMemo(() => matchRows(noun, tree, filters), [noun, tree, filters])
  const rows = useMemo(() => flattenRows(tree, opened, found), [tree, opened, found])
  const all = useMemo(() => flattenRows(tree, 'all', undefined), [tree])

  const onRemoved = useCallback(
    (ids: readonly string[]): void => {
      if (openId && ids.includes(openId)) setRow(undefined)
    },
    [openId, setRow],
  )
  const acts = useActs(noun, lens, can, onRemoved)
  const { may } = acts
  const shown = useMemo(() => shows(lens, may), [lens, may])
  const [searching, setSearching] = useState(true)
  const onOpen = useCallback(
    (row: Row): void => (pieces.onOpen ? pieces.onOpen(row) : setRow(row.id)),
    [pieces, setRow],
  )
  const onAddBelow = useCallback((row: Row): void => {
    setParent(row.id)
    setEditing(null)
  }, [])
  const operations = useRowActs({ noun, acts, pieces, shows: shown, onView: onOpen, onEdit: setEditing, onAddBelow })
  const toggle = useCallback(
    (id: string): void =>
      setOpened(before => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )

  const columns = useMemo(() => columnsOf(noun, lens, say, pieces.columns), [noun, lens, say, pieces.columns])
  const title = pieces.title ?? lens.label
  const parents = all.filter(row => row.children?.length)
  const allOpen = parents.length > 0 && parents.every(row => opened.has(row.id))

  return (
    <div className="crud-page">
      <PageHead
        title={title}
        {...(data ? { count: [`${all.length} 项`, `${all.length}`] as const } : {})}
        actions={
          <>
            {shown('import') && <ImportButton noun={noun} />}
            {shown('export') && (
              <ExportButton noun={noun} lens={lens} columns={columns} query={query} total={all.length} />
            )}
            {pieces.actions}
            {shown('add') && (
              <Button
                variant="primary"
                icon={Plus}
                onPress={() => {
                  setParent(undefined)
                  setEditing(null)
                }}
              >
                {say([`新增${noun.label[0]}`, `Add ${noun.label[1].toLowerCase()}`])}
              </Button>
            )}
          </>
        }
      />
      {pieces.above}
      <Card flush grow>
        <FilterForm
          noun={noun}
          lens={lens}
          address={address}
          shown={searching}
          tools={
            <>
              <IconButton
                icon={allOpen ? ListChevronsDownUp : ListChevronsUpDown}
                label={allOpen ? ['全部收起', 'Fold all'] : ['全部展开', 'Unfold all']}
                disabled={parents.length === 0}
                onPress={() => setOpened(allOpen ? new Set() : new Set(parents.map(row => row.id)))}
              />
              <ListTools
                lens={lens}
                columns={columns}
                shows={shown}
                searching={names.length > 0 ? searching : undefined}
                onSearching={setSearching}
                onRefresh={() => void refetch()}
              />
            </>
          }
        />
        <TreeTable<Row>
          name={lens.key}
          label={title}
          columns={columns}
          lines={rows}
          onToggle={toggle}
          rowKey={rowKey}
          loading={isPending || isFetching}
          error={error && !data ? error.message || ['请检查网络后重试', 'Check the network and try again'] : undefined}
          onRefresh={() => void refetch()}
          active={openId}
          onOpen={onOpen}
          {...(shown('edit') ? { onEdit: setEditing } : {})}
          permit={permissionsOf}
          {...(operations.any ? { operations: operations.of, operationsWidth: operations.width } : {})}
        />
      </Card>
      <OpenRow noun={noun} id={openId} rows={rows} pieces={pieces} acts={acts} onRow={setRow} onEdit={setEditing} />
      <CrudDialogs
        noun={noun}
        lens={lens}
        acts={acts}
        pieces={pieces}
        editing={editing}
        start={{ parentId: parent }}
        onEdited={() => setEditing(undefined)}
      />
    </div>
  )
}
