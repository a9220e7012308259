/** The acts of one row that did not fit into it, opened at its 更多. */
import { useRef } from 'react'
import type { RowAct } from '#console/kit/table/column.ts'
import { MenuList } from '#console/kit/overlay/Menu.tsx'

export type TableMoreProps = { anchor: HTMLElement; acts: readonly RowAct[]; onClose: () => void }

export default function TableMore({ anchor, acts, onClose }: TableMoreProps) {
  const ref = useRef(anchor)
  return (
    <MenuList
      label={['更多操作', 'More actions']}
      items={acts}
      anchor={ref}
      open
      onOpen={open => {
        if (!open) onClose()
      }}
      placement="bottom end"
    />
  )
}
