/** Commands of the platform as lines that a terminal fetches: those about people one by one, so that each has a result of its own. */
import type { Order } from '#model/message.ts'
import type { Params } from '#model/row.ts'
import type { Result } from './returns.ts'
import { remove, update, writeUser, type Abilities, type Line, type Person } from './writeUser.ts'
import { secondsOf } from './zkTime.ts'

/** A line to send, and of which person it says whether they are stored. */
export interface Sent extends Line {
  personId?: string
}
/** Whose keys a query returns: everybody in a table, or those with something in a field. */
export interface Query {
  item: 'person' | 'card' | 'pin'
  page: number
  size: number
}
export interface Written {
  lines: Sent[]
  /** People who cannot be stored as they are. */
  refused: Map<string, Result>
  /** Its answer names people. */
  names?: true
  query?: Query
}
type Write = (params: Params, context: { zone: string; now: number; abilities: Abilities }) => Written

/** Seconds for which the lock opens. */
const OPEN_S = 5
const NOT_STORABLE = 4600
const hex = (...bytes: number[]): string => bytes.map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
const control = (...bytes: number[]): Written => one({ text: `CONTROL DEVICE ${hex(...bytes)}` })
const one = (...lines: Line[]): Written => ({ lines, refused: new Map() })

const putAll =
  (list: string): Write =>
  (params, { abilities }) => {
    const written: Written = { lines: [], refused: new Map(), names: true }
    for (const person of (params[list] ?? []) as Person[]) {
      const lines = writeUser(person, abilities)
      if ('because' in lines) written.refused.set(person.personId, { code: NOT_STORABLE, msg: lines.because })
      else written.lines.push(...lines.map(line => ({ ...line, personId: person.personId })))
    }
    return written
  }

/** `gone`: those of whom nothing is stored any more; of the others the rest stays. */
const removeAll =
  (part: (Pin: string) => Line[]): Write =>
  ({ personIds, gone }) => {
    const whole = new Set((gone ?? []) as string[])
    const lines = ((personIds ?? []) as string[]).flatMap(Pin =>
      (whole.has(Pin) ? wholeOf(Pin) : part(Pin)).map(line => ({ ...line, personId: Pin })),
    )
    return { lines, refused: new Map(), names: true }
  }
/** The record comes last: as long as it is there, what was not removed is removed again. */
const wholeOf = (Pin: string): Line[] => [
  remove('userauthorize', { Pin }),
  remove('biophoto', { PIN: Pin }),
  remove('mulcarduser', { Pin }),
  { text: `DATA DELETE user Pin=${Pin}` },
]

/** Only the fields that say who is stored: no password and no picture is read back. */
const queryOf =
  (item: Query['item'], ...tables: readonly [table: string, fields: string, filter: string][]): Write =>
  ({ page, size }) => ({
    ...one(
      ...tables.map(([table, fields, filter]) => ({
        text: `DATA QUERY tablename=${table},fielddesc=${fields},filter=${filter}`,
        ...(table === 'mulcarduser' ? { optional: true as const } : {}),
      })),
    ),
    query: { item, page: Number(page ?? 1), size: Number(size ?? 200) },
  })

const doorOf = ({ doorNo }: Params): number => (Number.isInteger(doorNo) ? (doorNo as number) : 1)
const NORMAL_OPEN = 0xff
const WRITERS: Readonly<Record<string, Write>> = {
  addPersons: putAll('persons'),
  setPassTime: putAll('persons'),
  deletePersons: removeAll(PIN => [remove('biophoto', { PIN, Type: 9 })]),
  queryPersons: queryOf('person', ['biophoto', 'Pin', 'Type=9']),
  addCards: putAll('cards'),
  delCards: removeAll(Pin => [update('user', { CardNo: '', Pin }), remove('mulcarduser', { Pin })]),
  queryCards: queryOf('card', ['user', 'Pin\tCardNo', '*'], ['mulcarduser', 'Pin', '*']),
  addPins: putAll('pins'),
  delPins: removeAll(Pin => [update('user', { Pin, Password: '' })]),
  queryPins: queryOf('pin', ['user', 'Pin\tPassword', '*']),
  openDoor: params => control(1, doorOf(params), 1, OPEN_S),
  doorMode: params => modeOf(doorOf(params), params.mode),
  alarmReset: () => control(2, 0, 0, 0),
  reboot: () => control(3, 0, 0, 0),
  syncTime: (_, { now, zone }) => one({ text: `SET OPTIONS DateTime=${secondsOf(now, zone)}` }),
  getInfo: () => one({ text: ASK_OPTIONS }),
}
/** What is asked of a terminal that has not said what it can do, as after a start of ours. */
export const ASK_OPTIONS =
  'GET OPTIONS FirmVer,IPAddress,MAC,DateFmtFunOn,AccSupportFunList,MaxMultiBioPhotoCount,UserCount,FaceCount'

/** Held open, locked, or neither: each ends the other. */
function modeOf(door: number, mode: unknown): Written {
  const locked = { text: `CONTROL DEVICE ${hex(6, door, mode === 2 ? 1 : 0, 0)}` }
  const held = { text: `CONTROL DEVICE ${hex(1, door, 1, mode === 1 ? NORMAL_OPEN : 0)}` }
  return one(locked, held)
}

export const KNOWN = Object.keys(WRITERS)
export const writeCommand = (
  order: Order,
  context: { zone: string; now: number; abilities: Abilities },
): Written | null => (order.kind === 'command' ? (WRITERS[order.identifier]?.(order.params, context) ?? null) : null)
