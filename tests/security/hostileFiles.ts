/** Files that are not of their claimed type, and bodies that send them unchanged. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Part of everything that must not run and must not be repeated in an answer. */
export const MARK = 'k7upload'
export const SCRIPT = `<script>${MARK}=1</script>`

export interface Part {
  field?: string
  name?: string
  type?: string | null
  bytes: Uint8Array | string
}
export const BOUNDARY = 'k7boundary'
/** Parts as they are sent; names are inserted unescaped. */
export const bodyOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ field = 'file', name, type = 'application/octet-stream', bytes }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(bytes as Uint8Array),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
export const plain = (format: 'jpeg' | 'png', side = 200): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#3a6' } })
    .toFormat(format)
    .toBuffer()
/** A picture of a few bytes that claims to have 60 000 × 60 000 pixels. */
function hugePng(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(60_000, 0)
  head.writeUInt32BE(60_000, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** A zip whose single entry claims to unpack to 4 GB. */
function zipBomb(name: string): Buffer {
  const [packed, file] = [deflateSync(Buffer.alloc(1_000_000)), Buffer.from(name)]
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(0xfffffff0, 22)
  local.writeUInt16LE(file.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(0xfffffff0, 24)
  central.writeUInt16LE(file.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + file.length, 12)
  end.writeUInt32LE(30 + file.length + packed.length, 16)
  return Buffer.concat([local, file, packed, central, file, end])
}

/** Files of no type that any route accepts, with names of such types. */
export async function liars(): Promise<[string, Part][]> {
  const jpeg = await plain('jpeg')
  const gif = Buffer.concat([Buffer.from('GIF89a=1;/*'), Buffer.alloc(20), Buffer.from(`*/${MARK}=1//`)])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${MARK}=1">${SCRIPT}</svg>`
  return [
    ['HTML as .png', { name: 'a.png', type: 'image/png', bytes: `<!doctype html>${SCRIPT}` }],
    ['HTML as .jpg', { name: 'a.jpg', type: 'image/jpeg', bytes: SCRIPT }],
    ['HTML as .xlsx', { name: 'a.xlsx', bytes: SCRIPT }],
    ['HTML as .pdf', { name: 'a.pdf', type: 'application/pdf', bytes: SCRIPT }],
    ['HTML', { name: 'a.html', type: 'text/html', bytes: SCRIPT }],
    ['SVG', { name: 'a.svg', type: 'image/svg+xml', bytes: svg }],
    ['SVG as .png', { name: 'a.png', type: 'image/png', bytes: svg }],
    ['GIF and script', { name: 'a.gif', type: 'image/gif', bytes: gif }],
    ['GIF and script as .jpg', { name: 'a.jpg', type: 'image/jpeg', bytes: gif }],
    ['a program as .png', { name: 'a.png', bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]) }],
    ['a program', { name: 'a.exe', bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]) }],
    ['a huge picture', { name: 'a.png', type: 'image/png', bytes: hugePng() }],
    ['half a picture', { name: 'a.jpg', type: 'image/jpeg', bytes: jpeg.subarray(0, jpeg.length >> 1) }],
    ['nothing', { name: 'a.png', bytes: '' }],
    ['nothing as .xlsx', { name: 'a.xlsx', bytes: '' }],
    ['a bomb as .xlsx', { name: 'a.xlsx', bytes: zipBomb('xl/workbook.xml') }],
    ['half a zip', { name: 'a.xlsx', bytes: zipBomb('x').subarray(0, 200) }],
    ['too much', { name: 'a.png', bytes: Buffer.alloc(11 * 1024 * 1024, 1) }],
  ]
}
