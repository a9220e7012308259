/** One row of a tree. */
import type { KeyboardEvent } from 'react'
import { ChevronRight, Ellipsis } from 'lucide-react'
import type { TreeRow } from '#console/kit/table/flattenTree.ts'
import { Icon } from '#console/kit/Icon.tsx'

type TreeLineProps = {
  row: TreeRow
  chosen: boolean
  /** Whether the row has a checkbox. */
  checks: boolean
  /** Whether Tab focuses this row, because it is the one row of the tree in the tab order. */
  stop: boolean
  drag: object
  onFocus: () => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onPress: () => void
  onOpen: (open: boolean) => void
  onMenu: ((element: Element) => void) | undefined
}
export const TreeLine = ({
  row,
  chosen,
  checks,
  stop,
  drag,
  onFocus,
  onKey,
  onPress,
  onOpen,
  onMenu,
}: TreeLineProps) => {
  const { node } = row
  return (
    <div
      key={node.id}
      className="tree-row"
      role="treeitem"
      data-node={node.id}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.open}
      aria-selected={checks ? undefined : chosen}
      aria-checked={checks ? chosen : undefined}
      aria-disabled={node.disabled}
      tabIndex={stop ? 0 : -1}
      {...drag}
      style={{ paddingLeft: 4 + (row.level - 1) * 16 }}
      onFocus={onFocus}
      onKeyDown={onKey}
      onClick={onPress}
      onDoubleClick={() => {
        if (row.open !== undefined) onOpen(!row.open)
      }}
      onContextMenu={event => {
        if (onMenu) {
          event.preventDefault()
          onMenu(event.currentTarget)
        }
      }}
    >
      <span
        className="tree-fold"
        data-open={row.open}
        onClick={event => {
          event.stopPropagation()
          if (row.open !== undefined) onOpen(!row.open)
        }}
      >
        {row.open !== undefined && <Icon of={ChevronRight} size={14} />}
      </span>
      {checks && <span className="checkbox" data-checked={chosen || undefined} aria-hidden="true" />}
      <span className="tree-label ellipsis">{node.label}</span>
      {node.note !== undefined && <span className="tree-note">{node.note}</span>}
      {onMenu && (
        <span
          className="tree-more"
          aria-hidden="true"
          onClick={event => {
            event.stopPropagation()
            onMenu(event.currentTarget)
          }}
        >
          <Icon of={Ellipsis} size={14} />
        </span>
      )}
    </div>
  )
}
