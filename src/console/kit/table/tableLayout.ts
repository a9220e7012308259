/** The columns that fit a table of a given width, and the offsets of the fixed ones. */
import { table } from '#console/kit/defaults.ts'
import { widthOf, type Column } from '#console/kit/table/column.ts'

export const checkPx = 40
export const indexPx = 48
export const operationsPx = table.menuWidthPx
/** Below this a row is a card of labels and values. */
export const narrowPx = 560

/** The button for the columns that do not fit: in the header of the operations, or of the last column where there are none. */
export const beyondPx = ({ operations }: Extras): number => (operations ? 0 : 56)

export type Extras = { check: boolean; index: boolean; operations: number }

const sum = <Row>(columns: readonly Column<Row>[], extras: Extras): number =>
  columns.reduce(
    (total, column) => total + widthOf(column),
    (extras.check ? checkPx : 0) + (extras.index ? indexPx : 0) + extras.operations,
  )

/** The operations as one button with a menu. */
export const foldedPx = 64

/**
 * The buttons of rows give way to the columns that always stay: where these do not fit beside them even at their least
 * width, the operations are one button with a menu.
 */
export const folds = <Row>(columns: readonly Column<Row>[], extras: Extras, widthPx: number): boolean => {
  if (widthPx < narrowPx || extras.operations <= foldedPx) return false
  const staying = columns.filter(column => column.priority === 1)
  return staying.reduce((total, column) => total + leastOf(column), 0) + sum([], extras) > widthPx
}

/** Drops columns of priority 3, then 2, from the right, until the rest fits. `widthPx` 0: not yet measured. */
export const columnsThatFit = <Row>(
  columns: readonly Column<Row>[],
  extras: Extras,
  widthPx: number,
): readonly Column<Row>[] => {
  if (widthPx === 0 || widthPx < narrowPx) return columns
  let shown = columns
  for (const priority of [3, 2]) {
    while (sum(shown, extras) + (shown === columns ? 0 : beyondPx(extras)) > widthPx) {
      const last = shown.findLast(column => column.priority === priority)
      if (!last) break
      shown = shown.filter(column => column !== last)
    }
  }
  return shown
}

/** In px. Columns without a width grow first, up to this width; then all columns grow alike. */
const widestPx = 360

/** In px, the least width of a column without a width. */
const leastPx = 96

const leastOf = <Row>(column: Column<Row>): number =>
  column.width === undefined
    ? leastPx
    : Math.min(column.width, (column.pulled ? undefined : column.least) ?? column.width)

/**
 * The px of columns that may be narrower where all columns are a little wider than the table: that is better than the last one
 * covered by the operations. Where it is not enough the table scrolls sideways, and they keep their width.
 */
const squeeze = <Row>(columns: readonly Column<Row>[], missingPx: number): Record<string, number> => {
  const spare = columns.reduce((total, column) => total + widthOf(column) - leastOf(column), 0)
  if (missingPx <= 0 || missingPx > spare) return {}
  const share = 1 - missingPx / spare
  return Object.fromEntries(
    columns
      .filter(column => widthOf(column) > leastOf(column))
      .map(column => [column.key, Math.floor(leastOf(column) + (widthOf(column) - leastOf(column)) * share)]),
  )
}

/**
 * The px that columns take of the remaining width: first those without a width up to `widestPx`, by `grow`; then all of them
 * alike, except fixed ones and those whose width the user set: in proportion, the widest ones would be far emptier than others. Without a column of no width nothing is distributed.
 */
const spread = <Row>(columns: readonly Column<Row>[], extras: Extras, widthPx: number): Record<string, number> => {
  const flexible = columns.filter(column => column.width === undefined)
  let left = widthPx - sum(columns, extras)
  if (left <= 0 || flexible.length === 0) return squeeze(columns, -left)
  const parts = flexible.reduce((total, column) => total + (column.grow ?? 1), 0)
  const widths = new Map(columns.map(column => [column.key, widthOf(column)]))
  const share = left / parts
  for (const column of flexible) {
    const own = widthOf(column)
    const taken = Math.min(widestPx - own, share * (column.grow ?? 1))
    widths.set(column.key, own + taken)
    left -= taken
  }
  const elastic = columns.filter(column => !column.fixed && !column.pulled)
  return Object.fromEntries(
    elastic.map(column => [column.key, Math.floor(widths.get(column.key)! + left / elastic.length)]),
  )
}

/**
 * `minPx` is the width below which the table scrolls sideways, so that columns stay readable. The last column is wider by
 * `roomPx`.
 */
export const layoutOf = <Row>(
  columns: readonly Column<Row>[],
  extras: Extras,
  widthPx: number,
  roomPx: number,
): { minPx: number; offsets: Record<string, number>; widths: Readonly<Record<string, number>> } => {
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
  const widths = spread(columns, extras, widthPx - roomPx)
  const last = columns.at(-1)
  if (last && roomPx) widths[last.key] = (widths[last.key] ?? widthOf(last)) + roomPx
  const least = sum(columns, extras) + roomPx
  const squeezed = columns.some(column => (widths[column.key] ?? Infinity) < widthOf(column))
  return { minPx: squeezed ? Math.min(least, widthPx) : least, offsets, widths }
}

/** Moves fixed columns to their edge, independent of the chosen order. */
export const fixedToEdges = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => [
  ...columns.filter(column => column.fixed === 'left'),
  ...columns.filter(column => !column.fixed),
  ...columns.filter(column => column.fixed === 'right'),
]
