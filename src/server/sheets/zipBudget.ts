/** Checks a workbook's zip by its directory before anything is unpacked, and then that entries have the declared sizes. */
import { inflateRawSync } from 'node:zlib'
import { Refusal } from '#model/error.ts'
import { checkedCells } from './cellBudget.ts'
import { storedZip } from './storedZip.ts'

export const MAX_PACKED_BYTES = 10 * 1024 * 1024
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
const MAX_ENTRIES = 1000

const BOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const STORED = 0
const DEFLATED = 8
/** A size of this value means that the true one is in a zip64 record. */
const ZIP64 = 0xffffffff

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  at: number
}

export const notWorkbook = (): Refusal =>
  new Refusal('invalid', { text: ['文件不是有效的 .xlsx 表格', 'The file is not a valid .xlsx workbook'] })

/**
 * The workbook as its reader takes it: the file itself, or written anew where cells had to be mended; and its first visible
 * sheet, from 1. Throws a refusal when it is damaged, encrypted, declares wrong sizes, or would unpack to too much.
 */
export function checkedWorkbook(file: Buffer<ArrayBuffer>): { bytes: Buffer<ArrayBuffer>; sheet: number } {
  const entries = directoryOf(file)
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new Refusal('too_large', {
      text: [
        `表格解开后为 ${Math.ceil(unpacked / 1048576)} MB，最多 ${MAX_UNPACKED_BYTES / 1048576} MB`,
        `The workbook unpacks to ${Math.ceil(unpacked / 1048576)} MB; at most ${MAX_UNPACKED_BYTES / 1048576} MB`,
      ],
    })
  if (!entries.some(entry => entry.name === BOOK)) throw notWorkbook()
  let mended = false
  const parts = entries.map(entry => {
    const content = unpack(file, entry)
    // A workbook may use any of its entries as a sheet.
    const checked = /\.xml(\.rels)?$/.test(entry.name) ? checkedCells(content) : content
    mended ||= checked !== content
    return { name: entry.name, content: checked }
  })
  const contentOf = (name: string): string => parts.find(part => part.name === name)?.content.toString() ?? ''
  return { bytes: mended ? storedZip(parts) : file, sheet: visibleSheet(contentOf(BOOK), contentOf(RELATIONS)) }
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w+:)?${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean)
/** The place, from 1, of the first sheet that is neither hidden nor a chart; 1 where every one is. */
function visibleSheet(book: string, relations: string): number {
  const charts = new Set(
    (relations.match(/<Relationship\s[^>]*>/g) ?? [])
      .filter(tag => !/\/worksheet$/.test(attribute(tag, 'Type') ?? ''))
      .map(tag => attribute(tag, 'Id')),
  )
  const sheets = (book.match(/<sheet\s[^>]*>/g) ?? []).filter(tag => attribute(tag, 'name'))
  const shown = sheets.findIndex(
    tag => !/hidden/i.test(attribute(tag, 'state') ?? '') && !charts.has(attribute(tag, 'id') ?? ''),
  )
  return Math.max(0, shown) + 1
}

/** The entries in the directory at the end of a zip. Throws when it is damaged, encrypted or too long. */
export function directoryOf(file: Buffer): Entry[] {
  if (file.length < 22 || file.readUInt32LE(0) !== LOCAL_HEADER) throw notWorkbook()
  // The end record is the last one; a comment of at most 65,535 bytes may follow it.
  let end = file.length - 22
  while (end >= Math.max(0, file.length - 22 - 0xffff) && file.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1
  if (end < 0 || file.readUInt32LE(end) !== END_OF_DIRECTORY) throw notWorkbook()
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count === 0 || count > MAX_ENTRIES || at >= end) throw notWorkbook()
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw notWorkbook()
    const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)]
    const [packed, unpacked] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    const nameBytes = file.readUInt16LE(at + 28)
    const encrypted = (flags & 1) !== 0
    if (encrypted || packed === ZIP64 || unpacked === ZIP64 || (method !== STORED && method !== DEFLATED))
      throw notWorkbook()
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameBytes),
      method,
      packed,
      unpacked,
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** The entry's content, never more than its directory declares. */
function unpack(file: Buffer, entry: Entry): Buffer {
  if (entry.at + 30 > file.length || file.readUInt32LE(entry.at) !== LOCAL_HEADER) throw notWorkbook()
  const from = entry.at + 30 + file.readUInt16LE(entry.at + 26) + file.readUInt16LE(entry.at + 28)
  if (from + entry.packed > file.length) throw notWorkbook()
  const packed = file.subarray(from, from + entry.packed)
  let content = packed
  try {
    if (entry.method === DEFLATED) content = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpacked) })
  } catch {
    throw notWorkbook()
  }
  if (content.length !== entry.unpacked) throw notWorkbook()
  return content
}
