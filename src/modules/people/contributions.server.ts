/** What people add to applications and agencies: how many there are, and that an application with people stays. */
import sql from 'sql-template-tag'
import { application } from '#modules/applications/application.noun.ts'
import { agency } from '#modules/organisation/agency.noun.ts'
import { contributes } from '#server/parts.ts'

export const applicationPeople = contributes(application, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ app_id: string; n: number }>(
      sql`select app_id, count(*)::int as n from people.person
        where app_id = any(${rows.map(row => row.id)}::bigint[]) and deleted_at is null group by 1`,
    )
    for (const row of rows) row.personCount = counts.find(count => count.app_id === row.id)?.n ?? 0
  },
  async holds(ctx, id) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from people.person where app_id = ${id} and deleted_at is null`,
    )
    const count = found!.n
    return { count, text: [`${count}名人员`, `${count} people`] }
  },
})

/** Of those that registered themselves: how far they use what they try. */
export const agencyPeople = contributes(agency, {
  async compute(ctx, rows) {
    const registered = rows.filter(row => row.registeredAt !== null)
    if (!registered.length) return
    const counts = await ctx.sql<{ source_id: string; n: number }>(
      sql`select source_id, count(*)::int as n from people.person
        where source_id = any(${registered.map(row => row.id)}::bigint[]) and deleted_at is null group by 1`,
    )
    for (const row of registered) row.personCount = counts.find(count => count.source_id === row.id)?.n ?? 0
  },
})
