/** What applications add to agencies and users: their number, the end of a trial and its quotas, and who may access which. */
import sql from 'sql-template-tag'
import { invalidFields } from '#model/error.ts'
import { user } from '#modules/identity/account/user.noun.ts'
import { agency } from '#modules/organisation/agency.noun.ts'
import type { Row } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes } from '#server/parts.ts'
import { STATE } from './applications.server.ts'

export const agencyApplications = contributes(agency, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ source_id: string; n: number }>(
      sql`select source_id, count(*)::int as n from applications.application
        where source_id = any(${rows.map(row => row.id)}::bigint[]) and deleted_at is null and state <> ${STATE.closed} group by 1`,
    )
    for (const row of rows) row.appCount = counts.find(count => count.source_id === row.id)?.n ?? 0
  },
  on: {
    /** Applications that ended with the trial keep ending with it. */
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

export const userApplications = contributes(user, {
  async compute(ctx, rows) {
    const apps = await ctx.sql<{ account_id: string; id: string; name: string }>(
      sql`select aa.account_id, a.id, a.name from identity.account_app aa
        join applications.application a on a.id = aa.app_id
        where aa.account_id = any(${rows.map(row => row.id)}::bigint[]) order by a.id`,
    )
    for (const row of rows) {
      const own = apps.filter(app => app.account_id === row.id)
      Object.assign(row, { appIds: own.map(app => app.id), appNames: own.map(app => app.name) })
    }
    await namePlaces(ctx, rows)
  },
  on: {
    async placesGiven(ctx, { places }) {
      for (const { appId, siteIds } of places as readonly { appId: string; siteIds: readonly string[] }[]) {
        const [found] = await ctx.sql<{ n: number }>(
          sql`select count(*)::int as n from applications.site where app_id = ${appId} and id = any(${siteIds as string[]}::bigint[])`,
        )
        if (found!.n !== siteIds.length)
          throw invalidFields([{ field: 'places', text: ['站点不存在', 'The site does not exist'] }])
      }
    },
    async applicationsGiven(ctx, { appIds }) {
      const ids = appIds as readonly string[]
      const [found] = await ctx.sql<{ n: number }>(
        sql`select count(*)::int as n from applications.application where id = any(${ids}::bigint[]) and deleted_at is null`,
      )
      if (found!.n !== ids.length)
        throw invalidFields([{ field: 'appIds', text: ['应用不存在', 'The application does not exist'] }])
    },
  },
})

/** By application, the number of sites and groups to which an account is limited. */
async function namePlaces(ctx: Ctx, rows: Row[]): Promise<void> {
  const limits = await ctx.sql<{ account_id: string; name: string; sites: number; groups: number }>(
    sql`select c.account_id, a.name, cardinality(c.site_ids) as sites, cardinality(c.group_ids) as groups
      from identity.account_scope c join applications.application a on a.id = c.app_id
      where c.account_id = any(${rows.map(row => row.id)}::bigint[]) order by a.id`,
  )
  const zh = ctx.language === 'zh'
  for (const row of rows)
    row.places =
      limits
        .filter(one => one.account_id === row.id)
        .map(({ name, sites, groups }) =>
          zh
            ? `${name}：${[...(sites ? [`${sites}个站点`] : []), ...(groups ? [`${groups}个分组`] : [])].join('、')}`
            : `${name}: ${[...(sites ? [`${sites} site${sites > 1 ? 's' : ''}`] : []), ...(groups ? [`${groups} group${groups > 1 ? 's' : ''}`] : [])].join(', ')}`,
        )
        .join(zh ? '；' : '; ') || null
}
