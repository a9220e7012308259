/** Selects a row of a noun whose rows form a tree. */
import { use, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isClosed, type Noun } from '#model/noun.ts'
import { ActedRow } from '#console/crud/act/ActedRow.ts'
import { treeNodes } from '#console/crud/tree/treeNodes.ts'
import type { Branch } from '#console/crud/tree/treeRows.ts'
import { get } from '#console/data/request.ts'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { TreeSelect } from '#console/kit/input/TreeSelect.tsx'

export type TreeReferenceProps = FieldProps & {
  noun: Noun
  value: string | undefined
  /** The name of the selected row, if the tree does not contain it. */
  named?: string | undefined
  onChange: (id: string | undefined) => void
  /** Rows that take nothing new can be chosen too, for a filter. */
  every?: boolean
}

/** The ids of the row and of all below it. */
const branchOf = (rows: readonly Branch[], id: string, inside = false): readonly string[] =>
  rows.flatMap(row => {
    const within = inside || row.id === id
    return [...(within ? [row.id] : []), ...branchOf(row.children ?? [], id, within)]
  })

const nodesOf = (noun: Noun, rows: readonly Branch[], every: boolean, acted?: string): readonly TreeNode[] => {
  const ownBranch = new Set(acted === undefined ? [] : branchOf(rows, acted))
  return treeNodes(noun, rows, row => ({ disabled: ownBranch.has(row.id) || (!every && isClosed(noun, row)) }))
}

export default function TreeReference({ noun, value, named, onChange, every = false, ...frame }: TreeReferenceProps) {
  const { data } = useQuery({
    queryKey: [noun.api, 'tree', {}],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${noun.api}/tree`, undefined, { signal, quiet: true }),
    staleTime: 30_000,
  })
  const acted = use(ActedRow)
  const nodes = useMemo(() => nodesOf(noun, data ?? [], every, acted), [noun, data, every, acted])
  return (
    <TreeSelect
      {...frame}
      nodes={nodes}
      value={value}
      onChange={onChange}
      clearable={!frame.required}
      {...(named !== undefined && data === undefined ? { placeholder: named } : {})}
    />
  )
}
