/** Checks the references of one sheet's cells, before a reader allocates memory for the gaps between them. */
import { Refusal } from '#model/error.ts'

/** Rows of data, without the heading. */
export const MAX_ROWS = 50_000
/** The maximum number of headings, and of cells in a row. */
export const MAX_COLUMNS = 200
/** A spreadsheet's own limit for the text of one cell. */
export const MAX_CELL_CHARACTERS = 32_767
/** The reader allocates a rectangle: last row times last column. */
const MAX_RECTANGLE = 4_000_000
/** The last column of a spreadsheet, XFD, and its last row. */
const LAST_COLUMN = 16_384
const LAST_ROW = 1_048_576

const many = (count: number): string => count.toLocaleString('en-US')

export const tooManyRows = (): Refusal =>
  new Refusal('too_large', { text: [`数据不能超过${many(MAX_ROWS)}行`, `At most ${many(MAX_ROWS)} rows`] })
const badReference = (reference: string): Refusal => {
  const shown = reference.slice(0, 20)
  return new Refusal('invalid', {
    text: [
      `单元格位置“${shown}”不存在，表格最多到 XFD1048576`,
      `There is no cell "${shown}": a sheet ends at XFD1048576`,
    ],
  })
}
const tooWide = (reference: string): Refusal =>
  new Refusal('too_large', {
    text: [
      `单元格 ${reference} 离数据太远，请删除多余的行和列后重新上传`,
      `The cell ${reference} is too far from the data; delete the rows and columns that are not needed`,
    ],
  })

const LESS_THAN = 0x3c
const [C, R, O, W] = [0x63, 0x72, 0x6f, 0x77]
// In the reader's way: names are compared including their prefix, and end at any non-name character.
const endsName = (byte: number): boolean => byte <= 0x20 || byte === 0x2f || byte === 0x3e
const ATTRIBUTE = /\s+([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/y
const REFERENCE = /^([A-Z]{1,3})([1-9]\d{0,6})$/

/**
 * The sheet with a reference in each cell, as its reader needs it, and with errors such as `#N/A` as text, which the reader
 * would drop. Throws when a row or a cell lies outside of a sheet, when there are too many rows, or when the rectangle is
 * too large.
 */
export function checkedCells(sheet: Buffer): Buffer {
  if (!sheet.includes('<sheetData')) return sheet
  const rewritten = new Rewritten(sheet)
  let [rows, lastRow, lastColumn, row, column] = [0, 0, 0, 0, 0]
  let farthest = 'A1'
  for (let at = sheet.indexOf(LESS_THAN); at >= 0; at = sheet.indexOf(LESS_THAN, at + 1)) {
    const first = sheet[at + 1]
    if (first === C && endsName(sheet[at + 2] ?? 0)) {
      const { r, empty, errorAt } = attributesOf(sheet, at + 2)
      const [, letters, digits] = REFERENCE.exec(r ?? lettersOf(column + 1) + row) ?? []
      ;[column, row] = [columnOf(letters ?? ''), Number(digits)]
      if (!letters || column > LAST_COLUMN || row > LAST_ROW) throw badReference(r ?? `${column}`)
      if (row > lastRow) lastRow = row
      if (!empty && column > lastColumn) [lastColumn, farthest] = [column, `${letters}${row}`]
      if (r === undefined) rewritten.replace(at + 2, at + 2, ` r="${letters}${row}"`)
      if (errorAt !== null) rewritten.replace(errorAt, errorAt + 1, 'str')
    } else if (first === R && sheet[at + 2] === O && sheet[at + 3] === W && endsName(sheet[at + 4] ?? 0)) {
      const { r } = attributesOf(sheet, at + 4)
      if (r !== undefined && !/^[1-9]\d{0,6}$/.test(r)) throw badReference(r)
      rows += 1
      ;[row, column] = [r === undefined ? row + 1 : Number(r), 0]
      lastRow = Math.max(lastRow, row)
    }
    // Readers fill the gap above a row with empty rows.
    if (rows > MAX_ROWS + 1 || lastRow > MAX_ROWS + 1) throw tooManyRows()
  }
  if (Math.max(rows, lastRow) * lastColumn > MAX_RECTANGLE) throw tooWide(farthest)
  return rewritten.whole()
}

/** Collects replacements, in order; the sheet itself where there are none. */
class Rewritten {
  private readonly pieces: Buffer[] = []
  private copied = 0
  private readonly sheet: Buffer

  constructor(sheet: Buffer) {
    this.sheet = sheet
  }

  replace(from: number, to: number, text: string): void {
    this.pieces.push(this.sheet.subarray(this.copied, from), Buffer.from(text))
    this.copied = to
  }

  whole(): Buffer {
    return this.pieces.length ? Buffer.concat([...this.pieces, this.sheet.subarray(this.copied)]) : this.sheet
  }
}

/** `A` for 1, `AA` for 27. */
export function lettersOf(column: number): string {
  const above = Math.floor((column - 1) / 26)
  return (above > 0 ? lettersOf(above) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

/** The `r` attribute of a tag, where it says that the cell is an error, and whether the tag is self-closing. Invalid XML is refused, because readers could disagree on it. */
function attributesOf(sheet: Buffer, from: number): { r: string | undefined; errorAt: number | null; empty: boolean } {
  const end = sheet.indexOf('>', from)
  const text = sheet.toString('latin1', from, end < 0 ? from : Math.min(end, from + 4096))
  let r: string | undefined
  let errorAt: number | null = null
  let at = 0
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(text)
    if (!found) break
    at = ATTRIBUTE.lastIndex
    const value = found[2] ?? found[3]
    if (found[1] === 'r') r ??= value
    if (found[1] === 't' && value === 'e') errorAt = from + at - 2
  }
  const rest = text.slice(at).trim()
  if (end < 0 || end > from + 4096 || (rest !== '' && rest !== '/')) throw badReference(text.trim())
  return { r, errorAt, empty: rest === '/' }
}
