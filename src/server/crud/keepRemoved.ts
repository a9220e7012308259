/** Keeps removed rows, sealed, for ten minutes, so that the user who removed them can undo it. */
import sql, { raw } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '../ctx.ts'
import type { Row } from '#model/row.ts'
import type { Ports } from '../ports.ts'
import type { Operations } from './operations.ts'

export const UNDO_S = 600
export const UNDO_MS = UNDO_S * 1000

/** Rows as text from the database: numbers beyond 2⁵³ would lose digits in JavaScript. */
export interface RemovedRows {
  row: string
  with: { table: string; rows: string }[]
}
export const sealPlace = (id: string): string => `engine.removal|kept|${id}`
export const namePlace = (id: string): string => `engine.removal|name|${id}`

/** The key of a request under which several removals count as one: up to 40 letters, digits and dashes. */
export function removalKey(given: unknown): string | undefined {
  if (given === undefined || given === '') return undefined
  if (typeof given === 'string' && /^[\w-]{1,40}$/.test(given)) return given
  throw new Refusal('invalid', {
    text: ['together 只能由字母、数字和短横线组成', 'together can only contain letters, digits and dashes'],
  })
}

/** Runs in the transaction that removes `row`, before any change. */
export async function keepRemoved(operations: Operations, ctx: Ctx, row: Row, together?: string): Promise<void> {
  const { noun, followings } = operations
  const { vault } = ctx.ports
  const [own] = await ctx.sql<{ row: string }>(
    sql`select to_jsonb(t)::text as row from ${raw(noun.table)} t where t.id = ${row.id}`,
  )
  const kept: RemovedRows = { row: own!.row, with: [] }
  for (const { table, by } of followings.flatMap(one => one.keeps ?? [])) {
    const [found] = await ctx.sql<{ n: number; rows: string }>(
      sql`select count(*)::int as n, coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${raw(table)} t where t.${raw(by)} = ${row.id}`,
    )
    if (found!.n > 0) kept.with.push({ table, rows: found!.rows })
  }
  const id = ctx.newId()
  const name = vault.seal(String(row[noun.name] ?? ''), namePlace(id))
  await ctx.sql(sql`insert into engine.removal (id, together, noun, row_id, user_id, app_id, name_sealed, kept_sealed, removed_at, until)
    values (${id}, ${together ?? id}, ${noun.key}, ${row.id}, ${ctx.user.userId}, ${ctx.appId}, ${name},
      ${vault.seal(JSON.stringify(kept), sealPlace(id))}, ${ctx.now}, ${new Date(ctx.now.getTime() + UNDO_MS)})`)
}

/** Deletes removals that can no longer be undone. */
export const forgetRemovals = (ports: Ports): Promise<unknown> =>
  ports.db.query({ role: 'engine' }, sql`delete from engine.removal where until <= ${ports.now()}`)
