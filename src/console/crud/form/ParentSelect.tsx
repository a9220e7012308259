/** Selects the parent of a row in its own tree. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isClosed, type Noun } from '#model/noun.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import type { Row } from '#model/row.ts'
import { get } from '#console/data/request.ts'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import type { Words } from '#console/kit/language.tsx'
import { TreeSelect } from '#console/kit/input/TreeSelect.tsx'

type Branch = Row & { children?: readonly Branch[] }
const root = '-1'

/** The tree as nodes. The row itself and its descendants cannot be its parent. */
const nodesOf = (noun: Noun, rows: readonly Branch[], self: string | undefined): readonly TreeNode[] =>
  rows
    .filter(row => row.id !== self)
    .map((row): TreeNode => ({
      id: row.id,
      label: nameOf(noun, row),
      disabled: isClosed(noun, row),
      children: nodesOf(noun, row.children ?? [], self),
    }))

export type ParentSelectProps = {
  noun: Noun
  self: string | undefined
  value: string | undefined
  onChange: (id: string) => void
  error?: Words | undefined
}

export const ParentSelect = ({ noun, self, value, onChange, error }: ParentSelectProps) => {
  const { data } = useQuery({
    queryKey: [noun.api, 'tree', {}],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${noun.api}/tree`, undefined, { signal }),
  })
  const nodes = useMemo((): readonly TreeNode[] => nodesOf(noun, data ?? [], self), [noun, data, self])
  return (
    <TreeSelect
      label={[`上级${noun.label[0]}`, `Parent`]}
      nodes={nodes}
      value={value === root || value === undefined ? undefined : String(value)}
      onChange={id => onChange(id ?? root)}
      placeholder={['无（顶级）', 'None (top level)']}
      clearable
      {...(error ? { error } : {})}
    />
  )
}
