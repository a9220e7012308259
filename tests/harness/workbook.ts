/** Workbooks written part by part, so that they can be inconsistent. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  content: string | Buffer
  /** The size in the directory instead of the real one. */
  claims?: number
  flags?: number
}
/** A hand-made zip, so that it can be inconsistent. */
export function zip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claims, flags = 0 } of parts) {
    const [plain, title] = [Buffer.from(content as string), Buffer.from(name)]
    const packed = deflateRawSync(plain)
    const size = claims ?? plain.length
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(plain), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    local.copy(entry, 10, 8, 28)
    entry.writeUInt16LE(title.length, 28)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, title)
    locals.push(local, title, packed)
    at += 30 + title.length + packed.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, table, end])
}
const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
export function workbook(sheetData: string, more: Part[] = [], sharedStrings = ''): Buffer {
  const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${NS} xmlns:r="${REL}"><sheets><sheet name="__proto__" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${NS}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst ${NS}>${sharedStrings}</sst>` },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet ${NS}><sheetData>${sheetData}</sheetData></worksheet>` },
    ...more,
  ])
}
export const lettersOf = (column: number): string =>
  column > 26
    ? lettersOf(Math.floor((column - 1) / 26)) + lettersOf(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)
export const rowOf = (row: number, words: readonly string[]): string =>
  `<row r="${row}">${words.map((word, at) => text(`${lettersOf(at + 1)}${row}`, word)).join('')}</row>`
export const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
