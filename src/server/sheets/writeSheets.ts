/** Writes a workbook whose every cell is text; runs in a thread. */
import writeWorkbook, { type Cell } from 'write-excel-file/node'
import type { CellOut, SheetOut } from './sheets.ts'

const LOOKS = {
  heading: { fontWeight: 'bold', backgroundColor: '#eaf4ff' },
  required: { fontWeight: 'bold', backgroundColor: '#eaf4ff', textColor: '#c1272d' },
  remark: { textColor: '#5f6a7f' },
  bad: { textColor: '#c1272d' },
} as const

/** `@` keeps what is typed over it text as well: no 1.38E+10. */
const cellOf = (cell: CellOut | string): Cell => {
  const { text, look } = typeof cell === 'string' ? { text: cell, look: undefined } : cell
  return { value: text, type: String, format: '@', ...(look ? LOOKS[look] : {}) }
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
