/** Writes the parts of a zip, each whole or in pieces, and the directory at its end. */
import { crc32 } from 'node:zlib'

export interface ZipPart {
  name: string
  content: Buffer
}

const STORED = 0
const DEFLATED = 8
/** Names are UTF-8; the sizes of a part that is written in pieces follow it. */
const UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
/** 1 January 1980, the earliest day of a zip: the same content is the same file. */
const DAY = 0x0021

/** The directory of what was written so far; `at` is the length of the file. */
export class ZipDirectory {
  private readonly entries: Buffer[] = []
  private count = 0
  private at = 0

  /** The bytes of a whole part, not compressed. */
  part({ name, content }: ZipPart): Buffer[] {
    const sizes = { crc: crc32(content), packed: content.length, unpacked: content.length }
    const header = this.header(name, STORED, UTF8, sizes)
    this.written(name, STORED, UTF8, sizes, header.length + content.length)
    return [header, content]
  }

  /** The header of a part whose compressed pieces follow. */
  begin(name: string): Buffer {
    return this.header(name, DEFLATED, UTF8 | SIZES_FOLLOW, { crc: 0, packed: 0, unpacked: 0 })
  }

  /** What follows the last piece. */
  finish(name: string, sizes: Sizes): Buffer {
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    writeSizes(descriptor, 4, sizes)
    const header = 30 + Buffer.byteLength(name)
    this.written(name, DEFLATED, UTF8 | SIZES_FOLLOW, sizes, header + sizes.packed + descriptor.length)
    return descriptor
  }

  end(): Buffer {
    const directory = Buffer.concat(this.entries)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.count, 8)
    end.writeUInt16LE(this.count, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.at, 16)
    return Buffer.concat([directory, end])
  }

  private header(name: string, method: number, flags: number, sizes: Sizes): Buffer {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    writeMethod(local, 6, { name, method, flags, sizes })
    return Buffer.concat([local, Buffer.from(name)])
  }

  private written(name: string, method: number, flags: number, sizes: Sizes, length: number): void {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    writeMethod(entry, 8, { name, method, flags, sizes })
    entry.writeUInt32LE(this.at, 42)
    this.entries.push(entry, Buffer.from(name))
    this.count += 1
    this.at += length
  }
}

export interface Sizes {
  crc: number
  packed: number
  unpacked: number
}
function writeSizes(to: Buffer, at: number, { crc, packed, unpacked }: Sizes): void {
  to.writeUInt32LE(crc, at)
  to.writeUInt32LE(packed, at + 4)
  to.writeUInt32LE(unpacked, at + 8)
}
/** What the header of a part and its entry in the directory have in common. */
function writeMethod(
  to: Buffer,
  at: number,
  { name, method, flags, sizes }: { name: string; method: number; flags: number; sizes: Sizes },
): void {
  to.writeUInt16LE(flags, at)
  to.writeUInt16LE(method, at + 2)
  to.writeUInt16LE(DAY, at + 6)
  writeSizes(to, at + 8, sizes)
  to.writeUInt16LE(Buffer.byteLength(name), at + 20)
}

export function storedZip(parts: readonly ZipPart[]): Buffer<ArrayBuffer> {
  const directory = new ZipDirectory()
  const pieces = parts.flatMap(part => directory.part(part))
  return Buffer.concat([...pieces, directory.end()])
}
