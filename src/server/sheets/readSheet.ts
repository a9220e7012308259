/** Reads the first visible sheet of a file into text cells; runs in a thread. */
import { createHash } from 'node:crypto'
import { readSheet as readWorkbook } from 'read-excel-file/universal'
import { Refusal } from '#model/error.ts'
import { decodeText, parseCsv } from './csv.ts'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, MAX_ROWS, tooManyRows } from './cellBudget.ts'
import { withoutNeutral } from './formula.ts'
import type { SheetRows } from './sheets.ts'
import { fromHeading } from './fromHeading.ts'
import { checkedWorkbook, MAX_PACKED_BYTES, notWorkbook } from './zipBudget.ts'

const OLD_EXCEL = 'd0cf11e0'
/** Numbers from here on were rounded by the spreadsheet, which keeps 15 digits. */
const ROUNDED_FROM = 1e15

/** The template's example row, if it was left in. */
const EXAMPLE = /^(示例|example)\s*[:：]/i

const wrongKind = (zh: string, en: string): Refusal => new Refusal('unsupported_media', { text: [zh, en] })

export async function readSheet(
  bytes: Buffer<ArrayBuffer>,
  fileName: string,
  known: readonly string[],
): Promise<SheetRows> {
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
  return pack(rows, known)
}

async function workbookRows(bytes: Buffer<ArrayBuffer>): Promise<Iterable<string[]>> {
  const checked = checkedWorkbook(bytes)
  const book = new Blob([checked.bytes])
  const found = await readWorkbook<string>(book, checked.sheet, { parseNumber: numberText, trim: false }).catch(() => {
    throw notWorkbook()
  })
  return texts(found)
}

function* texts(rows: unknown[][]): Generator<string[]> {
  for (const [index, row] of rows.entries()) {
    // Frees each row as soon as it is text.
    rows[index] = []
    yield row.map(textOf)
  }
}

function csvRows(bytes: Buffer): Iterable<string[]> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') throw notCsv()
  return parseCsv(decodeText(bytes))
}
const notCsv = (): Refusal => wrongKind('文件不是 .csv 文本', 'The file is not a .csv text')

/** All digits; a rounded number is written in exponential form, so that its field refuses it. */
function numberText(digits: string): string {
  const number = Number(digits)
  return Math.abs(number) >= ROUNDED_FROM ? number.toExponential() : String(number)
}

/** The visible text of the cell, without its number format. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    // Dates of a sheet have no time zone: the library returns local time as if it were UTC.
    const wall = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
    return wall.slice(11, 19) === '00:00:00' ? wall.slice(0, 10) : `${wall.slice(0, 10)} ${wall.slice(11, 19)}`
  }
  return String(cell)
}

/** Headings are shortened: no label is longer. */
const HEADING_CHARACTERS = 100
/** The size of all rows together, as stored for their import. */
const MAX_BYTES = 32 * 1024 * 1024
const CHUNK = 1000

/** The text of a cell, cut at one character more than the limit, so that it is still refused as too long. */
const cellOf = (text: string): string => withoutNeutral(text.trim()).slice(0, MAX_CELL_CHARACTERS + 1)

/** Cells up to the last one that is not blank; of those beyond the last column only the first is kept. */
function cellsOf(row: readonly string[]): string[] {
  const cells = row.slice(0, MAX_COLUMNS).map(cellOf)
  const surplus = row.slice(MAX_COLUMNS).find(cell => cell.trim() !== '')
  if (surplus !== undefined) cells.push(cellOf(surplus))
  while (cells.at(-1) === '') cells.pop()
  return cells
}

function* numbered(rows: Iterable<string[]>): Generator<{ index: number; cells: string[] }> {
  let index = 0
  for (const row of rows) {
    index += 1
    const cells = cellsOf(row)
    if (cells.length > 0) yield { index, cells }
  }
}

function pack(rows: Iterable<string[]>, known: readonly string[]): SheetRows {
  const digest = createHash('sha256')
  const chunks: Buffer[] = []
  let lines: string[] = []
  let heading: string[] | undefined
  let [count, size] = [0, 0]
  const flush = (): void => {
    if (lines.length === 0) return
    const chunk = Buffer.from(`${chunks.length ? '\n' : ''}${lines.join('\n')}`)
    lines = []
    size += chunk.length
    if (size > MAX_BYTES)
      throw new Refusal('too_large', {
        text: [
          `表格内容超过 ${MAX_BYTES / 1048576} MB`,
          `The sheet contains more than ${MAX_BYTES / 1048576} MB of text`,
        ],
      })
    digest.update(chunk)
    chunks.push(chunk)
  }
  for (const { index, cells } of fromHeading(numbered(rows), known)) {
    if (!heading) {
      if (cells.length > MAX_COLUMNS) throw tooManyHeadings()
      heading = cells.map(cell => cell.slice(0, HEADING_CHARACTERS))
      digest.update(`${heading.join('\n')}\n`)
    } else if (!EXAMPLE.test(cells[0]!)) {
      count += 1
      if (count > MAX_ROWS) throw tooManyRows()
      // Blank cells at the end are missing in the file, but each row gets as many as the heading.
      while (cells.length < heading.length) cells.push('')
      lines.push(JSON.stringify([index, ...cells]))
      if (lines.length >= CHUNK) flush()
    }
  }
  flush()
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return { heading: heading ?? [], count, lines: whole, digest: digest.digest('base64url') }
}

const tooManyHeadings = (): Refusal =>
  new Refusal('invalid', {
    text: [
      `标题最多${MAX_COLUMNS}列，请删除多余的列后重新上传`,
      `At most ${MAX_COLUMNS} headings; delete the columns that are not needed`,
    ],
  })
