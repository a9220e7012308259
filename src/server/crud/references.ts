/** References between nouns: the names shown beside ids, and who still refers to a row that is to be removed. */
import sql, { raw } from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { refName } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Row } from '#model/row.ts'
import { nameIn } from './builtIn.ts'
import { snake } from './columns.ts'

export type NounIndex = ReadonlyMap<string, Noun>

/** Fills `vendorName` beside `vendorId` for a whole page: one query per reference. */
export async function presentReferences(ctx: Ctx, noun: Noun, rows: Row[], nouns: NounIndex): Promise<void> {
  if (!rows.length) return
  for (const [name, field] of Object.entries(noun.fields)) {
    if (field.kind !== 'ref' || field.many) continue
    const target = nouns.get(field.to)
    if (!target || target.life === 'view') continue
    const ids = [...new Set(rows.map(row => row[name]).filter(id => id !== null && id !== undefined))]
    if (!ids.length) continue
    const found = await ctx.sql<Row>(
      sql`select id, ${raw(namesOf(target))} from ${raw(target.table)} where id = any(${ids}::bigint[])`,
    )
    const names = new Map(found.map(row => [row.id, nameIn(target, row, ctx.language)]))
    for (const row of rows) row[refName(name)] ??= names.get(String(row[name])) ?? null
  }
}

/** The columns that say what a row is called. */
const namesOf = ({ name, english = {} }: Noun): string =>
  [name, ...(english[name] ? [english[name]] : [])].map(one => `${snake(one)}::text as "${one}"`).join(', ')

/** Who refers to the row, with counts. */
export async function referencesTo(
  ctx: Ctx,
  noun: Noun,
  id: string,
  nouns: NounIndex,
): Promise<{ label: Text; count: number }[]> {
  const users: { label: Text; count: number }[] = []
  for (const other of nouns.values()) {
    if (other.life && other.life !== 'row') continue
    for (const [name, field] of Object.entries(other.fields)) {
      if (
        field.kind !== 'ref' ||
        field.to !== noun.key ||
        field.virtual ||
        field.computed ||
        (field.onDelete ?? 'refuse') !== 'refuse'
      )
        continue
      const alive = other.remove === 'soft' ? sql`and deleted_at is null` : sql``
      const counted = await ctx.sql<{ n: number }>(
        sql`select count(*)::int as n from ${raw(other.table)} where ${raw(snake(name))} = ${id} ${alive}`,
      )
      if (counted[0]!.n > 0) users.push({ label: other.label, count: counted[0]!.n })
    }
  }
  return users
}
