/** What a camera says of what it saw, as far as it is of the type that the class declares: the columns of captures. */
import { comparedAs } from '#model/comparedAs.ts'
import type { EventSpec } from '#model/device.ts'
import type { Fields } from '#model/field.ts'
import type { Params } from '#model/row.ts'

const NAMES = ['sex', 'age', 'mask', 'glasses', 'colour', 'plate'] as const
type Name = (typeof NAMES)[number]
export type Seen = Partial<Record<Name, number | boolean | string>>

/** Only values that are known: what a camera says besides stays in the parameters. */
function known(fields: Fields, name: Name, value: unknown): number | boolean | string | undefined {
  const field = fields[name]
  switch (field?.kind) {
    case 'choice':
      return Object.values(field.values).some(([wire]) => wire === value) ? (value as number) : undefined
    case 'flag':
      return typeof value === 'boolean' ? value : value === 0 || value === 1 ? value === 1 : undefined
    case 'text':
      return typeof value === 'string' ? (comparedAs(field, value) ?? undefined) : undefined
    default:
      return undefined
  }
}

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
