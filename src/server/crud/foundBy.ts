/** The conditions for the rows that a request finds: its filters, the restrictions of the half, and no removed rows. */
import sql, { type Sql } from 'sql-template-tag'
import { visible } from '#base/folded.ts'
import { lowered, type Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import type { Half } from '../parts.ts'
import { extendedNoun } from './extendedNoun.ts'
import { conditions } from './filters.ts'

const isAsked = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const needsOther = ([zh, en]: Text, [withZh, withEn]: Text): Refusal =>
  new Refusal('invalid', {
    text: [`按${zh}查找，请先选择${withZh}`, `To filter by ${lowered(en)}, choose one ${lowered(withEn)} first`],
  })

/** Conditions on `t`. A filter for which the half has its own condition is not applied to a column. */
export async function foundBy(half: Half, ctx: Ctx, query: Input): Promise<Sql[]> {
  const noun = await extendedNoun(ctx, half)
  const own = Object.entries(half.found ?? {}).filter(([name]) => isAsked(query[name]))
  const plain = Object.fromEntries(Object.entries(query).filter(([name]) => !half.found?.[name]))
  for (const [name, { label, findWith }] of Object.entries(noun.fields))
    if (findWith && isAsked(query[name]) && !isAsked(query[findWith]))
      throw needsOther(label, noun.fields[findWith]!.label)
  return [
    ...conditions(noun, plain, ctx),
    ...own.map(([name, find]) => find!(visible(String(query[name])).trim(), ctx, query)),
    ...(noun.remove === 'soft' ? [sql`t.deleted_at is null`] : []),
    ...(half.narrow?.(ctx) ?? []),
  ]
}
