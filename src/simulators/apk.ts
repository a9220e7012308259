/** Creates a small APK: a zip with a manifest in Android's binary XML and optional filler. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'

export interface ApkOptions {
  packageName: string
  versionName: string
  versionCode: number
  /** Incompressible bytes, to make it as large as needed. */
  weight?: number
  utf16?: boolean
}
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value | 0)
  return bytes
}
const chunk = (type: number, head: Buffer, body: Buffer): Buffer =>
  Buffer.concat([u16(type), u16(8 + head.length), u32(8 + head.length + body.length), head, body])

function manifestOf({ packageName, versionName, versionCode, utf16 }: ApkOptions): Buffer {
  // Attributes with a resource id come first: versionCode, versionName, minSdkVersion.
  const strings = [
    'versionCode',
    'versionName',
    'minSdkVersion',
    'manifest',
    'uses-sdk',
    'package',
    packageName,
    versionName,
  ]
  const offsets: Buffer[] = []
  const data: Buffer[] = []
  let at = 0
  for (const word of strings) {
    offsets.push(u32(at))
    const bytes = utf16
      ? Buffer.concat([u16(word.length), Buffer.from(word, 'utf16le'), u16(0)])
      : Buffer.concat([Buffer.from([word.length, Buffer.byteLength(word)]), Buffer.from(word), Buffer.from([0])])
    data.push(bytes)
    at += bytes.length
  }
  const padded = Buffer.concat([...data, Buffer.alloc((4 - (at % 4)) % 4)])
  const pool = chunk(
    0x0001,
    Buffer.concat([u32(strings.length), u32(0), u32(utf16 ? 0 : 0x100), u32(28 + strings.length * 4), u32(0)]),
    Buffer.concat([...offsets, padded]),
  )
  const resources = chunk(0x0180, Buffer.alloc(0), Buffer.concat([0x0101021b, 0x0101021c, 0x0101020c].map(u32)))
  const attribute = (name: number, raw: number, type: number, value: number): Buffer =>
    Buffer.concat([u32(-1), u32(name), u32(raw), u16(8), Buffer.from([0, type]), u32(value)])
  const element = (name: number, attributes: Buffer[]): Buffer =>
    chunk(
      0x0102,
      Buffer.concat([u32(1), u32(-1)]),
      Buffer.concat([
        u32(-1),
        u32(name),
        u16(20),
        u16(20),
        u16(attributes.length),
        u16(0),
        u16(0),
        u16(0),
        ...attributes,
      ]),
    )
  const body = Buffer.concat([
    pool,
    resources,
    element(3, [attribute(0, -1, 0x10, versionCode), attribute(1, 7, 0x03, 7), attribute(5, 6, 0x03, 6)]),
    element(4, [attribute(2, -1, 0x10, 24)]),
  ])
  return chunk(0x0003, Buffer.alloc(0), body)
}

export function apkOf(options: ApkOptions): Buffer {
  const files: [name: string, bytes: Buffer, packed: boolean][] = [
    ['classes.dex', randomBytes(options.weight ?? 2000), false],
    ['AndroidManifest.xml', manifestOf(options), true],
  ]
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, bytes, packed] of files) {
    const body = packed ? deflateRawSync(bytes) : bytes
    const shared = [
      u16(packed ? 8 : 0),
      u32(0),
      u32(crc32(bytes)),
      u32(body.length),
      u32(bytes.length),
      u16(name.length),
    ]
    const local = Buffer.concat([u32(0x04034b50), u16(20), u16(0), ...shared, u16(0), Buffer.from(name), body])
    directory.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(20),
        u16(20),
        u16(0),
        ...shared,
        u16(0),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(at),
        Buffer.from(name),
      ]),
    )
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(files.length),
    u16(files.length),
    u32(central.length),
    u32(at),
    u16(0),
  ])
  return Buffer.concat([...parts, central, end])
}
