/** What a message of an alarm host says: its data in Contact ID or SIA form, as events and states of the class. */
import type { Input, Params } from '#model/row.ts'
import { statedTime, type StatedMs } from '#model/statedTime.ts'
import { meaningOfCid, meaningOfSia, ZONE_NORMAL, type Read } from './codes.ts'
import { readStamp, type Frame, type Misread } from './frame.ts'

/** One event, and what it says about the state of the host and its zone. */
export interface Reported {
  identifier: string
  params: Params
  values: Input
}
export interface Content {
  reports: readonly Reported[]
  /** The time of the message; null where it has none, or one that does not exist. */
  atMs: StatedMs | null
}
/** One event of the data, in either form. */
interface DataEvent {
  read: Read
  /** The code as it was sent. */
  code: string
  no: number | null
  userNo?: number
  partition?: number
  text?: string
}

const REST = /^(?:#([0-9A-F]{3,16}))?\|?([^\]]*)\]((?:\[[^\]]*\])*)(?:_(.*))?$/i
const TEXT_MAX = 200

/** Reads everything after the first bracket of a message, decrypted. */
export function readContent({ token, account }: Frame, rest: string): Content | Misread {
  const misread = (why: Misread['why']): Misread => ({ why, account })
  const found = REST.exec(rest)
  if (!found) return misread('form')
  const [, named, data = '', extended = '', stamp] = found
  if (named !== undefined && named.toUpperCase() !== account.toUpperCase()) return misread('account')
  // A host that lost its clock has an alarm none the less.
  const atMs = stamp === undefined ? null : (statedTime(readStamp(stamp.trim())) ?? null)
  if (token === 'NULL') return data.trim() === '' ? { reports: [], atMs } : misread('data')
  const events = token === 'ADM-CID' ? readCid(data) : readSia(data)
  if (!events) return misread('data')
  return { reports: events.map(one => reportOf(one, extended)), atMs }
}

/** `QXYZ GG CCC` (DC-05): qualifier, code, partition, zone or user. */
function readCid(data: string): DataEvent[] | null {
  const found = /^([136])([1-9A-F]\d\d|0\d\d) +(\d\d) +(\d{3})$/.exec(data.trim())
  if (!found) return null
  const [, qualifier, code, partition, no] = found as unknown as [string, string, string, string, string]
  return [
    {
      ...{ read: meaningOfCid(qualifier, code), code: `${qualifier}${code}`, no: Number(no) },
      ...(partition === '00' ? {} : { partition: Number(partition) }),
    },
  ]
}

const MODIFIER = /^(ti|da|id|ri|pi|ph|af|vx)([0-9:.-]*)\/?/
const EVENT = /^([A-Z]{2})([0-9A-F]*)(?:\^([^^]*)\^|\*"?([^*"]*)["*]?(?:NM)?)?(?:\/|$)/

/** `N` or `O`, then modifiers and events with `/` between them (DC-03): `Nri1/id3/OP3`. A modifier applies to what follows. */
function readSia(data: string): DataEvent[] | null {
  let left = /^[NO](?=[A-Z]{2}|[a-z]{2})/.test(data) ? data.slice(1) : data
  const events: DataEvent[] = []
  const modifiers: { id?: number; ri?: number } = {}
  while (left) {
    const modifier = MODIFIER.exec(left)
    if (modifier) {
      const [whole, name, value = ''] = modifier
      if ((name === 'id' || name === 'ri') && /^\d{1,4}$/.test(value)) modifiers[name] = Number(value)
      left = left.slice(whole.length)
      continue
    }
    const event = EVENT.exec(left)
    if (!event) return null
    const [whole, code, address = '', marked, quoted] = event
    const text = (marked ?? quoted ?? '').trim()
    events.push({
      ...{ read: meaningOfSia(code!), code: code!, no: /^\d{1,4}$/.test(address) ? Number(address) : null },
      ...(modifiers.id === undefined ? {} : { userNo: modifiers.id }),
      ...(modifiers.ri ? { partition: modifiers.ri } : {}),
      ...(text || !/^\d{0,4}$/.test(address) ? { text: text || address } : {}),
    })
    left = left.slice(whole.length)
  }
  return events.length ? events : null
}

/** Zone 0 is no zone: what it says is of the host as a whole. */
function reportOf({ read, code, no, userNo, partition, text }: DataEvent, extended: string): Reported {
  const { event, about, params, on, zoneState, host } = read
  const zoneNo = about === 'zone' && no ? no : undefined
  const user = userNo ?? (about === 'user' && no !== null ? no : undefined)
  const unknown = event === 'otherReport' && no ? `${no}` : ''
  const words = [text, unknown, extended].filter(Boolean).join(' ').slice(0, TEXT_MAX)
  return {
    identifier: event,
    params: {
      ...params,
      ...(on === undefined ? {} : { on }),
      ...(zoneNo === undefined ? {} : { zoneNo }),
      ...(user === undefined ? {} : { userNo: user }),
      ...(partition === undefined ? {} : { partition }),
      code,
      ...(words ? { text: words } : {}),
    },
    values: {
      ...(zoneNo === undefined || zoneState === undefined
        ? {}
        : { zones: [{ no: zoneNo, zoneState: on === false ? ZONE_NORMAL : zoneState }] }),
      ...host?.[on === false ? 1 : 0],
    },
  }
}
