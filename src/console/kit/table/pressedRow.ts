/** Calls the handler of a press within a row of a table. */
import type { MouseEvent } from 'react'

export const inside = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

type Presses = {
  begin: (cell: string | undefined) => void
  act: (id: string | undefined, anchor: HTMLElement) => void
  check: (range: boolean) => void
  open: () => void
}
/** A press on a control in the row, or one that ends a text selection, opens nothing. */
export const pressedRow = (event: MouseEvent, row: Presses): void => {
  const cell = inside(event.target, '.table-edit')
  if (cell) return row.begin(cell.dataset.cell)
  const act = inside(event.target, '.table-act')
  if (act) return row.act(act.dataset.act, act)
  const check = inside(event.target, '.table-check')
  if (check) {
    if (event.target === check) row.check(event.shiftKey)
    return
  }
  if (inside(event.target, 'a, button, input, label, .table-editing') || getSelection()?.type === 'Range') return
  row.open()
}
