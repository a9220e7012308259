/** What a part is doing, read from its last state: one shape, one word, one fact. It never shows an old state as the present one. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { ChoiceField } from '#model/field.ts'
import type { Alarm, DeviceRow, Part, State } from './DeviceRow.ts'
import { untilText } from './ago.ts'

/** The shapes; each differs from the others without colour. */
export type Shape = 'closed' | 'open' | 'heldOpen' | 'heldClosed' | 'alarm' | 'unknown' | 'lift' | 'plain'
export interface Look {
  shape: Shape
  word: Text
  fact: Text | null
  tone: 'quiet' | 'info' | 'warn' | 'bad' | 'off'
  /** Of a lift: 0 … 100, and whether something stands over it. */
  height?: number
  moving?: 'up' | 'down'
  blocked?: boolean
}

const choiceWord = (deviceClass: DeviceClass | undefined, property: string, value: unknown): Text | null => {
  const field = deviceClass?.properties[property]?.field
  if (field?.kind !== 'choice') return null
  const entry = Object.values((field as ChoiceField).values).find(([wire]) => wire === value)
  return entry ? [entry[1], entry[2]] : null
}

const UNKNOWN: Look = { shape: 'unknown', word: ['未知', 'Unknown'], fact: null, tone: 'off' }
const join = (parts: readonly (Text | null)[]): Text | null => {
  const known = parts.filter((part): part is Text => part !== null)
  return known.length ? [known.map(part => part[0]).join(' · '), known.map(part => part[1]).join(' · ')] : null
}

const doorLook = (deviceClass: DeviceClass, state: State, alarm: Alarm | null, now: number): Look => {
  const magnet = choiceWord(deviceClass, 'magnet', state.magnet)
  const lock = choiceWord(deviceClass, 'lock', state.lock)
  const until =
    typeof state.modeUntil === 'string' && Date.parse(state.modeUntil) > now ? untilText(state.modeUntil, now) : null
  const end: Text | null = until ? [`至 ${until}`, `until ${until}`] : null
  if (alarm)
    return {
      shape: 'alarm',
      word: deviceClass.events[alarm.identifier]?.label ?? [alarm.name, alarm.name],
      fact: join([magnet, lock]),
      tone: 'bad',
    }
  if (state.mode === 1)
    return {
      shape: 'heldOpen',
      word: ['常开', 'Held open'],
      fact: join([end, state.magnet === 1 ? null : magnet]),
      tone: 'warn',
    }
  if (state.mode === 2)
    return {
      shape: 'heldClosed',
      word: ['常闭', 'Held closed'],
      fact: join([end, state.magnet === 0 ? null : magnet]),
      tone: 'quiet',
    }
  if (state.magnet === 1) return { shape: 'open', word: ['开', 'Open'], fact: lock, tone: 'info' }
  if (state.magnet === 0) return { shape: 'closed', word: ['关', 'Closed'], fact: lock, tone: 'quiet' }
  return { ...UNKNOWN, fact: lock }
}

const liftLook = (deviceClass: DeviceClass, state: State, alarm: Alarm | null): Look => {
  const blocked = state.loop === true
  const word = choiceWord(deviceClass, 'motion', state.motion) ?? UNKNOWN.word
  const fact = join([
    state.mode === 0 || state.mode === undefined ? null : choiceWord(deviceClass, 'mode', state.mode),
    blocked ? ['地感有车', 'Car on the loop'] : null,
  ])
  const height = typeof state.height === 'number' ? state.height : state.motion === 1 ? 100 : 0
  const bad = state.motion === 9 || (alarm !== null && alarm.level > 1)
  return {
    shape: 'lift',
    word,
    fact,
    height,
    blocked,
    tone: bad
      ? 'bad'
      : alarm
        ? 'warn'
        : state.motion === 3 || state.motion === 4
          ? 'info'
          : state.mode === 1
            ? 'warn'
            : 'quiet',
    ...(state.motion === 3 ? { moving: 'up' as const } : state.motion === 4 ? { moving: 'down' as const } : {}),
  }
}

/** Kinds of parts that carry a state worth a shape; readers and ports do not. */
const SHAPED = ['door']
export const shapedParts = (row: Pick<DeviceRow, 'components'>): readonly Part[] =>
  row.components.filter(part => SHAPED.includes(part.kind))
export const isLift = (deviceClass: DeviceClass): boolean =>
  deviceClass.properties.motion !== undefined && deviceClass.properties.motion.per === undefined

/** `key` '' is the device itself. */
export function lookOf(deviceClass: DeviceClass, row: DeviceRow, key: string, now: number): Look {
  const state = row.shadow[key]
  if (!row.online || !state) return UNKNOWN
  const alarm = row.alarm && row.alarm.component === key ? row.alarm : null
  if (key.startsWith('door:')) return doorLook(deviceClass, state, alarm, now)
  if (key === '' && isLift(deviceClass)) return liftLook(deviceClass, state, row.alarm)
  return { ...UNKNOWN, shape: 'plain' }
}

/** 大堂外门, or 2 号门 while nobody has named it. */
export const partName = (deviceClass: DeviceClass | undefined, part: Pick<Part, 'kind' | 'no' | 'name'>): Text => {
  if (part.name) return [part.name, part.name]
  const label = deviceClass?.components[part.kind]?.label ?? [part.kind, part.kind]
  return [`${part.no} 号${label[0]}`, `${label[1]} ${part.no}`]
}
/** The same for the key that events and commands carry; '' is nothing to say. */
export const partOfKey = (
  deviceClass: DeviceClass | undefined,
  key: string | null | undefined,
  parts: readonly Part[] = [],
): Text | null => {
  const [kind, no] = (key ?? '').split(':')
  if (!kind || !no) return null
  return partName(deviceClass, parts.find(part => part.key === key) ?? { kind, no: Number(no), name: null })
}
export const partsLabel = (deviceClass: DeviceClass): Text =>
  deviceClass.components.door ? ['门', 'Doors'] : isLift(deviceClass) ? ['柱体', 'Post'] : ['状态', 'State']
