/** Selects a row of a noun whose rows form a tree. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isClosed, type Noun } from '#model/noun.ts'
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

const nodesOf = (noun: Noun, rows: readonly Branch[], every: boolean): readonly TreeNode[] =>
  treeNodes(noun, rows, row => ({ disabled: !every && isClosed(noun, row) }))

export default function TreeReference({ noun, value, named, onChange, every = false, ...frame }: TreeReferenceProps) {
  const { data } = useQuery({
    queryKey: [noun.api, 'tree', {}],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${noun.api}/tree`, undefined, { signal, quiet: true }),
    staleTime: 30_000,
  })
  const nodes = useMemo(() => nodesOf(noun, data ?? [], every), [noun, data, every])
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
