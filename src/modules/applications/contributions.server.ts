/** What applications add to agencies: how many there are, and that a trial's end and a customer's quotas hold for them. */
import sql from 'sql-template-tag'
import { agency } from '#modules/organisation/agency.noun.ts'
import { contributes } from '#server/parts.ts'

export const agencyApplications = contributes(agency, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ source_id: string; n: number }>(
      sql`select source_id, count(*)::int as n from applications.application
        where source_id = any(${rows.map(row => row.id)}::bigint[]) and deleted_at is null group by 1`,
    )
    for (const row of rows) row.appCount = counts.find(count => count.source_id === row.id)?.n ?? 0
  },
  on: {
    /** Those that ended with the trial end with it still. */
    async trialChanged(ctx, { id, before, until }) {
      await ctx.sql(
        sql`update applications.application set expires_on = ${until}::date, rev = rev + 1
          where source_id = ${id} and expires_on is not distinct from ${before}::date and deleted_at is null`,
      )
    },
    async becameRegular(ctx, { id, deviceQuota, personQuota }) {
      await ctx.sql(
        sql`update applications.application
          set device_quota = ${deviceQuota}, person_quota = ${personQuota}, rev = rev + 1
          where source_id = ${id} and deleted_at is null`,
      )
    },
  },
})
