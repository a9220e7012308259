/** Which columns fit a table of a given width, and where the fixed ones stick. */
import { table } from '#console/kit/defaults.ts'
import { narrowestPx, widthOf, type Column } from '#console/kit/column.ts'

export const checkPx = 40
export const indexPx = 48
export const operationsPx = table.menuWidthPx
/** Below this a row is a card of labels and values. */
export const narrowPx = 560

export type Extras = { check: boolean; index: boolean; operations: number }

const sum = <Row>(columns: readonly Column<Row>[], extras: Extras): number =>
  columns.reduce(
    (total, column) => total + widthOf(column),
    (extras.check ? checkPx : 0) + (extras.index ? indexPx : 0) + extras.operations,
  )

/** Drops columns of priority 3, then 2, from the right, until the rest fits. `widthPx` 0: not yet measured. */
export const fitting = <Row>(
  columns: readonly Column<Row>[],
  extras: Extras,
  widthPx: number,
): readonly Column<Row>[] => {
  if (widthPx === 0 || widthPx < narrowPx) return columns
  let shown = columns
  for (const priority of [3, 2]) {
    while (sum(shown, extras) > widthPx) {
      const last = shown.findLast(column => column.priority === priority)
      if (!last) break
      shown = shown.filter(column => column !== last)
    }
  }
  return shown
}

/** In px, for columns that take more of what is left than others; the rest share evenly, as the browser does it. */
const grownWidths = <Row>(
  columns: readonly Column<Row>[],
  extras: Extras,
  widthPx: number,
): Readonly<Record<string, number>> => {
  const flexible = columns.filter(column => column.width === undefined)
  const left = widthPx - sum(columns, extras) + flexible.length * narrowestPx
  const parts = flexible.reduce((total, column) => total + (column.grow ?? 1), 0)
  if (flexible.length < 2 || left / parts < narrowestPx / 2) return {}
  return Object.fromEntries(
    flexible
      .filter(column => column.grow !== undefined)
      .map(column => [column.key, Math.max(narrowestPx, Math.round((left * column.grow!) / parts))]),
  )
}

/** `minPx` makes a table scroll sideways rather than crush its columns. */
export const layOut = <Row>(
  columns: readonly Column<Row>[],
  extras: Extras,
  widthPx: number,
): { minPx: number; offsets: Record<string, number>; grown: Readonly<Record<string, number>> } => {
  const offsets: Record<string, number> = { '#': extras.check ? checkPx : 0 }
  let left = (extras.check ? checkPx : 0) + (extras.index ? indexPx : 0)
  for (const column of columns)
    if (column.fixed === 'left') {
      offsets[column.key] = left
      left += widthOf(column)
    }
  let right = extras.operations
  for (const column of columns.toReversed())
    if (column.fixed === 'right') {
      offsets[column.key] = right
      right += widthOf(column)
    }
  return { minPx: sum(columns, extras), offsets, grown: grownWidths(columns, extras, widthPx) }
}

/** Fixed columns stand at their edge whatever the order says. */
export const grouped = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => [
  ...columns.filter(column => column.fixed === 'left'),
  ...columns.filter(column => !column.fixed),
  ...columns.filter(column => column.fixed === 'right'),
]
