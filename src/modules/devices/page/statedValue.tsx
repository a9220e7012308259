/** A reported value, as people read it. */
import { UNITS } from '#base/figureTexts.ts'
import { NO, YES } from '#base/listTexts.ts'
import type { ReactNode } from 'react'
import { showInstant } from '#base/time.ts'
import type { Field, JsonField } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import type { Words } from '#console/kit/language.tsx'
import { spanText } from '#base/ago.ts'

/** The values of a part's list, without names: the label of the part identifies them. */
const partsOf = (value: object | null): string[] =>
  Object.values(value ?? {}).flatMap((part: unknown) => (typeof part === 'object' ? partsOf(part) : [String(part)]))

/** Those parts of each entry that people read, in their words. */
const readParts = (
  parts: NonNullable<JsonField['parts']>,
  value: object,
  translate: (words: Words) => string,
): string => {
  const entries = (Array.isArray(value) ? value : [value]) as readonly Readonly<Params>[]
  const read = (entry: Readonly<Params>): string =>
    Object.entries(parts)
      .flatMap(([name, words]) => {
        const part = entry[name]
        if (part === undefined || part === null || part === '') return []
        const known = Object.values(words).find(([wire]) => wire === part)
        return [known ? translate([known[1], known[2]]) : String(part)]
      })
      .join(' ')
  return entries.map(read).join(translate(['、', ', ']))
}

/** The kinds that are put into words. */
export const STATED_KINDS: readonly Field['kind'][] = [
  'text',
  'integer',
  'flag',
  'choice',
  'decimal',
  'instant',
  'json',
]

export const statedValue = (field: Field, value: unknown, translate: (words: Words) => string): ReactNode => {
  if (value === null || value === undefined || value === '') return null
  switch (field.kind) {
    case 'choice': {
      const entry = Object.values(field.values).find(([wire]) => wire === value)
      return entry ? translate([entry[1], entry[2]]) : String(value)
    }
    case 'text': {
      const entry = Object.values(field.known ?? {}).find(([wire]) => wire === value)
      return entry ? translate([entry[1], entry[2]]) : String(value)
    }
    case 'flag':
      return translate(value ? YES : NO)
    case 'instant':
      return <span className="mono">{showInstant(String(value))}</span>
    // A long duration in seconds is shown in days and hours.
    case 'integer':
      return field.unit === 's' && Number(value) >= 60 ? (
        translate(spanText(Number(value) * 1000))
      ) : (
        <>
          {Number(value).toLocaleString('en-US')}
          {field.unit && <span className="third"> {translate(UNITS[field.unit])}</span>}
        </>
      )
    case 'decimal':
      return (
        <>
          {String(value)}
          {field.unit && <span className="third"> {translate(UNITS[field.unit])}</span>}
        </>
      )
    default:
      if (field.kind === 'json' && field.parts && typeof value === 'object')
        return readParts(field.parts, value, translate)
      return typeof value === 'object' ? <span className="mono">{partsOf(value).join(' · ')}</span> : String(value)
  }
}
