/** Chooses one node of a tree that opens below the box. */
import { useMemo } from 'react'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import type { Words } from '#console/kit/language.tsx'
import { PopoverField } from '#console/kit/input/PopoverField.tsx'
import { Tree } from '#console/kit/table/Tree.tsx'

export type TreeSelectProps = FieldProps & {
  nodes: readonly TreeNode[]
  value: string | undefined
  onChange: (id: string | undefined) => void
  placeholder?: Words
  /** The choice can be cleared. */
  clearable?: boolean
}

/** The names from the root to the node. */
const wayTo = (nodes: readonly TreeNode[], id: string): readonly string[] => {
  for (const node of nodes) {
    if (node.id === id) return [node.label]
    const below = wayTo(node.children ?? [], id)
    if (below.length) return [node.label, ...below]
  }
  return []
}

export const TreeSelect = ({ nodes, value, onChange, clearable, ...field }: TreeSelectProps) => {
  const way = useMemo(() => (value === undefined ? [] : wayTo(nodes, value)), [nodes, value])
  return (
    <PopoverField
      {...field}
      chosen={way.length ? way.join(' / ') : undefined}
      onClear={clearable && value !== undefined ? () => onChange(undefined) : undefined}
      width={320}
    >
      {close => (
        <Tree
          label={field.label}
          nodes={nodes}
          value={value}
          height={280}
          onChange={id => {
            onChange(id)
            close()
          }}
        />
      )}
    </PopoverField>
  )
}
