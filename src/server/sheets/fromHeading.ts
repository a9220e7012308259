/** Finds the row of headings, which may stand below a title. */

/** How headings are compared: without blanks, and without the asterisk of a required column. */
export const plainHeading = (text: string): string => text.replace(/[\s*＊]/g, '').toLowerCase()

interface NumberedRow {
  index: number
  cells: string[]
}
/** A title and what explains it are not longer. */
const LOOK_AT = 10

/** The rows from the headings on. Of the first ones, the headings are the row with the most known words; the first where none has any. */
export function* fromHeading(rows: Iterable<NumberedRow>, known: readonly string[]): Generator<NumberedRow> {
  const words = new Set(known.map(plainHeading))
  const first: NumberedRow[] = []
  const start = function* (): Generator<NumberedRow> {
    const counts = first.map(({ cells }) => cells.filter(cell => words.has(plainHeading(cell))).length)
    yield* first.slice(counts.indexOf(Math.max(...counts)))
  }
  let begun = false
  for (const row of rows) {
    if (begun) {
      yield row
      continue
    }
    first.push(row)
    if (first.length < LOOK_AT) continue
    begun = true
    yield* start()
  }
  if (!begun && first.length > 0) yield* start()
}
