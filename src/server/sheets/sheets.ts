/** The port for spreadsheets, which are read and written on threads outside the event loop. */
import { makeThreads, type ThreadLimits } from '../pool/threads.ts'
import type { SheetTask } from './SheetTask.ts'

/** Cells of a sheet as text: dates as `yyyy-MM-dd HH:mm:ss`, whole numbers with all digits. */
export interface SheetRows {
  /** At most `MAX_COLUMNS`. */
  heading: string[]
  count: number
  /** One JSON line for each row that is not blank: its number in the sheet, then its cells. */
  lines: Uint8Array<ArrayBuffer>
  /** Digest of the heading and all rows. */
  digest: string
}
export interface CellOut {
  text: string
  look?: 'heading' | 'required' | 'remark' | 'bad'
}
export interface SheetOut {
  name: string
  /** Widths of the columns in characters. */
  widths: number[]
  /** Number of frozen rows. */
  fixedRows: number
  rows: (CellOut | string)[][]
}
export interface Sheets {
  /**
   * Reads the first visible sheet of an .xlsx, or a .csv, from its headings on: the row with the most `known` ones. Refuses any
   * other file, a damaged one, and one that contains too much.
   */
  read(bytes: Uint8Array, fileName: string, known?: readonly string[]): Promise<SheetRows>
  /** Writes a workbook; every cell is text, so none is ever a formula. */
  write(sheets: SheetOut[]): Promise<Uint8Array>
}

const SCRIPT = new URL('./sheetThread.ts', import.meta.url)
// One at a time: the largest sheet needs about 270 MB while it is read.
const LIMITS = { atOnce: 1, queue: 8, memoryMb: 256, deadlineMs: 30_000 }

export function makeSheets(limits: Partial<ThreadLimits> = {}): Sheets {
  const threads = makeThreads({ ...LIMITS, ...limits })
  return {
    read(bytes, fileName, known = []) {
      const read = Uint8Array.from(bytes)
      return threads.run(SCRIPT, { read, fileName, known } satisfies SheetTask, [read.buffer])
    },
    write: sheets => threads.run(SCRIPT, { write: sheets } satisfies SheetTask),
  }
}
