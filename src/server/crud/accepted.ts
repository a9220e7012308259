/** What a client sent, under the names of the noun's own fields. */
import type { Input } from '#model/row.ts'
import type { Half } from '../parts.ts'

export function accepted({ aliases = {}, accept }: Half, given: Input): Input {
  const named = { ...given }
  for (const [alias, field] of Object.entries(aliases)) {
    if (named[alias] === undefined) continue
    named[field] ??= named[alias]
    delete named[alias]
  }
  return accept?.(named) ?? named
}
