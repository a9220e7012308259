/** The value of a field as plain text for people: the labels of choices and keys, never their codes. */
import { plainText } from '#base/plainText.ts'
import { translate, type Language } from '#base/text.ts'
import { writtenInstant } from '#base/zonedTime.ts'
import { flagWord, refName, type ChoiceField, type Field, type Fields } from '#model/field.ts'
import { keyWords, type Definitions } from '#model/keyWords.ts'
import type { Input } from '#model/row.ts'

/** Language, time zone and definitions for the text. */
export interface Reading extends Definitions {
  language: Language
  zone: string
}

const choiceWord = ({ values }: Pick<ChoiceField, 'values'>, wire: unknown, language: Language): string => {
  const entry = Object.values(values).find(([known]) => known === wire)
  return entry ? translate([entry[1], entry[2]], language) : String(wire)
}

const yuan = (fen: unknown): string => {
  const digits = String(fen).replace('-', '').padStart(3, '0')
  return `${String(fen).startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `label value` for each field that has a value. */
const inner = (fields: Fields, row: Input, reading: Reading): string =>
  Object.entries(fields)
    .map(([name, field]) => [translate(field.label, reading.language), cellText(field, name, row, reading)])
    .filter(([, text]) => text)
    .map(words => words.join(' '))
    .join(translate(['，', ', '], reading.language))

export function cellText(field: Field, name: string, row: Input, reading: Reading): string {
  const { language, zone } = reading
  const value = row[name]
  const joined = (words: readonly unknown[]): string => words.map(String).join(translate(['、', ', '], language))
  if (value === null || value === undefined) return ''
  switch (field.kind) {
    case 'text': {
      const words = typeof value === 'string' ? keyWords(field, value, row, reading) : undefined
      return words ? translate(words, language) : String(value)
    }
    case 'ref': {
      const names = row[refName(name)] ?? value
      return Array.isArray(names) ? joined(names) : String(names)
    }
    case 'instant':
      return writtenInstant(String(value), zone)
    case 'flag':
      return translate(flagWord(field, Boolean(value)), language)
    case 'choice':
      return Array.isArray(value)
        ? joined(value.map(one => choiceWord(field, one, language)))
        : choiceWord(field, value, language)
    case 'dictionary':
      return Array.isArray(value) ? joined(value) : String(value)
    case 'fen':
      return yuan(value)
    case 'rich':
      return plainText(String(value))
    case 'span': {
      const { from, to } = value as { from: string; to: string }
      return field.of === 'instant' ? `${writtenInstant(from, zone)} ~ ${writtenInstant(to, zone)}` : `${from} ~ ${to}`
    }
    case 'place': {
      const { lng, lat } = value as { lng: number; lat: number }
      return `${lng}, ${lat}`
    }
    case 'list':
      return (value as Input[]).map(item => inner(field.of, item, reading)).join(translate(['；', '; '], language))
    case 'group':
      return inner(field.of, value as Input, reading)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}
