/** The parts of a body in multipart (RFC 2046, 7578), within bounds: a reader of one body in memory that copies no part. */

export interface Part {
  name: string
  fileName: string
  /** By which a report may refer to it, without angle brackets. */
  contentId: string
  /** The media type, in lower case; empty where it says none. */
  type: string
  body: Buffer
}
/** Why it is none: no boundary, no last boundary, more parts than allowed, headers that are none or too long. */
export type NoParts = 'boundary' | 'cut' | 'tooMany' | 'headers'

const PARTS_MAX = 16
const HEADERS_MAX = 2048
const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))/i
const HEADER = /^([\w-]+):[ \t]*(.*)$/

export function readParts(contentType: string, body: Buffer): Part[] | NoParts {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return 'boundary'
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first may stand at the very beginning, without the line break before it.
  const isFirst = body.subarray(0, mark.length - 2).equals(mark.subarray(2))
  let at = isFirst ? mark.length - 2 : after(body, mark, 0)
  const parts: Part[] = []
  while (at >= 0) {
    const rest = body.toString('latin1', at, at + 2)
    if (rest === '--') return parts
    if (rest !== '\r\n') return 'cut'
    const end = body.indexOf(mark, at)
    if (end < 0) return 'cut'
    if (parts.length >= PARTS_MAX) return 'tooMany'
    const part = readPart(body.subarray(at + 2, end))
    if (!part) return 'headers'
    parts.push(part)
    at = end + mark.length
  }
  return 'cut'
}

function after(body: Buffer, mark: Buffer, from: number): number {
  const at = body.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

function readPart(bytes: Buffer): Part | null {
  // A part without headers begins with the empty line.
  const end = bytes.subarray(0, 2).equals(Buffer.from('\r\n')) ? -2 : bytes.indexOf('\r\n\r\n')
  if (end > HEADERS_MAX || end === -1) return null
  const headers = new Map<string, string>()
  for (const line of end < 0 ? [] : bytes.toString('utf8', 0, end).split('\r\n')) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined) return null
    headers.set(name.toLowerCase(), value!)
  }
  const disposition = headers.get('content-disposition') ?? ''
  const of = (name: string): string => new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1] ?? ''
  return {
    ...{ name: of('name'), fileName: of('filename') },
    contentId: (headers.get('content-id') ?? '').trim().replace(/^<(.*)>$/, '$1'),
    type: (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase(),
    body: bytes.subarray(end < 0 ? 2 : end + 4),
  }
}
