/** Random values that a form accepts, for trials and demonstrations. */
import { checkDigit } from '#base/idCard.ts'
import { dayOf } from '#base/time.ts'
import type { Field, Fields, TextField } from '#model/field.ts'
import type { Input } from '#model/row.ts'

type Values = Input
const dayMs = 86_400_000

const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')
const between = (low: number, high: number): number => low + Math.floor(Math.random() * (high - low + 1))

const idCard = (): string => {
  const body = `44030519${between(60, 99)}${String(between(1, 12)).padStart(2, '0')}${String(between(1, 28)).padStart(2, '0')}${digits(3)}`
  return body + checkDigit(body)
}

const textOf = (field: TextField): string => {
  const byPattern: Partial<Record<NonNullable<TextField['pattern']>, () => string>> = {
    phone: () => `13${digits(9)}`,
    idCard,
    url: () => `https://example.com/${digits(4)}`,
    email: () => `user${digits(4)}@example.com`,
    username: () => `user_${digits(4)}`,
    code: () => `A${digits(5)}`,
    serial: () => `SN${digits(8)}`,
    colour: () => '#3fa1ff',
    alphanumeric: () => `A${digits(5)}`,
    number: () => `${between(1, 99)}.5`,
    digits: () => digits(6),
  }
  const own = field.pattern ? byPattern[field.pattern]?.() : undefined
  const words = own ?? `${field.label[0]}${digits(4)}`
  return words.padEnd(field.min ?? 0, '0').slice(0, field.max ?? 255)
}

const one = (field: Field): unknown => {
  const now = Date.now()
  switch (field.kind) {
    case 'text':
      return field.matches === undefined ? textOf(field) : undefined
    case 'secret':
      return field.digits ? digits(field.digits.max) : `Pw-${digits(8)}`
    case 'integer':
      return between(field.min ?? 1, Math.min(field.max ?? 100, (field.min ?? 0) + 100))
    case 'decimal':
      return `${between(1, 99)}`
    case 'fen':
      return String(between(100, 99_900))
    case 'flag':
      return true
    case 'instant':
      return new Date(now + dayMs).toISOString()
    case 'day':
      return dayOf(now)
    case 'clock':
      return '08:30'
    case 'place':
      return { lng: 114.05 + between(0, 90) / 1000, lat: 22.5 + between(0, 90) / 1000 }
    case 'choice': {
      const wires = Object.values(field.values).map(([wire]) => wire)
      return field.many ? wires.slice(0, 1) : wires[0]
    }
    case 'rich':
      return `<p>${field.label[0]}${digits(4)}</p>`
    case 'code':
      return field.language === 'json' ? '{}' : ''
    case 'colour':
      return '#3fa1ff'
    case 'icon':
      return 'box'
    case 'span':
      return field.of === 'clock'
        ? { from: '08:30', to: '18:00' }
        : field.of === 'day'
          ? { from: dayOf(now), to: dayOf(now + 7 * dayMs) }
          : { from: new Date(now).toISOString(), to: new Date(now + 7 * dayMs).toISOString() }
    case 'list':
      return [sampleValues(field.of)]
    case 'group':
      return sampleValues(field.of)
    // References, files and options of dictionaries must be chosen by the user.
    default:
      return undefined
  }
}

export const sampleValues = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = one(field)
      return value === undefined ? [] : [[name, value]]
    }),
  )
