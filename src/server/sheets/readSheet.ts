/** Reads the first sheet of a file into text cells; runs in a thread. */
import { readSheet as readWorkbook } from 'read-excel-file/universal'
import { Refusal } from '#model/error.ts'
import { decodeText, parseCsv } from './csv.ts'
import { withoutNeutral } from './formula.ts'
import type { SheetRows } from './sheets.ts'
import { checkWorkbook, MAX_PACKED_BYTES, MAX_ROWS, notWorkbook, tooManyRows } from './zipBudget.ts'

const OLD_EXCEL = 'd0cf11e0'
/** From here on a spreadsheet has rounded the number: it keeps 15 digits. */
const ROUNDED_FROM = 1e15

/** The template's example, when it was left in. */
const EXAMPLE = /^(示例|example)\s*[:：]/i

const wrongKind = (zh: string, en: string): Refusal => new Refusal('unsupported_media', { text: [zh, en] })

export async function readSheet(bytes: Buffer<ArrayBuffer>, fileName: string): Promise<SheetRows> {
  if (bytes.length > MAX_PACKED_BYTES) throw new Refusal('too_large')
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase()
  if (bytes.toString('hex', 0, 4) === OLD_EXCEL)
    throw wrongKind(
      '旧版 .xls 或加密的表格无法读取，请另存为不加密的 .xlsx',
      'Old .xls and encrypted workbooks cannot be read; save it as a plain .xlsx',
    )
  if (ending !== 'xlsx' && ending !== 'csv')
    throw wrongKind('只支持 .xlsx 和 .csv 文件', 'Only .xlsx and .csv files are accepted')
  const rows = ending === 'xlsx' ? await workbookRows(bytes) : csvRows(bytes)
  return pack(rows)
}

async function workbookRows(bytes: Buffer<ArrayBuffer>): Promise<string[][]> {
  checkWorkbook(bytes)
  const found = await readWorkbook<string>(new Blob([bytes]), { parseNumber: numberText, trim: false }).catch(() => {
    throw notWorkbook()
  })
  return found.map(row => row.map(textOf))
}

function csvRows(bytes: Buffer): string[][] {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') throw notCsv()
  return parseCsv(decodeText(bytes))
}
const notCsv = (): Refusal => wrongKind('文件不是 .csv 文本', 'The file is not a .csv text')

/** Digit by digit; one that was rounded is written as such, so that no field takes it for what was meant. */
function numberText(digits: string): string {
  const number = Number(digits)
  return Math.abs(number) >= ROUNDED_FROM ? number.toExponential() : String(number)
}

/** What a person sees in the cell, without what the sheet's format adds. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    // A sheet's dates have no zone: the library gives the wall clock as if it were UTC.
    const wall = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
    return wall.slice(11, 19) === '00:00:00' ? wall.slice(0, 10) : `${wall.slice(0, 10)} ${wall.slice(11, 19)}`
  }
  return String(cell)
}

function pack(rows: string[][]): SheetRows {
  const lines: string[] = []
  let heading: string[] | undefined
  for (const [index, row] of rows.entries()) {
    const cells = row.map(cell => withoutNeutral(cell.trim()))
    if (cells.every(cell => cell === '')) continue
    if (!heading) heading = cells
    else if (!EXAMPLE.test(cells[0]!)) lines.push(JSON.stringify([index + 1, ...cells]))
  }
  if (lines.length > MAX_ROWS) throw tooManyRows()
  return { heading: heading ?? [], count: lines.length, lines: Uint8Array.from(Buffer.from(lines.join('\n'))) }
}
