/** A text as its field judges, stores and compares it, whatever way it was typed or copied. */
import { isDocument } from '#base/idDocument.ts'
import { documentNo, phoneOf } from '#base/identity.ts'
import { folded, visible } from '#base/folded.ts'
import type { Field, Pattern } from './field.ts'

/** Of what people write in words, only what nobody sees is left out. */
const IN_WORDS = new Set<Pattern | undefined>([undefined, 'url', 'email'])
/** What was chosen or entered as formatted text stays as it is, as do secrets. */
const AS_GIVEN = new Set<Field['kind']>(['secret', 'code', 'rich', 'dictionary', 'json'])

export function normalised(field: Field, given: string): string {
  if (AS_GIVEN.has(field.kind)) return given
  if (field.kind !== 'text') return folded(given).trim()
  // A masked value that comes back unchanged.
  if (field.mask && given.includes('*')) return given.trim()
  if (field.pattern === 'phone') return phoneOf(given)
  if (isDocument(field.pattern)) return documentNo(given)
  return (IN_WORDS.has(field.pattern) && !field.mono ? visible(given) : folded(given)).trim()
}
