/** Writes a workbook of one sheet row by row: an export of a million rows is never whole in memory. */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { lettersOf, MAX_CELL_CHARACTERS } from './cellBudget.ts'
import { ZipDirectory } from './storedZip.ts'
import { writable } from './writeSheets.ts'

/** A number is written as one, so that it can be added up; everything else is text, so that none is rewritten. */
export interface TableCell {
  text: string
  number?: boolean
}

const SHEET = 'xl/worksheets/sheet1.xml'
const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const [TEXT, HEADING, NUMBER] = [1, 2, 3]
/** `@` (49) also keeps what is typed over it as text. */
const STYLES = `<styleSheet xmlns="${NS}"><fonts count="2"><font/><font><b/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf fontId="1" numFmtId="49" applyFont="1" applyNumberFormat="1"/><xf numFmtId="0"/></cellXfs></styleSheet>`

const escaped = (text: string): string =>
  writable(text)
    // `_x0041_` would be read as the character with that number.
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')

const PIECE_CHARACTERS = 256 * 1024
const pack = promisify<Buffer, { finishFlush: number }, Buffer>(deflateRaw)
/** A last block without content, which ends what was packed piece by piece. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

export class WorkbookStream {
  private readonly write: (bytes: Buffer) => Promise<void>
  private readonly directory = new ZipDirectory()
  private readonly sizes = { crc: 0, packed: 0, unpacked: 0 }
  private waiting = ''
  private row = 0
  private letters: string[] = []

  constructor(write: (bytes: Buffer) => Promise<void>) {
    this.write = write
  }

  /** The parts around the sheet, and its first row, which stays in sight. */
  async begin(name: string, headings: readonly { text: string; width: number }[]): Promise<void> {
    for (const [part, content] of Object.entries(aroundSheet(name)))
      for (const bytes of this.directory.part({ name: part, content: Buffer.from(DECLARATION + content) }))
        await this.write(bytes)
    await this.write(this.directory.begin(SHEET))
    this.letters = headings.map((_heading, at) => lettersOf(at + 1))
    const columns = headings.map(
      ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
    )
    this.waiting = `${DECLARATION}<worksheet xmlns="${NS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
    this.add(headings, HEADING)
  }

  async rows(rows: readonly (readonly TableCell[])[]): Promise<void> {
    for (const cells of rows) {
      this.add(cells, TEXT)
      if (this.waiting.length >= PIECE_CHARACTERS) await this.flush()
    }
  }

  async end(): Promise<void> {
    this.waiting += '</sheetData></worksheet>'
    await this.flush()
    this.sizes.packed += LAST_BLOCK.length
    await this.write(Buffer.concat([LAST_BLOCK, this.directory.finish(SHEET, this.sizes), this.directory.end()]))
  }

  private add(cells: readonly TableCell[], style: number): void {
    this.row += 1
    const written = cells.map(({ text, number }, at) => {
      if (text === '') return ''
      const place = `r="${this.letters[at]}${this.row}"`
      if (number) return `<c ${place} s="${NUMBER}"><v>${text}</v></c>`
      const shown = escaped(text.slice(0, MAX_CELL_CHARACTERS))
      return `<c ${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`
    })
    this.waiting += `<row r="${this.row}">${written.join('')}</row>`
  }

  /** Packed on a thread of the process, and joined where a piece ends on a whole byte. */
  private async flush(): Promise<void> {
    const plain = Buffer.from(this.waiting)
    this.waiting = ''
    const packed = await pack(plain, { finishFlush: constants.Z_SYNC_FLUSH })
    this.sizes.crc = crc32(plain, this.sizes.crc)
    this.sizes.unpacked += plain.length
    this.sizes.packed += packed.length
    await this.write(packed)
  }
}

const aroundSheet = (name: string): Record<string, string> => {
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...of: string[]): string =>
    `<Relationships xmlns="${PACKAGE}/relationships">${of.join('')}</Relationships>`
  const typed = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  // A sheet is named by at most 31 characters, none of these.
  const sheet = escaped(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)).replaceAll('"', '&quot;')
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${typed('xl/workbook.xml', 'sheet.main')}${typed('xl/styles.xml', 'styles')}${typed(SHEET, 'worksheet')}</Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${NS}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml'),
      relation(2, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': STYLES,
  }
}
