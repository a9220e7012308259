/** Chooses one node of a tree that opens below the box. */
import { useMemo } from 'react'
import { X } from 'lucide-react'
import { CLEAR } from '#base/texts.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import type { TreeNode } from '#console/kit/table/flattenTree.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { Popover } from '#console/kit/overlay/Popover.tsx'
import { SelectTrigger } from '#console/kit/input/SelectTrigger.tsx'
import { Tree } from '#console/kit/table/Tree.tsx'

export type TreeSelectProps = FieldProps & {
  nodes: readonly TreeNode[]
  value: string | undefined
  onChange: (id: string | undefined) => void
  placeholder?: Words
  /** Can be emptied again. */ clearable?: boolean
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

export const TreeSelect = ({ nodes, value, onChange, placeholder, clearable, disabled, ...field }: TreeSelectProps) => {
  const translate = useTranslate()
  const way = useMemo(() => (value === undefined ? [] : wayTo(nodes, value)), [nodes, value])
  const words = way.length ? way.join(' / ') : translate(placeholder ?? placeholderOf('choose', field.label))
  const clearing = Boolean(clearable && value !== undefined && !disabled)
  return (
    <Field {...field} group>
      {({ labelId }) => (
        <div className="select">
          <Popover
            label={field.label}
            width={320}
            trigger={
              <SelectTrigger
                words={words}
                empty={way.length === 0}
                labelId={labelId}
                disabled={disabled}
                invalid={Boolean(field.error)}
                clearing={clearing}
              />
            }
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
          </Popover>
          {clearing && (
            <span className="select-clear">
              <IconButton icon={X} size="tiny" label={CLEAR} onPress={() => onChange(undefined)} />
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
