/** Writes a workbook in which every cell is text; runs in a thread. */
import writeWorkbook, { type Cell } from 'write-excel-file/node'
import { MAX_CELL_CHARACTERS } from './cellBudget.ts'
import type { CellOut, SheetOut } from './sheets.ts'

const LOOKS = {
  heading: { fontWeight: 'bold', backgroundColor: '#eaf4ff' },
  required: { fontWeight: 'bold', backgroundColor: '#eaf4ff', textColor: '#c1272d' },
  remark: { textColor: '#5f6a7f' },
  bad: { textColor: '#c1272d' },
} as const

// XML cannot represent these characters, and a spreadsheet refuses the whole file for one of them.
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** A text without the characters that no XML can hold. */
export const writable = (text: string): string => text.replace(UNWRITABLE, '\ufffd')

/** The format `@` also keeps what is typed over it as text: no 1.38E+10. */
const cellOf = (cell: CellOut | string): Cell => {
  const { text, look } = typeof cell === 'string' ? { text: cell, look: undefined } : cell
  const value = writable(text.slice(0, MAX_CELL_CHARACTERS))
  return { value, type: String, format: '@', ...(look ? LOOKS[look] : {}) }
}

export async function writeSheets(sheets: SheetOut[]): Promise<Uint8Array<ArrayBuffer>> {
  const written = await writeWorkbook(
    sheets.map(sheet => ({
      data: sheet.rows.map(row => row.map(cellOf)),
      sheet: sheet.name,
      columns: sheet.widths.map(width => ({ width })),
      stickyRowsCount: sheet.fixedRows,
    })),
  ).toBuffer()
  return Uint8Array.from(written)
}
