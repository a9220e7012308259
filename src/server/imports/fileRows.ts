/** The rows of an import in their sealed file: one line of JSON each, parsed only when needed. */
import { setImmediate as breathe } from 'node:timers/promises'

export interface FileRow {
  /** The row number in the sheet, as people see it. */
  no: number
  cells: string[]
}
const LINES_AT_ONCE = 2000

export class FileRows {
  private readonly bytes: Buffer
  private readonly starts: number[] = []

  constructor(bytes: Buffer) {
    this.bytes = bytes
    for (let at = 0; at < bytes.length;) {
      this.starts.push(at)
      const end = bytes.indexOf(10, at)
      at = end < 0 ? bytes.length : end + 1
    }
  }

  get count(): number {
    return this.starts.length
  }

  /** Rows from index `from` (from 0) up to, but not including, `to`. */
  slice(from: number, to: number): FileRow[] {
    return this.starts.slice(from, to).map((start, index) => {
      const end = this.starts[from + index + 1] ?? this.bytes.length
      const [no, ...cells] = JSON.parse(this.bytes.toString('utf8', start, end)) as [number, ...string[]]
      return { no, cells }
    })
  }

  /** Duplicate values in the given columns, by row: the number of the first row with the same value. */
  async doubles(columns: readonly number[]): Promise<Map<number, { column: number; first: number }[]>> {
    const found = new Map<number, { column: number; first: number }[]>()
    const seen = new Map<string, number>()
    if (columns.length === 0) return found
    for (let from = 0; from < this.count; from += LINES_AT_ONCE) {
      for (const { no, cells } of this.slice(from, from + LINES_AT_ONCE))
        for (const column of columns) {
          const value = cells[column]
          if (!value) continue
          const key = `${column} ${value}`
          const first = seen.get(key)
          if (first === undefined) seen.set(key, no)
          else found.set(no, [...(found.get(no) ?? []), { column, first }])
        }
      await breathe()
    }
    return found
  }
}
