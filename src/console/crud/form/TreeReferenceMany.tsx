/** Selects branches of a tree: a ticked row means all below it, so only the topmost are kept. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { treeNodes, UNDER } from '#console/crud/tree/treeNodes.ts'
import type { Branch } from '#console/crud/tree/treeRows.ts'
import { get } from '#console/data/request.ts'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import { PopoverField } from '#console/kit/input/PopoverField.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { topmost, withBelow } from '#console/kit/table/topmost.ts'
import { Tree } from '#console/kit/table/Tree.tsx'
import { isClosed, type Noun } from '#model/noun.ts'

type TreeReferenceManyProps = FieldProps & {
  noun: Noun
  value: readonly string[]
  /** The names of the selected rows, by their ids. */
  named: readonly { id: string; label: unknown }[]
  onChange: (ids: readonly string[]) => void
}

const namesIn = (nodes: readonly TreeNode[], ids: ReadonlySet<string>, above = ''): readonly string[] =>
  nodes.flatMap(node => {
    const name = above ? `${above}/${node.label}` : node.label
    return ids.has(node.id) ? [name] : namesIn(node.children ?? [], ids, name)
  })

export default function TreeReferenceMany({ noun, value, named, onChange, ...frame }: TreeReferenceManyProps) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: [noun.api, 'tree', {}],
    queryFn: ({ signal }) => get<readonly Branch[]>(`${noun.api}/tree`, undefined, { signal, quiet: true }),
    staleTime: 30_000,
  })
  const nodes = useMemo(
    () => treeNodes(noun, data ?? [], row => ({ disabled: isClosed(noun, row) && !value.includes(row.id) })),
    [noun, data, value],
  )
  const checked = useMemo(() => withBelow(nodes, new Set(value)), [nodes, value])
  const names = data ? namesIn(nodes, new Set(value)) : named.map(({ label }) => String(label))
  return (
    <PopoverField
      {...frame}
      chosen={names.length ? names.join(translate(['、', ', '])) : undefined}
      onClear={value.length ? () => onChange([]) : undefined}
      width={320}
    >
      {() => (
        <Tree
          label={frame.label}
          nodes={nodes}
          height={280}
          checked={checked}
          onCheck={next => {
            // What the roots belong to is no row: ticking it ticks them.
            const rows = nodes.flatMap(node => (node.id.startsWith(UNDER) ? (node.children ?? []) : [node]))
            onChange(topmost(rows, checked, next))
          }}
        />
      )}
    </PopoverField>
  )
}
