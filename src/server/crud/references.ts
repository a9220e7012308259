/** References between nouns: the names shown beside ids, and the rows that still refer to one to be removed. */
import sql, { raw } from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { refName } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Row } from '#model/row.ts'
import { nameIn } from './builtIn.ts'
import { snake } from './columns.ts'

/** No tree is this deep. */
const MOST_HEIGHT = 16

export type NounIndex = ReadonlyMap<string, Noun>

/** Fills `vendorName` beside `vendorId` for a whole page: one query per reference. */
export async function presentReferences(ctx: Ctx, noun: Noun, rows: Row[], nouns: NounIndex): Promise<void> {
  if (!rows.length) return
  for (const [name, field] of Object.entries(noun.fields)) {
    if (field.kind !== 'ref' || field.many) continue
    const target = nouns.get(field.to)
    if (!target || target.life === 'view') continue
    // A row that keeps the name of what it refers to needs no other.
    const unnamed = rows.filter(row => row[refName(name)] === undefined || row[refName(name)] === null)
    const ids = [...new Set(unnamed.map(row => row[name]).filter(id => id !== null && id !== undefined))]
    if (!ids.length) continue
    const names = await shownNames(ctx, target, ids)
    for (const row of rows) row[refName(name)] ??= names.get(String(row[name])) ?? null
  }
}

/** The columns from which the name of a row is made. */
const namesOf = ({ name, called, english = {} }: Noun, table = ''): string =>
  [name, ...(called ? [called] : []), ...(english[name] ? [english[name]] : [])]
    .map(one => `${table}${snake(one)}::text as "${one}"`)
    .join(', ')

/** What a row is called where it is referred to. */
const calledIn = (target: Noun, row: Row, { language }: Ctx): string =>
  String(nameIn(target.called && row[target.called] ? { ...target, name: target.called } : target, row, language))

type Names = ReadonlyMap<string, string>

/** The displayed names of rows of `target`, by id: in a tree, with the names of all ancestors. */
const shownNames = (ctx: Ctx, target: Noun, ids: readonly unknown[]): Promise<Names> =>
  (target.tree ? pathsOf : namesByIds)(ctx, target, ids)

/** Adds `orgName` (or a similar name) to rows that were read by a hand-written statement. */
export async function withNames<R extends object, K extends keyof R, S extends string>(
  ctx: Ctx,
  target: Noun,
  rows: readonly R[],
  id: K,
  name: S,
): Promise<(R & Record<S, string | null>)[]> {
  const names = await shownNames(ctx, target, [...new Set(rows.map(row => row[id]).filter(one => one !== null))])
  return rows.map(row => ({ ...row, [name]: names.get(String(row[id])) ?? null }) as R & Record<S, string | null>)
}
async function namesByIds(ctx: Ctx, target: Noun, ids: readonly unknown[]): Promise<Names> {
  const found = await ctx.sql<Row>(
    sql`select id, ${raw(namesOf(target))} from ${raw(target.table)} where id = any(${ids}::bigint[])`,
  )
  return new Map(found.map(row => [row.id, calledIn(target, row, ctx)]))
}

/** The path of a row in a tree, as imports accept it, because names repeat in different branches. */
async function pathsOf(ctx: Ctx, target: Noun, ids: readonly unknown[]): Promise<Names> {
  const found = await ctx.sql<Row & { leaf: string }>(
    sql`with recursive up as (
        select t.id as leaf, t.id, t.parent_id, 0 as height, ${raw(namesOf(target, 't.'))}
        from ${raw(target.table)} t where t.id = any(${ids}::bigint[])
        union all
        select up.leaf, t.id, t.parent_id, up.height + 1, ${raw(namesOf(target, 't.'))}
        from ${raw(target.table)} t join up on t.id = up.parent_id where up.height < ${MOST_HEIGHT}
      ) select * from up order by leaf, height desc`,
  )
  const paths = new Map<string, string>()
  for (const row of found) {
    const above = paths.get(row.leaf)
    const name = calledIn(target, row, ctx)
    paths.set(row.leaf, above === undefined ? name : `${above}/${name}`)
  }
  return paths
}

/** Which rows refer to the row, with counts. */
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
