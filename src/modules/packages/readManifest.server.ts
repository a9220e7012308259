/**
 * Reads the identity of an APK: the central directory of the zip (APPNOTE 6.3.3, 4.3.12 and 4.3.16) leads to the
 * manifest, which is Android's binary XML (ResourceTypes.h: ResChunk_header, ResStringPool_header, ResXMLTree_attrExt).
 */
import { inflateRawSync } from 'node:zlib'

export interface Manifest {
  packageName: string
  /** Null when it is a reference to the resources, which are not read. */
  versionName: string | null
  versionCode: number | null
  minSdk: number | null
}
/** Reads part of the file; the result is shorter at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

const TAIL = 22 + 65_535
const MOST_DIRECTORY = 32 * 1024 * 1024
const MOST_MANIFEST = 2 * 1024 * 1024
const NAME = 'AndroidManifest.xml'

/** Null when it is not an APK with a readable manifest. */
export async function readManifest(readAt: ReadAt, size: number): Promise<Manifest | null> {
  const tail = await readAt(Math.max(0, size - TAIL), TAIL)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > tail.length) return null
  const [bytes, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (bytes > MOST_DIRECTORY || offset + bytes > size) return null
  const entry = entryIn(await readAt(offset, bytes))
  if (!entry || entry.packed > MOST_MANIFEST) return null
  const local = await readAt(entry.offset, 30)
  if (local.length < 30 || local.readUInt32LE(0) !== 0x04034b50) return null
  const packed = await readAt(entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), entry.packed)
  try {
    return manifestIn(entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MOST_MANIFEST }))
  } catch {
    return null
  }
}

function entryIn(directory: Buffer): { method: number; packed: number; offset: number } | null {
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const nameBytes = directory.readUInt16LE(at + 28)
    if (directory.toString('utf8', at + 46, at + 46 + nameBytes) === NAME)
      return {
        method: directory.readUInt16LE(at + 10),
        packed: directory.readUInt32LE(at + 20),
        offset: directory.readUInt32LE(at + 42),
      }
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return null
}

const CHUNK = { xml: 0x0003, strings: 0x0001, resources: 0x0180, element: 0x0102 } as const
const RESOURCE = { versionCode: 0x0101021b, versionName: 0x0101021c, minSdk: 0x0101020c } as const
const TYPE = { string: 0x03, decimal: 0x10, hex: 0x11 } as const

function manifestIn(xml: Buffer): Manifest | null {
  if (xml.readUInt16LE(0) !== CHUNK.xml) return null
  let strings: string[] = []
  let resources: number[] = []
  const found: Manifest = { packageName: '', versionName: null, versionCode: null, minSdk: null }
  for (let at = xml.readUInt16LE(2); at + 8 <= xml.length;) {
    const [type, head, bytes] = [xml.readUInt16LE(at), xml.readUInt16LE(at + 2), xml.readUInt32LE(at + 4)]
    if (bytes < 8) return null
    if (type === CHUNK.strings) strings = stringsIn(xml.subarray(at, at + bytes), head)
    else if (type === CHUNK.resources)
      resources = Array.from({ length: (bytes - head) / 4 }, (_, no) => xml.readUInt32LE(at + head + no * 4))
    else if (type === CHUNK.element) takeElement(xml.subarray(at + head, at + bytes), strings, resources, found)
    at += bytes
  }
  return found.packageName ? found : null
}

function takeElement(body: Buffer, strings: readonly string[], resources: readonly number[], found: Manifest): void {
  const name = strings[body.readUInt32LE(4)]
  if (name !== 'manifest' && name !== 'uses-sdk') return
  const [start, bytes, count] = [body.readUInt16LE(8), body.readUInt16LE(10), body.readUInt16LE(12)]
  for (let no = 0; no < count; no += 1) {
    const at = start + no * bytes
    const key = body.readUInt32LE(at + 4)
    const raw = body.readInt32LE(at + 8)
    const [type, data] = [body.readUInt8(at + 15), body.readUInt32LE(at + 16)]
    const word = raw >= 0 ? strings[raw] : type === TYPE.string ? strings[data] : undefined
    const number = type === TYPE.decimal || type === TYPE.hex ? data : null
    if (name === 'manifest' && strings[key] === 'package') found.packageName = word ?? ''
    if (resources[key] === RESOURCE.versionCode) found.versionCode = number
    if (resources[key] === RESOURCE.versionName) found.versionName = word ?? null
    if (resources[key] === RESOURCE.minSdk) found.minSdk = number
  }
}

function stringsIn(pool: Buffer, head: number): string[] {
  const [count, flags, start] = [pool.readUInt32LE(8), pool.readUInt32LE(16), pool.readUInt32LE(20)]
  const utf8 = (flags & 0x100) !== 0
  return Array.from({ length: Math.min(count, 100_000) }, (_, no) => {
    let at = start + pool.readUInt32LE(head + no * 4)
    const length = (): number => {
      if (utf8) {
        const first = pool.readUInt8(at++)
        return first & 0x80 ? ((first & 0x7f) << 8) | pool.readUInt8(at++) : first
      }
      const first = pool.readUInt16LE(at)
      at += 2
      if (!(first & 0x8000)) return first
      at += 2
      return ((first & 0x7fff) << 16) | pool.readUInt16LE(at - 2)
    }
    if (!utf8) {
      const units = length()
      return pool.toString('utf16le', at, at + units * 2)
    }
    length()
    const bytes = length()
    return pool.toString('utf8', at, at + bytes)
  })
}
