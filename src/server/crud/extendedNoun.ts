/** A noun including the fields that a customer's template adds in the scope of a request. */
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Half } from '../parts.ts'

/** Looked up once per context: an import writes many rows in one. */
const known = new WeakMap<object, Map<string, Noun>>()

export async function extendedNoun(ctx: Pick<Ctx, 'appId' | 'sql'>, { noun, extend }: Half): Promise<Noun> {
  if (!extend) return noun
  const ofRequest = known.get(ctx) ?? new Map<string, Noun>()
  known.set(ctx, ofRequest)
  const before = ofRequest.get(noun.key)
  if (before) return before
  const { fields, imports } = await extend(ctx)
  const notImported = Object.keys(fields).filter(name => !imports.includes(name))
  const whole: Noun = {
    ...noun,
    fields: { ...noun.fields, ...fields },
    imports: { ...noun.imports, except: [...(noun.imports?.except ?? []), ...notImported] },
  }
  ofRequest.set(noun.key, whole)
  return whole
}
