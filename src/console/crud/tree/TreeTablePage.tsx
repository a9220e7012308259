/**
 * A table beside the tree its rows belong to: that of the first reference whose filter also finds what is below a node
 * (`below`). Choosing a node sets this filter, so that it is part of the address, of saved views, exports and acts.
 */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ListPage } from '#console/crud/list/ListPage.tsx'
import type { ListProps } from '#console/crud/list/useList.ts'
import { LoadError } from '#console/crud/list/LoadError.tsx'
import { treeNodes, UNDER } from '#console/crud/tree/treeNodes.ts'
import { useListAddress } from '#console/crud/list/useListAddress.ts'
import type { Branch } from '#console/crud/tree/treeRows.ts'
import { can } from '#console/data/me.ts'
import { useNoun } from '#console/crud/useNoun.ts'
import { get } from '#console/data/request.ts'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { Tree } from '#console/kit/table/Tree.tsx'
import { useNarrow } from '#console/kit/layout/useNarrow.ts'
import type { Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'

const ALL = 'all'

const refTo = (noun: Noun, fits: (field: Field & { kind: 'ref' }) => boolean): string | undefined =>
  Object.entries(noun.fields).find(([, field]) => field.kind === 'ref' && !field.many && fits(field))?.[0]

/** The rows' own reference to what the roots of the tree belong to. */
function rootsOf(noun: Noun, tree: Noun): string | undefined {
  const roots = tree.tree?.under ? tree.fields[tree.tree.under] : undefined
  return roots?.kind === 'ref' ? refTo(noun, one => one.to === roots.to) : undefined
}

/** A node with the number of its rows, which is the first count that the tree has. */
const withCount = (tree: Noun): ((row: Branch) => Partial<TreeNode>) => {
  const count = Object.entries(tree.fields).find(([, field]) => field.computed && field.kind === 'integer')?.[0]
  return row => (count && typeof row[count] === 'number' ? { note: String(row[count]) } : {})
}

export const TreeTablePage = (props: ListProps) => {
  const { noun } = props
  const name = refTo(noun, field => field.below !== undefined)
  const field = name === undefined ? undefined : noun.fields[name]
  return name !== undefined && field?.kind === 'ref' ? (
    <BesideTree {...props} name={name} to={field.to} />
  ) : (
    <ListPage {...props} />
  )
}

/** `name` is the reference to the tree, whose noun is `to`. */
const BesideTree = ({ name, to, ...props }: ListProps & { name: string; to: string }) => {
  const translate = useTranslate()
  const narrow = useNarrow()
  const { noun, appId, pieces } = props
  const tree = useNoun(to)
  const under = useMemo(() => tree && rootsOf(noun, tree), [noun, tree])
  const names = useMemo(() => [name, ...(under ? [under] : [])], [name, under])
  const { filters, setFilters } = useListAddress(names)
  const offered = tree !== undefined && !narrow && can(`${tree.key}:list`)
  const { data, error, refetch } = useQuery({
    queryKey: [tree?.api, 'tree', { appId }],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${tree!.api}/tree`, undefined, { signal, quiet: true }),
    enabled: offered,
  })
  const nodes = useMemo((): readonly TreeNode[] => {
    if (!data || !tree) return []
    const label = translate([`全部${tree.label[0]}`, `All ${tree.label[1].toLowerCase()}s`])
    return [{ id: ALL, label, children: treeNodes(tree, data, withCount(tree), { disabled: under === undefined }) }]
  }, [data, tree, under, translate])
  const node = filters[name]
  const root = under && filters[under]
  const chosen = node ?? (root ? UNDER + root : ALL)
  const choose = (id: string): void => {
    const group = id.startsWith(UNDER)
    setFilters({
      ...(under ? { [under]: group ? id.slice(UNDER.length) : undefined } : {}),
      [name]: group || id === ALL ? undefined : id,
    })
  }
  const own = useMemo(() => {
    const side =
      !offered || data?.length === 0 ? undefined : data ? (
        <Tree label={tree!.label} nodes={nodes} value={chosen} height={640} onChange={choose} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )
    // A new row belongs to the chosen node.
    return { ...pieces, ...(side ? { side } : {}), ...(node ? { start: { [name]: node } } : {}) }
  }, [pieces, nodes, chosen, offered, data, error])
  return <ListPage {...props} pieces={own} />
}
