/** An example of every value that a class declares: the declared example, or else one allowed by its type and range. */
import type { Unit } from '#base/figureTexts.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Field, Fields } from '#model/field.ts'
import { slot, type Template } from './exchange.ts'

const BY_UNIT: Record<Unit, number> = {
  s: 30,
  ms: 3000,
  min: 5,
  '%': 60,
  dBm: -58,
  '℃': 36,
  '°': 90,
  B: 1_048_576,
  GB: 4000,
  px: 640,
}
const INSTANT = slot('instant', '2026-03-02T02:30:00.000Z')

/** `avoid`: values that would make the platform refuse. */
export function sample(field: Field, avoid: readonly unknown[] = []): Template {
  switch (field.kind) {
    case 'text':
      return field.example ?? Object.values(field.known ?? {})[0]?.[0] ?? 'text'.slice(0, field.max)
    case 'integer': {
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, unit } = field
      return Math.min(max, Math.max(min, unit ? BY_UNIT[unit] : 12))
    }
    case 'decimal':
      return `${field.min ?? 1}${field.scale ? `.${'0'.repeat(field.scale)}` : ''}`
    case 'flag':
      return field.example ?? !avoid.includes(true)
    case 'choice': {
      const value = Object.values(field.values)
        .map(([wire]) => wire)
        .find(wire => !avoid.includes(wire))
      return field.many ? [value] : value
    }
    case 'instant':
      return INSTANT
    case 'day':
      return '2026-03-02'
    case 'clock':
      return '09:30'
    case 'json':
      return field.example ?? {}
    default:
      return null
  }
}

/** Values of several fields. A field that gives the reason of a failure is left out beside a success. */
export const sampleAll = (fields: Fields): Record<string, Template> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !(name === 'reason' && fields.ok?.kind === 'flag'))
      .map(([name, field]) => [name, sample(field)]),
  )

/** Values of a property with which some command or setting is refused. */
const refusing = ({ commands, properties }: DeviceClass, name: string): unknown[] =>
  [...Object.values(commands), ...Object.values(properties)]
    .flatMap(one => (one.never ?? []) as readonly { property: string; is: unknown }[])
    .filter(rule => rule.property === name)
    .map(rule => rule.is)

/** Everything that a device of the class reports about itself and about the first part of each kind. */
export function sampleReport(deviceClass: DeviceClass): Record<string, Template> {
  const report: Record<string, Template> = {}
  for (const [name, { field, per }] of Object.entries(deviceClass.properties)) {
    const value = sample(field, refusing(deviceClass, name))
    if (!per) {
      report[name] = value
      continue
    }
    const { list, min } = deviceClass.components[per]!
    const [part] = (report[list] ??= [{ no: Math.max(1, min) }]) as [Record<string, Template>]
    part[name] = value
  }
  return report
}
/** The part used in examples. */
export const samplePart = (deviceClass: DeviceClass, per: string): number =>
  Math.max(1, deviceClass.components[per]!.min)
