/** A table beside the tree its rows belong to: selecting a node shows its rows and those of the nodes below. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ListPage } from '#console/crud/list/ListPage.tsx'
import type { ListProps } from '#console/crud/list/useList.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { nameOf } from '#console/crud/nameOf.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import type { Branch } from '#console/crud/list/treeRows.ts'
import { can } from '#console/data/me.ts'
import { nounOf } from '#console/data/registry.ts'
import { get } from '#console/data/request.ts'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Tree } from '#console/kit/table/Tree.tsx'
import { useNarrow } from '#console/kit/layout/useNarrow.ts'

/** The maximum number of values of one filter. */
const most = 99
const all = 'all'
const ownNames = ['under']

const idsOf = (row: Branch): readonly string[] => [row.id, ...(row.children ?? []).flatMap(idsOf)]
const find = (rows: readonly Branch[], id: string): Branch | undefined => {
  for (const row of rows) {
    const found = row.id === id ? row : find(row.children ?? [], id)
    if (found) return found
  }
  return undefined
}

export const TreeTablePage = (props: ListProps) => {
  const translate = useTranslate()
  const narrow = useNarrow()
  const { noun, appId, pieces } = props
  // The reference to a noun with a tree determines the tree beside the table.
  const [name, tree] = useMemo(() => {
    const entry = Object.entries(noun.fields).find(
      ([, field]) => field.kind === 'ref' && !field.many && field.find !== undefined && nounOf(field.to)?.tree,
    )
    return [entry?.[0], entry?.[1].kind === 'ref' ? nounOf(entry[1].to) : undefined] as const
  }, [noun])
  const {
    filters: { under },
    setFilters,
  } = useListAddress(ownNames)
  const { data, error, refetch } = useQuery({
    queryKey: [tree?.api, 'tree', { appId }],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${tree!.api}/tree`, undefined, { signal, quiet: true }),
    enabled: tree !== undefined && can(`${tree.key}:list`),
  })
  const nodes = useMemo((): readonly TreeNode[] => {
    const nodeOf = (row: Branch): TreeNode => ({
      id: row.id,
      label: tree ? nameOf(tree, row) : row.id,
      ...(typeof row[`${noun.key}Count`] === 'number' ? { note: String(row[`${noun.key}Count`]) } : {}),
      children: (row.children ?? []).map(nodeOf),
    })
    return data && tree
      ? [
          {
            id: all,
            label: translate([`全部${tree.label[0]}`, `All ${tree.label[1].toLowerCase()}s`]),
            children: data.map(nodeOf),
          },
        ]
      : []
  }, [data, tree, noun, translate])
  const chosen = under && data ? find(data, under) : undefined
  const own = useMemo(
    () => ({
      ...pieces,
      where: { ...pieces.where, ...(name && chosen ? { [name]: idsOf(chosen).slice(0, most).join(',') } : {}) },
      ...(narrow || !tree || !can(`${tree.key}:list`)
        ? {}
        : {
            side: data ? (
              <Tree
                label={tree.label}
                nodes={nodes}
                value={under ?? all}
                height={640}
                onChange={id => setFilters({ under: id === all ? undefined : id })}
              />
            ) : error ? (
              <LoadError error={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton lines={8} />
            ),
          }),
    }),
    [pieces, name, chosen, narrow, tree, data, error, refetch, nodes, under],
  )
  return <ListPage {...props} pieces={own} />
}
