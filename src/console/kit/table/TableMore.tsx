/** The menu 更多 of a row, with the actions that do not fit into it. */
import { useRef } from 'react'
import { MORE_ACTIONS } from '#base/texts.ts'
import type { RowAct } from '#console/kit/table/column.ts'
import { MenuList } from '#console/kit/overlay/Menu.tsx'

export type TableMoreProps = { anchor: HTMLElement; acts: readonly RowAct[]; onClose: () => void }

export default function TableMore({ anchor, acts, onClose }: TableMoreProps) {
  const ref = useRef(anchor)
  return (
    <MenuList
      label={MORE_ACTIONS}
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
