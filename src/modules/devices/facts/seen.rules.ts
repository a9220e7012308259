/** What a camera says of what it saw, as far as it is of the type that the class declares: the columns of captures. */
import type { EventSpec } from '#model/device.ts'
import type { Fields } from '#model/field.ts'
import type { Params } from '#model/row.ts'

const NAMES = ['sex', 'age', 'mask', 'glasses', 'colour', 'plate'] as const
type Name = (typeof NAMES)[number]
export type Seen = Partial<Record<Name, number | boolean | string>>
/** A plate of any country is shorter. */
const PLATE_MAX = 16

/** Only values that are known: what a camera says besides stays in the parameters. */
function known(fields: Fields, name: Name, value: unknown): number | boolean | string | undefined {
  const field = fields[name]
  switch (field?.kind) {
    case 'choice':
      return Object.values(field.values).some(([wire]) => wire === value) ? (value as number) : undefined
    case 'flag':
      return typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : undefined
    case 'text':
      return typeof value === 'string' && value !== '' && value.length <= PLATE_MAX ? plateOf(value) : undefined
    default:
      return undefined
  }
}

/** Plates are compared without their separators: 浙A·12345 is 浙A12345. */
export const plateOf = (given: string): string => given.replaceAll(/[\s·.\-]/g, '').toUpperCase()

function seenIn(fields: Fields, params: Params): Seen {
  const seen: Seen = {}
  for (const name of NAMES) {
    const value = known(fields, name, params[name])
    if (value !== undefined) seen[name] = value
  }
  return seen
}

/** The number by which a camera follows one face, plate or body; it may send it as a text. */
const trackOf = (given: unknown): string | undefined =>
  (typeof given === 'string' && given !== '' && given.length <= 64) || Number.isSafeInteger(given)
    ? String(given)
    : undefined

/** What only a capture has, beside what every fact has. */
export const captured = ({ seen, fields }: EventSpec, { quality, trackId, ...rest }: Params) => ({
  method: seen,
  score: typeof quality === 'number' && Number.isFinite(quality) ? quality : undefined,
  track: trackOf(trackId),
  seen: seenIn(fields, rest),
})
