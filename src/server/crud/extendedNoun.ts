/** A noun with the fields that a customer's template adds to it where a request acts. */
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Half } from '../parts.ts'

/** Asked once for a context: an import writes many rows in one. */
const known = new WeakMap<object, Map<string, Noun>>()

export async function extendedNoun(ctx: Pick<Ctx, 'appId' | 'sql'>, { noun, grown }: Half): Promise<Noun> {
  if (!grown) return noun
  const mine = known.get(ctx) ?? new Map<string, Noun>()
  known.set(ctx, mine)
  const before = mine.get(noun.key)
  if (before) return before
  const { fields, imports } = await grown(ctx)
  const notImported = Object.keys(fields).filter(name => !imports.includes(name))
  const whole: Noun = {
    ...noun,
    fields: { ...noun.fields, ...fields },
    imports: { ...noun.imports, except: [...(noun.imports?.except ?? []), ...notImported] },
  }
  mine.set(noun.key, whole)
  return whole
}
