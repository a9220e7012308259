/** Personal data in full, for authorised users who give a reason: limited per hour, and audited. */
import sql, { raw } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import { spend } from '#modules/identity/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { openCustom, type Kind } from './custom.server.ts'

const MOST_AN_HOUR = 50

/** `sealed` are the noun's own columns by field name; sealed values of a template are added. */
export const revealer =
  (noun: Noun, kind: Kind, sealed: Readonly<Record<string, string>>) =>
  async (ctx: Ctx, input: { id?: string; reason?: unknown }): Promise<Record<string, string | null>> => {
    const columns = Object.values(sealed).map(column => `, ${column}_sealed`)
    const alive = raw(noun.remove === 'soft' ? 'and deleted_at is null' : '')
    const [row] = await ctx.sql<{ id: string; name: string } & Record<string, Buffer | null>>(
      sql`select id, name ${raw(columns.join(''))} from ${raw(noun.table)} where id = ${input.id} ${alive}`,
    )
    if (!row) throw new Refusal('not_found')
    // Counted before the data are shown, over all applications: simultaneous requests are all counted.
    await spend(ctx.ports, `reveal:${ctx.user.userId}`, MOST_AN_HOUR, 60)
    await ctx.audit({
      action: 'reveal',
      object: noun.key,
      objectId: row.id,
      objectName: row.name,
      reason: String(input.reason),
    })
    const own = Object.entries(sealed).map(([name, column]) => {
      const bytes = row[`${column}_sealed`]
      return [name, bytes ? ctx.ports.vault.open(bytes, `${noun.table}|${column}|${row.id}`).toString() : null] as const
    })
    return { ...Object.fromEntries(own), ...(await openCustom(ctx, noun, kind, row.id)) }
  }
