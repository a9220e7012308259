/** The keyboard commands of one row of a tree. */
import type { KeyboardEvent } from 'react'
import type { TreeRow } from '#console/kit/table/flattenTree.ts'

export type TreeKeys = {
  focus: (at: number) => void
  at: number
  last: number
  parentAt: () => number
  setOpen: (open: boolean) => void
  press: () => void
  menu: ((element: Element) => void) | undefined
  edit: (() => void) | undefined
  remove: (() => void) | undefined
}
export const treeKey = (event: KeyboardEvent<HTMLElement>, row: TreeRow, keys: TreeKeys): void => {
  if (event.target !== event.currentTarget) return
  const acts: Record<string, () => void> = {
    ArrowDown: () => keys.focus(keys.at + 1),
    ArrowUp: () => keys.focus(keys.at - 1),
    Home: () => keys.focus(0),
    End: () => keys.focus(keys.last),
    ArrowRight: () => {
      if (row.open === false) keys.setOpen(true)
      else if (row.open) keys.focus(keys.at + 1)
    },
    ArrowLeft: () => {
      if (row.open) keys.setOpen(false)
      else keys.focus(keys.parentAt())
    },
    Enter: keys.press,
    ' ': keys.press,
    ContextMenu: () => keys.menu?.(event.currentTarget),
    F2: () => keys.edit?.(),
    Delete: () => keys.remove?.(),
  }
  const act = acts[event.key]
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
