/** The handlers of presses on the rows of a table: select, edit in place, run an action, open; and the menu of further actions. */
import { useState, type ChangeEvent, type MouseEvent } from 'react'
import type { RowAct } from '#console/kit/table/column.ts'
import { cancelAct, editAct, saveAct } from '#console/kit/table/inlineActs.tsx'
import { inside, pressedRow } from '#console/kit/table/pressedRow.ts'

const moreAct = '…'

type Given<Row> = {
  rows: readonly Row[]
  toggle: (at: number, range?: boolean) => void
  inPlace: { begin: (row: Row, cell?: string) => void; cancel: () => void; save: () => Promise<void> }
  actsOf: ((row: Row) => readonly RowAct[]) | undefined
  mostActs: number
  onOpen: ((row: Row) => void) | undefined
}

export const useTablePresses = <Row>({ rows, toggle, inPlace, actsOf, mostActs, onOpen }: Given<Row>) => {
  const [more, setMore] = useState<{ anchor: HTMLElement; acts: readonly RowAct[] }>()
  const atOf = (event: MouseEvent | ChangeEvent): number => Number(inside(event.target, '.table-row')?.dataset.at)
  return {
    more,
    closeMore: () => setMore(undefined),
    onClick(event: MouseEvent): void {
      const at = atOf(event)
      const row = rows[at]
      if (!row) return
      pressedRow(event, {
        begin: cell => inPlace.begin(row, cell),
        act: (id, anchor) => {
          const acts = actsOf?.(row) ?? []
          if (id === saveAct) void inPlace.save()
          else if (id === cancelAct) inPlace.cancel()
          else if (id === editAct) inPlace.begin(row)
          else if (id === moreAct) setMore({ anchor, acts: acts.slice(mostActs - 1) })
          else acts.find(one => one.id === id)?.onPress()
        },
        check: range => toggle(at, range),
        open: () => onOpen?.(row),
      })
    },
    onChange(event: ChangeEvent<HTMLElement>): void {
      if (!inside(event.target, '.table-check')) return
      toggle(atOf(event), event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey)
    },
  }
}
