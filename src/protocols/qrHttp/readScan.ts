/** The two wires of QR readers over HTTP, read into one form: a POST with `&&` between its fields, and a GET with a query. */
import type { DeviceRequest } from '#model/deviceHttp.ts'
import type { Input } from '#model/row.ts'
import { statedTime, type StatedMs } from '#model/statedTime.ts'

export interface Scan {
  wire: 'form' | 'query'
  serial: string
  /** Empty when the reader only asks whether there is something to do. */
  code: string
  doorNo?: number
  /** 1 in, 2 out. */
  direction?: number
  /** Where the reader says it. */
  at?: StatedMs
  /** The reader's own number of the scan; the same one where it is sent again. */
  scanId?: string
  /** What the reader decided by itself. */
  local?: { ok: boolean; reason: string }
  reply?: { commandId: string; code: number }
  /** What the reader reports of itself. */
  values: Input
}
/** Why a request is none, with the serial number where it could be read. */
export interface Misread {
  why: 'charset' | 'tooLong' | 'noSerial' | 'form'
  serial?: string
}

const SERIAL = /^[A-Za-z0-9_-]{1,64}$/
/** A QR code holds at most 2,953 bytes. */
const CODE_MAX = 2953
const SCAN_ID = /^[\w-]{1,64}$/
/** Readers end a code, and whatever else they send, as a keyboard would: with line breaks, tabs, blanks or NUL. */
const undecorated = (text: string): string => text.replace(/^[\0-\x20\ufeff]+|[\0-\x20]+$/g, '')
const [FORM_BEGIN, QUERY_BEGIN] = ['vgdecoderesult=', 'cardid='] as const

export function readScan({ method, target, body }: DeviceRequest): Scan | Misread {
  const query = target.includes('?') ? target.slice(target.indexOf('?') + 1) : ''
  if (method === 'GET') return readQuery(query)
  return method === 'POST' ? readForm(body) : { why: 'form' }
}

/**
 * `vgdecoderesult=…&&devicenumber=…&&otherparams=…`. The code is not escaped, so it may hold the marks itself: the last
 * `&&devicenumber=` is the reader's own.
 */
function readForm(body: Buffer): Scan | Misread {
  const text = undecorated(body.toString('latin1'))
  const at = text.lastIndexOf('&&devicenumber=')
  if (!text.startsWith(FORM_BEGIN) || at < 0) return { why: 'form' }
  const [named = '', ...more] = text.slice(at + '&&devicenumber='.length).split('&&')
  const serial = undecorated(named)
  if (!SERIAL.test(serial)) return { why: 'noSerial' }
  const code = utf8(Buffer.from(undecorated(text.slice(FORM_BEGIN.length, at)), 'latin1'))
  if (code === null) return { why: 'charset', serial }
  if (repeats(more.map(one => one.split('=')[0]!))) return { why: 'form', serial }
  const other = more.find(one => one.startsWith('otherparams='))?.slice('otherparams='.length) ?? ''
  return finished('form', serial, code, new URLSearchParams(other))
}

/**
 * `cardid=…&mjihao=…&cjihao=…&status=11&time=…`: code, door, serial number, digits of validity and direction, seconds. A
 * reader that does not escape the code sends whatever fields are in it, so the code is all that precedes the reader's own:
 * the last `&cjihao=`, with the door before it.
 */
function readQuery(query: string): Scan | Misread {
  const at = query.startsWith(QUERY_BEGIN)
    ? query.slice(0, query.lastIndexOf('&cjihao=')).search(/(&mjihao=[^&]*)?$/)
    : 0
  const given = new URLSearchParams(query.slice(at))
  const serial = undecorated(given.get('cjihao') ?? '')
  if (!SERIAL.test(serial)) return { why: 'noSerial' }
  // Escapes that are no UTF-8 would become replacement characters.
  if (/%[89a-f]/i.test(query) && !isEscapedUtf8(query)) return { why: 'charset', serial }
  // Where the code comes later, or a field twice, nobody knows which of them are the reader's own.
  if (given.has('cardid')) return { why: 'form', serial }
  const code = undecorated(new URLSearchParams(query.slice(0, at).replaceAll('&', '%26')).get('cardid') ?? '')
  const scan = finished('query', serial, code, given)
  if ('why' in scan) return scan
  const [door, status, time] = [given.get('mjihao') ?? '', given.get('status') ?? '', given.get('time') ?? '']
  return {
    ...scan,
    ...(/^\d{1,3}$/.test(door) && Number(door) > 0 ? { doorNo: Number(door) } : {}),
    ...(/^[01][01]$/.test(status) ? { direction: status[1] === '1' ? 1 : 2 } : {}),
    ...(scan.at === undefined ? statedAt(time) : {}),
  }
}

function finished(wire: Scan['wire'], serial: string, code: string, other: URLSearchParams): Scan | Misread {
  if (repeats([...other.keys()])) return { why: 'form', serial }
  if (Buffer.byteLength(code) > CODE_MAX) return { why: 'tooLong', serial }
  const [id, result, fwVersion] = [other.get('reply'), other.get('result'), other.get('fw')]
  const [scanId, at, mode] = [other.get('scan') ?? '', other.get('at') ?? '', other.get('mode') ?? '']
  const local = other.get('local')
  return {
    ...{ wire, serial, code },
    ...(SCAN_ID.test(scanId) ? { scanId } : {}),
    ...(local === '0' || local === '1' ? { local: { ok: local === '1', reason: other.get('reason') ?? '' } } : {}),
    ...statedAt(at),
    ...(id && /^\d{1,19}$/.test(id) && result && /^\d{1,5}$/.test(result)
      ? { reply: { commandId: id, code: Number(result) } }
      : {}),
    values: {
      ...(fwVersion ? { fwVersion: fwVersion.slice(0, 64) } : {}),
      ...(/^[0-2]$/.test(mode) ? { mode: Number(mode) } : {}),
    },
  }
}

const statedAt = (text: string): { at?: StatedMs } => {
  const at = statedTime(text)
  return at === undefined ? {} : { at }
}

const repeats = (names: readonly string[]): boolean => new Set(names).size < names.length

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
function isEscapedUtf8(query: string): boolean {
  try {
    decodeURIComponent(query)
    return true
  } catch {
    return false
  }
}
