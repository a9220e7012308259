/** What a terminal of ZKTeco calls for: the path under `/iclock`, its query, and its body as text, in UTF-8 or GB2312. */
import type { DeviceRequest } from '#model/deviceHttp.ts'

/** The last part of the path. */
const CALLS = {
  cdata: ['GET', 'POST'],
  registry: ['POST'],
  push: ['GET', 'POST'],
  getrequest: ['GET'],
  devicecmd: ['POST'],
  querydata: ['POST'],
  ping: ['GET', 'POST'],
  rtdata: ['GET'],
} as const satisfies Record<string, readonly string[]>
type CallName = keyof typeof CALLS

export interface ZkCall {
  name: CallName
  serial: string
  /** With what a form has, in lower case. */
  query: ReadonlyMap<string, string>
  text: string
  /** What follows the text: the bytes of a picture. */
  binary: Buffer
  charset: 'utf-8' | 'gbk'
}
/** Why a call is none, with the serial number where it could be read. */
export interface Misread {
  why: 'path' | 'noSerial' | 'charset' | 'form'
  serial?: string
}

const SERIAL = /^[A-Za-z0-9_-]{1,64}$/

export function readCall({ method, target, header, body }: DeviceRequest): ZkCall | Misread {
  const [path = '', search = ''] = target.split('?')
  const query = new Map<string, string>()
  const twice = addTo(query, new URLSearchParams(search))
  const isForm = /^application\/x-www-form-urlencoded/i.test(header('content-type') ?? '')
  const end = body.indexOf(0)
  const bytes = end < 0 ? body : body.subarray(0, end)
  const decoded = decode(bytes)
  const form = decoded && isForm && formOf(decoded.text)
  const formTwice = form ? addTo(query, form) : false
  const serial = (query.get('sn') ?? '').trim()
  if (!SERIAL.test(serial)) return { why: 'noSerial' }
  const name = (path.split('/').at(-1) ?? '').replace(/\.aspx$/, '') as CallName
  if (!(Object.hasOwn(CALLS, name) && (CALLS[name] as readonly string[]).includes(method)))
    return { why: 'path', serial }
  // Two serial numbers, or two tables: nobody knows whose it is.
  if (twice || formTwice) return { why: 'form', serial }
  if (!decoded) return { why: 'charset', serial }
  const binary = end < 0 ? Buffer.alloc(0) : body.subarray(end + 1)
  return { name, serial, query, text: form ? (form.get('data') ?? '') : decoded.text, binary, charset: decoded.charset }
}

/** True where a name that says whose it is comes twice with two values. */
function addTo(query: Map<string, string>, given: URLSearchParams): boolean {
  let twice = false
  for (const [name, value] of given) {
    const key = name.toLowerCase()
    if (query.has(key)) twice ||= (key === 'sn' || key === 'table') && query.get(key) !== value
    else query.set(key, value)
  }
  return twice
}

/** Some firmware posts a form with the records in `data`, others say that they post a form and post bare records. */
function formOf(text: string): URLSearchParams | null {
  const form = new URLSearchParams(text)
  return form.has('data') && !text.includes('\t') ? form : null
}

function decode(bytes: Buffer): { text: string; charset: ZkCall['charset'] } | null {
  for (const charset of ['utf-8', 'gbk'] as const)
    try {
      // GB18030 holds GB2312 and GBK.
      const text = new TextDecoder(charset === 'gbk' ? 'gb18030' : charset, { fatal: true }).decode(bytes)
      return { text, charset }
    } catch {
      // Not in this one.
    }
  return null
}
