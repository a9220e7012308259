/** What plate cameras send: a plate that was read, an input that changed, or a sign of life. JSON or a form, in UTF-8 or GBK. */
import type { DeviceRequest } from '#model/deviceHttp.ts'
import type { Params } from '#model/row.ts'
import { statedTime, type StatedMs } from '#model/statedTime.ts'

export interface PlateRead {
  kind: 'plate'
  serial: string
  /** As it was read; empty for a car without one. */
  plateNo: string
  /** The camera's number of it, the same when it is sent again. */
  plateId?: number
  at?: StatedMs
  /** How sure it is, 0 to 100. */
  score?: number
  /** The plate alone, and the whole picture, in base64. */
  photo?: string
  scene?: string
  /** It was read while we were away, and whether the camera opened. */
  local?: { ok: boolean }
}
export type PlateCall =
  PlateRead | { kind: 'input'; serial: string; input: number; on: boolean } | { kind: 'alive'; serial: string }
/** Why a call is none, with the serial number where it could be read. */
interface Misread {
  why: 'charset' | 'form' | 'noSerial' | 'plate'
  serial?: string
}

const SERIAL = /^[A-Za-z0-9_-]{1,64}$/
/** More than any plate has. */
const PLATE_MAX = 32
/** What cameras read where a car has none. */
const NO_PLATE = /^(_无_|无|无牌车?)?$/

export function readCall({ method, header, body }: DeviceRequest): PlateCall | Misread {
  if (method !== 'POST') return { why: 'form' }
  const text = decoded(body)
  if (text === null) return { why: 'charset' }
  const type = header('content-type') ?? ''
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type)) return readForm(text)
  const json = parsed(text)
  // Cut on its way: whose it was is still said on its log.
  return json ? readJson(json) : { why: 'form', ...named(/"serialno"\s*:\s*"([\w-]{1,64})"/.exec(text)?.[1]) }
}

/** Some firmware writes UTF-8, some GBK, and none says which. */
function decoded(body: Buffer): string | null {
  for (const charset of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(charset, { fatal: true }).decode(body)
    } catch {
      // Not in this one.
    }
  return null
}

function parsed(text: string): Params | null {
  try {
    return within(JSON.parse(text))
  } catch {
    return null
  }
}
const within = (value: unknown): Params | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : null
const named = (serial: unknown): { serial?: string } =>
  typeof serial === 'string' && SERIAL.test(serial) ? { serial } : {}

/** A sign of life, and the request of a camera that asks again and again for what there is to do. */
function readForm(text: string): PlateCall | Misread {
  const found = /name="serialno"\r?\n\r?\n([^\r\n]*)/.exec(text)?.[1] ?? new URLSearchParams(text).get('serialno')
  const { serial } = named(found?.trim())
  return serial === undefined ? { why: 'noSerial' } : { kind: 'alive', serial }
}

function readJson(json: Params): PlateCall | Misread {
  const [plate, input] = [within(json.AlarmInfoPlate), within(json.AlarmGioIn)]
  const { serial } = named((plate ?? input ?? within(json.SerialData) ?? json).serialno)
  if (serial === undefined) return { why: 'noSerial' }
  if (plate) return readPlate(serial, within(within(plate.result)?.PlateResult))
  if (input) return readInput(serial, within(within(input.result)?.TriggerResult))
  return { kind: 'alive', serial }
}

const isSet = (value: unknown): boolean => value === 1 || value === '1' || value === true
const whole = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
const picture = (name: 'photo' | 'scene', value: unknown): { photo?: string; scene?: string } =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {}

function readInput(serial: string, given: Params | null): PlateCall | Misread {
  const input = whole(given?.source)
  return input === undefined ? { why: 'form', serial } : { kind: 'input', serial, input, on: isSet(given!.value) }
}

function readPlate(serial: string, given: Params | null): PlateCall | Misread {
  if (typeof given?.license !== 'string') return { why: 'form', serial }
  const text = given.license.trim()
  if (text.length > PLATE_MAX) return { why: 'plate', serial }
  const [plateId, score] = [whole(given.plateid), whole(given.confidence)]
  const [part, all] = [given.imageFragmentFile, given.imageFile]
  return {
    ...{ kind: 'plate', serial },
    // One that the camera takes for a picture of a plate is nobody's.
    plateNo: NO_PLATE.test(text) || isSet(given.is_fake_plate) ? '' : text,
    ...(plateId === undefined ? {} : { plateId }),
    ...(score === undefined ? {} : { score }),
    ...readTime(within(within(given.timeStamp)?.Timeval)),
    ...(part ? { ...picture('photo', part), ...picture('scene', all) } : picture('photo', all)),
    ...(isSet(given.isoffline) ? { local: { ok: Array.isArray(given.gioouts) && given.gioouts.length > 0 } } : {}),
  }
}

/** Seconds of UTC, and microseconds. */
function readTime(given: Params | null): { at?: StatedMs } {
  const [seconds, micro = 0] = [whole(given?.sec), whole(given?.usec)]
  const at =
    seconds === undefined ? undefined : statedTime(seconds * 1000 + Math.floor(Math.min(micro, 999_999) / 1000))
  return at === undefined ? {} : { at }
}
