/** Passages, events and states of the door that a terminal uploads, as messages: each line by itself, so that one that is wrong loses no other. */
import { hash } from 'node:crypto'
import type { DeviceEvent, DeviceMessage } from '#model/message.ts'
import type { Input, Params } from '#model/row.ts'
import type { StatedMs } from '#model/statedTime.ts'
import { directionOf, meaningOf, methodOf, PASSAGE_OF, RECOGNISED, SILENT } from './eventCodes.ts'
import { fieldsOf, type Fields } from './records.ts'
import { instantOfWall, wallOfSeconds } from './zkTime.ts'

/** Whose upload it is, and by which clock its times are. */
export interface From {
  serial: string
  zone: string
}
/** Why a line is none: of another form, a time that no clock shows, or an event that means nothing here. */
export type WrongLine = 'form' | 'time' | 'event'
export type ReadLine = { messages: DeviceMessage[] } | { wrong: WrongLine }

/** The table of a record names its fields differently. */
interface Names {
  verified: string
  door: string
  event: string
  inOut: string
}
const RTLOG: Names = { verified: 'verifytype', door: 'eventaddr', event: 'event', inOut: 'inoutstatus' }
const TRANSACTION: Names = { verified: 'verified', door: 'doorid', event: 'eventtype', inOut: 'inoutstate' }
const PIN_OF_NOBODY = /^0*$/

/** `time=…⇥pin=…⇥cardno=…⇥eventaddr=1⇥event=0⇥inoutstatus=0⇥verifytype=15⇥index=21` (10.2). */
export const readRtlog = (line: string, from: From): ReadLine => {
  const fields = fieldsOf(line)
  return readRecord(fields, fields.get('time') ?? '', RTLOG, from)
}
/** The same from its memory: `transaction cardno=…⇥pin=…⇥verified=…⇥…⇥time_second=…⇥index=92` (12.1.4). */
export const readTransaction = (line: string, from: From): ReadLine => {
  const fields = fieldsOf(line, 'transaction')
  // It comes after the time, which is not cut then.
  if (!fields.has('index')) return { wrong: 'form' }
  return readRecord(fields, wallOfSeconds(fields.get('time_second') ?? ''), TRANSACTION, from)
}

function readRecord(fields: Fields, wall: string, names: Names, from: From): ReadLine {
  const [event, inOut, verified] = [names.event, names.inOut, names.verified].map(name => fields.get(name) ?? '')
  // These come after whose it is: a line that was cut within a number is not that of another person.
  if (!/^\d{1,5}$/.test(event!) || !/^\d{1,3}$/.test(inOut!) || !/^\d{1,16}$/.test(verified!)) return { wrong: 'form' }
  const at = instantOfWall(wall, from.zone)
  if (at === undefined) return { wrong: 'time' }
  const meaning = meaningOf(Number(event))
  if (!meaning) return SILENT.has(Number(event)) ? { messages: [] } : { wrong: 'event' }
  const door = numberOf(fields.get(names.door))
  if (meaning.kind === 'state') return { messages: [stateOf(at, door ?? 1, meaning.values)] }
  const index = fields.get('index') ?? ''
  const own = index && index !== '0' ? index : [event, fields.get('pin'), fields.get('cardno'), door].join('\t')
  const key = keyOf(from, wall, own)
  const params: Params = { ...(door === undefined ? {} : { doorNo: door }), ...whoseOf(fields) }
  if (meaning.kind === 'event')
    return { messages: [eventOf(meaning.identifier, at, key, { ...params, ...meaning.params })] }
  const method = methodOf(verified!) ?? (params.cardNo && !params.personId ? 2 : undefined)
  return {
    messages: [
      passageOf(at, key, method, {
        ...params,
        ...(inOut === '0' || inOut === '1' ? { direction: inOut === '0' ? 1 : 2 } : {}),
        ok: meaning.reason === null,
        ...(meaning.reason === null ? {} : { reason: strangerOf(meaning.reason, params) }),
        ...measuredOf(fields),
      }),
    ],
  }
}

/** `Pin⇥time⇥status⇥verify⇥…`, or the same by name. Attendance terminals record only who passed. */
export function readAttLog(line: string, from: From): ReadLine {
  const named = line.includes('=') ? fieldsOf(line) : null
  const [pin, wall, status, verified] = named
    ? [named.get('pin'), named.get('time'), named.get('status'), named.get('verifymode') ?? named.get('verify')]
    : line.split('\t').map(one => one.trim())
  if (!pin || !/^\w{1,32}$/.test(pin) || wall === undefined) return { wrong: 'form' }
  const at = instantOfWall(wall, from.zone)
  if (at === undefined) return { wrong: 'time' }
  const direction = directionOf(status ?? '')
  const params = { personId: pin, ok: true, ...(direction === undefined ? {} : { direction }) }
  return { messages: [passageOf(at, keyOf(from, wall, pin), methodOf(verified ?? '', true), params)] }
}

/** `time=…⇥sensor=01⇥relay=00⇥alarm=…`: two bits of `sensor` a door, 1 closed, 2 open, 0 without a contact (10.3). */
export function readRtstate(line: string): ReadLine {
  const sensor = fieldsOf(line).get('sensor') ?? ''
  if (!/^[0-9a-f]{2,4}$/i.test(sensor)) return { wrong: 'form' }
  const bits = parseInt(sensor.slice(0, 2), 16) & 3
  const magnet = bits === 1 ? 0 : bits === 2 ? 1 : 2
  return { messages: [{ kind: 'report', values: { doors: [{ no: 1, magnet }] } }] }
}

/** `OPLOG 0⇥…⇥time`: what was done at the terminal; of interest is that it started. */
export function readOperLog(line: string, from: From): ReadLine {
  const [operation, , wall] = line.slice('OPLOG '.length).split('\t')
  if (!line.startsWith('OPLOG ') || operation !== '0') return { messages: [] }
  const at = instantOfWall(wall ?? '', from.zone)
  if (at === undefined) return { wrong: 'time' }
  return { messages: [eventOf('boot', at, keyOf(from, wall!, 'boot'), { reason: 'power-on' })] }
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,3}$/.test(text) && Number(text) > 0 ? Number(text) : undefined

function whoseOf(fields: Fields): Params {
  const [pin = '', card = ''] = [fields.get('pin'), fields.get('cardno')]
  return {
    ...(PIN_OF_NOBODY.test(pin) || pin.length > 32 ? {} : { personId: pin }),
    ...(PIN_OF_NOBODY.test(card) || card.length > 32 ? {} : { cardNo: card }),
  }
}
const strangerOf = (reason: string, { cardNo }: Params): string =>
  reason === 'stranger' && cardNo !== undefined ? 'unknownCard' : reason

function measuredOf(fields: Fields): Params {
  const [mask, temp = ''] = [fields.get('maskflag'), fields.get('temperature')]
  return {
    ...(mask === '0' || mask === '1' ? { mask: mask === '1' } : {}),
    ...(/^(3[0-9]|4[0-5])(\.\d{1,2})?$/.test(temp) ? { temp: String(Math.round(Number(temp) * 10) / 10) } : {}),
  }
}

/** The same record that comes again is the same fact; `own` tells it from others of the same second. */
const keyOf = ({ serial }: From, wall: string, own: string): string =>
  hash('sha256', `${serial}\0${wall}\0${own}`, 'hex').slice(0, 32)
const eventOf = (identifier: string, at: StatedMs, key: string, params: Params): DeviceEvent => ({
  ...{ kind: 'event', identifier, at, key, params },
})
const passageOf = (at: StatedMs, key: string, method: number | undefined, params: Params): DeviceEvent =>
  eventOf(PASSAGE_OF[method ?? 0] ?? RECOGNISED, at, key, { ...params, ...(method === undefined ? {} : { method }) })
const stateOf = (at: StatedMs, no: number, values: Input): DeviceMessage => ({
  ...{ kind: 'report', at, values: { doors: [{ no, ...values }] } },
})
