/** Turns messages of devices into rows: facts, states and log lines. Pure; depends on the class, never on the protocol. */
import type { DeviceClass, EventSpec } from '#model/device.ts'
import { FAMILIES, storedAs } from '#model/families.ts'
import type { Field } from '#model/field.ts'
import type { Ask, DeviceEvent, Report } from '#model/message.ts'
import type { Input, Params } from '#model/row.ts'
import { EARLIEST_MS } from '#model/statedTime.ts'
import { captured, type Seen } from './seen.rules.ts'
import { statedPerson } from './statedPerson.rules.ts'

/** A time up to this many milliseconds ahead of our clock is accepted. */
export const AHEAD_MS = 5 * 60_000
/** A fact that is older than this when somebody could act on it describes the past. */
export const LATE_MS = 30_000
const OFFLINE_MS = 60_000
/** As long as reports wait. What is stated for longer before anybody had the device comes from a clock that was never set. */
const WAITED_MS = 30 * 24 * 3_600_000

/** A fact as `ingest.store` takes it; unknown values are left out, because every name takes space in every row. */
export interface FactRow {
  id: string
  /** The id of the alarm that it may open. */
  alarm_id?: string
  device_id: string
  component: string
  identifier: string
  /** The label of an event or a capture; a passage has none. */
  name?: string
  /** 0 info · 1 alert · 2 fault · 3 urgent */
  level: 0 | 1 | 2 | 3
  /** The number of its family (`model/families.ts`). */
  family: number
  params: Params
  key: string
  /** The device's time, epoch milliseconds. */
  at_ms: number
  received_ms: number
  /** The device states an impossible time: that of receipt is used. */
  clock_off?: true
  raw?: unknown
  notify?: true
  /** The device waits for an answer. */
  asked?: true
  /** It waited before it arrived: it describes the past, and nothing acts on it. */
  late?: true
  /** Its form says so. */
  past?: true
  /** Size of the frame that contained it. */
  bytes?: number
  short_no?: string | undefined
  person_id?: string | null
  card_no?: string | undefined
  plate_no?: string | undefined
  method?: number | undefined
  direction?: number | undefined
  result?: number
  reason?: string | null | undefined
  score?: number | undefined
  photo_file?: string
  offline?: true
  decision?: unknown
  /** Of a capture. */
  track?: string | undefined
  seen?: Seen
}
export interface StateRow {
  device_id: string
  component: string
  vals: Params
  stated_at: string
  epoch: string
  n: number
}

export interface Speaker {
  deviceId: string
  name: string
  deviceClass: DeviceClass
}
export interface Moment {
  nowMs: number
  epoch: string
  n: number
  newId(): string
  /** How old the message is; without it the clock of the device is taken as right. */
  ageMs?: number
  /** Since when somebody has had the device, epoch milliseconds. */
  sinceMs?: number | null
}

const LEVELS = { info: 0, alert: 1, fault: 2, urgent: 3 } as const
const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * The time as it was stated, by which a fact is recognised, and as it is counted: ours where the stated one is impossible.
 * `ingest.store` knows who had the device when, and does the same for a time at which nobody had it.
 */
const timesOf = (
  { at, clockOff }: Pick<Report, 'at' | 'clockOff'>,
  nowMs: number,
): { atMs: number; timeMs: number; clockOff: boolean } => {
  if (at === undefined) return { atMs: nowMs, timeMs: nowMs, clockOff: false }
  const off = clockOff === true || at > nowMs + AHEAD_MS || at < EARLIEST_MS
  return { atMs: at, timeMs: off ? nowMs : at, clockOff: off }
}

/** A state of the past without a possible time is older than everything that is known. */
const UNDATED_MS = EARLIEST_MS
export const isDated = ({ stated_at }: StateRow): boolean => stated_at !== iso(UNDATED_MS)

/**
 * When a state counts as reported, epoch milliseconds; of a slow clock, what the connection shows counts. Undefined where the
 * report has no possible time.
 */
const countedMs = (report: Report, { nowMs, sinceMs, ageMs }: Moment): number | undefined => {
  const { timeMs, clockOff } = timesOf(report, nowMs)
  if (report.at === undefined || clockOff || timeMs < (sinceMs ?? 0) - WAITED_MS) return undefined
  return ageMs === undefined ? timeMs : Math.max(timeMs, nowMs - ageMs)
}

/** The time of a fact, as the platform counts it. */
export const timeOf = (fact: FactRow): string => iso(fact.clock_off ? fact.received_ms : fact.at_ms)

/** When a fact happened that is not late, whatever the clock of its device says. */
export const liveTimeOf = (stated: string, received: string): string => {
  const waitedMs = Date.parse(received) - Date.parse(stated)
  return waitedMs >= 0 && waitedMs <= LATE_MS ? stated : received
}

/** `door:2`; the only part of its kind when the device does not identify one. */
function componentOf(deviceClass: DeviceClass, per: string | undefined, params: Params): string {
  if (!per) return ''
  const component = deviceClass.components[per]!
  const stated = params[component.param] ?? params.no
  const no = stated === undefined && component.max === 1 ? 1 : partNo(stated)
  return no === undefined ? '' : `${per}:${no}`
}

/** The number of a part, from a number or from digits. */
const partNo = (stated: unknown): number | undefined => {
  const no = typeof stated === 'string' && /^\d{1,4}$/.test(stated) ? Number(stated) : stated
  return Number.isInteger(no) && (no as number) >= 0 && (no as number) < 10_000 ? (no as number) : undefined
}

/** Whether a value is of the type that its field declares; the caller checks its meaning. */
const fits = (field: Field | undefined, value: unknown): boolean => {
  switch (field?.kind) {
    case 'integer':
      return typeof value === 'number' && Number.isFinite(value)
    case 'flag':
      return typeof value === 'boolean' || value === 0 || value === 1
    case 'text':
      // Whether a picture is one is judged where it is taken out.
      return typeof value === 'string' && (field.picture === true || value.length <= 4096)
    case 'choice':
      return typeof value === typeof Object.values(field.values)[0]?.[0]
    default:
      return true
  }
}
const settled = (field: Field | undefined, value: unknown): unknown =>
  field?.kind === 'flag' ? value === true || value === 1 : value

/** The names in a flat report that only identify the part to which the others belong. */
function partNames(deviceClass: DeviceClass, values: Input): ReadonlySet<string> {
  const kinds = new Set(Object.keys(values).flatMap(name => deviceClass.properties[name]?.per ?? []))
  return new Set([...kinds].flatMap(kind => [deviceClass.components[kind]!.param, 'no']))
}

/** Parameters of an event that are not of the type that its class declares. */
export const misfitsOf = ({ deviceClass }: Speaker, { identifier, params }: DeviceEvent | Ask): string[] => {
  const spec = deviceClass.events[identifier]
  if (!spec) return []
  const wrong = Object.entries(spec.fields).flatMap(([name, field]) =>
    params[name] === undefined || params[name] === null || fits(field, params[name]) ? [] : [name],
  )
  const param = spec.per && deviceClass.components[spec.per]!.param
  const stated = param ? (params[param] ?? params.no) : undefined
  return stated !== undefined && partNo(stated) === undefined ? [...wrong, param!] : wrong
}

/**
 * Splits a report into one state per part. Unknown properties are kept under their own name; values of the wrong type
 * are returned as misfits. Without a possible time the order of arrival counts (`timed`).
 */
export function statesOf(
  speaker: Speaker,
  report: Report,
  moment: Moment,
): { rows: StateRow[]; misfits: string[]; timed: boolean } {
  const { deviceClass } = speaker
  const parts = new Map<string, Params>()
  const misfits: string[] = []
  const put = (component: string, name: string, value: unknown): void => {
    const spec = deviceClass.properties[name]
    if (!fits(spec?.field, value)) {
      misfits.push(component ? `${component}.${name}` : name)
      return
    }
    const values = parts.get(component) ?? {}
    values[name] = settled(spec?.field, value)
    parts.set(component, values)
  }
  const names = partNames(deviceClass, report.values)
  for (const [name, value] of Object.entries(report.values)) {
    const kind = Object.keys(deviceClass.components).find(key => deviceClass.components[key]!.list === name)
    if (!kind || !Array.isArray(value)) {
      if (!names.has(name)) put(componentOf(deviceClass, deviceClass.properties[name]?.per, report.values), name, value)
      continue
    }
    const { param } = deviceClass.components[kind]!
    for (const [index, item] of value.slice(0, 64).entries()) {
      const { no, [param]: ownWord, ...rest } = (typeof item === 'object' && item ? item : {}) as Params
      const part = partNo(no ?? ownWord)
      // Two different numbers identify no part.
      const clear = part !== undefined && (no === undefined || ownWord === undefined || partNo(ownWord) === part)
      if (!clear) misfits.push(`${name}[${index}].no`)
      else for (const [property, given] of Object.entries(rest)) put(`${kind}:${part}`, property, given)
    }
  }
  const counted = countedMs(report, moment)
  const statedAt = iso(counted ?? (report.past ? UNDATED_MS : moment.nowMs))
  return {
    rows: [...parts].map(([component, vals]) => ({
      device_id: speaker.deviceId,
      component,
      vals,
      stated_at: statedAt,
      epoch: moment.epoch,
      n: moment.n,
    })),
    misfits,
    timed: counted !== undefined,
  }
}

const text = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value.slice(0, max)
    : typeof value === 'number'
      ? String(value)
      : undefined
const whole = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 32_000 ? value : undefined

/** One fact. An identifier unknown to class and model becomes an event with its raw content. */
export function factOf(
  speaker: Speaker,
  event: DeviceEvent | Ask,
  moment: Moment,
  extra: { names: ReadonlyMap<string, string> } = { names: new Map() },
): FactRow {
  const { deviceClass } = speaker
  const spec: EventSpec | undefined = deviceClass.events[event.identifier]
  const { atMs, timeMs, clockOff } = timesOf(event, moment.nowMs)
  const params = event.params
  const row: FactRow = {
    id: moment.newId(),
    device_id: speaker.deviceId,
    component: componentOf(deviceClass, spec?.per, params),
    identifier: event.identifier.slice(0, 64),
    level: LEVELS[spec?.level ?? 'info'],
    family: FAMILIES[spec?.record ?? 'event'].wire,
    params,
    key: event.key,
    at_ms: atMs,
    received_ms: moment.nowMs,
  }
  if (clockOff) row.clock_off = true
  if (!spec) row.raw = params
  if (event.kind === 'ask') row.asked = true
  const ageMs = moment.ageMs ?? moment.nowMs - timeMs
  const isPast = event.past === true || params.offline === true
  if (isPast || ageMs > LATE_MS) row.late = true
  if (row.family === FAMILIES.alarm.wire) {
    row.alarm_id = moment.newId()
    if (isPast) row.past = true
  }
  if (event.frame) row.bytes = event.frame.payload.length
  const stored = storedAs(row.family)
  if (stored !== 'passage') {
    row.name = spec?.label[0] ?? extra.names.get(event.identifier) ?? row.identifier
    return stored === 'capture' ? Object.assign(row, captured(spec!, params)) : row
  }
  const { shortNo, cardNo, plateNo } = statedPerson(params)
  // An impossible time shows no age.
  if (params.offline === true || (ageMs > OFFLINE_MS && !clockOff)) row.offline = true
  return Object.assign(row, {
    short_no: shortNo ?? undefined,
    card_no: cardNo ?? undefined,
    plate_no: plateNo ?? undefined,
    method: whole(params.method),
    direction: whole(params.direction),
    result: params.ok === false || params.ok === 0 ? 0 : 1,
    reason: text(params.reason, 64),
    score: typeof params.score === 'number' && Number.isFinite(params.score) ? params.score : undefined,
  })
}
