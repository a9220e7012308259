/** The content of an event in words: its fields by their labels, unknown ones as they came. */
import { UNITS } from '#base/figureTexts.ts'
import { SENT_LATER } from '#base/deviceTexts.ts'
import { NO, YES } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Field } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import type { Words } from '#console/kit/language.tsx'
import type { Tone } from '#console/kit/Pill.tsx'
import { isEnd } from '../facts/endEvent.rules.ts'

type Translate = (words: Words) => string

export const eventLabel = (deviceClass: DeviceClass | undefined, event: { identifier: string; name: string }): Text =>
  deviceClass?.events[event.identifier]?.label ?? [event.name, event.name]

/** The kinds that are put into words; values of several parts are shown only in the frame. */
export const EVENT_KINDS: readonly Field['kind'][] = ['text', 'integer', 'decimal', 'flag', 'choice']

/** Values for programs: shown only in the frame. */
const MACHINE = ['guid', 'seq']
const isForPrograms = (name: string, field: Field | undefined): boolean =>
  MACHINE.includes(name) || field?.technical === true
/** The key of a stored picture, which is shown as a picture, whether the class declares it or not. */
const isPictureKey = (value: unknown): boolean => typeof value === 'string' && value.startsWith('file:')

export const eventContent = (
  deviceClass: DeviceClass | undefined,
  event: { identifier: string; params: Readonly<Params> | null },
  translate: Translate,
): string => {
  const { events, commands } = deviceClass ?? {}
  const fields = events?.[event.identifier]?.fields ?? commands?.[event.identifier]?.input ?? {}
  const parts = Object.values(deviceClass?.components ?? {}).map(component => component.param)
  // Whether it began or ended, then in the order in which the class declares them; others come last.
  const order = Object.keys(fields)
  const placeOf = ([name]: [string, unknown]): number =>
    name === 'on' ? -1 : name in fields ? order.indexOf(name) : order.length
  return Object.entries(event.params ?? {})
    .sort((one, other) => placeOf(one) - placeOf(other))
    .filter(
      ([name, value]) =>
        !parts.includes(name) &&
        !isForPrograms(name, fields[name]) &&
        !isPictureKey(value) &&
        value !== null &&
        value !== '' &&
        typeof value !== 'object',
    )
    .map(([name, value]) => {
      const field = fields[name]
      if (name === 'offline' && value === true) return translate(SENT_LATER)
      if (name === 'unproven') return translate(['未认证', 'Unproven'])
      if (field?.kind === 'flag')
        return name === 'on'
          ? translate(value ? ['发生', 'Began'] : ['已恢复', 'Ended'])
          : `${translate(field.label)} ${translate(value ? YES : NO)}`
      if (field?.kind === 'choice' || field?.kind === 'text') {
        const values = field.kind === 'choice' ? field.values : (field.known ?? {})
        const entry = Object.values(values).find(([wire]) => wire === value)
        return `${translate(field.label)} ${entry ? translate([entry[1], entry[2]]) : String(value)}`
      }
      return `${field ? translate(field.label) : name} ${String(value)}${field && 'unit' in field && field.unit ? ` ${translate(UNITS[field.unit])}` : ''}`
    })
    .join(' · ')
}

/** The line below its name: its content; the code only for an event without a label in the class. */
export const eventNote = (
  deviceClass: DeviceClass | undefined,
  event: Parameters<typeof eventContent>[1],
  translate: Translate,
): string =>
  eventContent(deviceClass, event, translate) || (deviceClass?.events[event.identifier] ? '' : event.identifier)

const LEVELS: readonly { tone: Tone; word: Text }[] = [
  { tone: 'info', word: ['信息', 'Info'] },
  { tone: 'warn', word: ['告警', 'Alert'] },
  { tone: 'bad', word: ['故障', 'Fault'] },
  { tone: 'bad', word: ['紧急', 'Urgent'] },
]
/** What has ended keeps the word of its level, as the filter knows it, and no longer alarms. */
export const levelOf = ({ level, params }: { level: number; params: unknown }): { tone: Tone; word: Text } => {
  const { tone, word } = LEVELS[level] ?? LEVELS[0]!
  return { tone: isEnd(params) ? 'off' : tone, word }
}
export const HANDLED: readonly { tone: Tone; word: Text }[] = [
  { tone: 'off', word: ['无需处理', 'None needed'] },
  { tone: 'warn', word: ['待处理', 'Open'] },
  { tone: 'ok', word: ['已处理', 'Handled'] },
  { tone: 'off', word: ['误报', 'False alarm'] },
]
