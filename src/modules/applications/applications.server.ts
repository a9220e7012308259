/** Applications and sites: keys, counts, and the refusal to vanish under what still lives in them. */
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { implement, type Row } from '#server/parts.ts'
import type { Ctx } from '#server/ctx.ts'
import { application } from './application.noun.ts'
import { site } from './site.noun.ts'

async function countDevices(ctx: Ctx, rows: Row[], column: 'app_id' | 'site_id'): Promise<void> {
  const ids = rows.map(row => row.id)
  const counts =
    column === 'app_id'
      ? await ctx.sql<{ id: string; n: number; online: number }>(
          sql`select d.app_id as id, count(*)::int as n, count(*) filter (where s.online)::int as online from devices.device d left join devices.session s on s.device_id = d.id where d.app_id = any(${ids}::bigint[]) and d.deleted_at is null group by 1`,
        )
      : await ctx.sql<{ id: string; n: number; online: number }>(
          sql`select d.site_id as id, count(*)::int as n, count(*) filter (where s.online)::int as online from devices.device d left join devices.session s on s.device_id = d.id where d.site_id = any(${ids}::bigint[]) and d.deleted_at is null group by 1`,
        )
  for (const row of rows) {
    const mine = counts.find(count => count.id === row.id)
    Object.assign(row, { deviceCount: mine?.n ?? 0, onlineCount: mine?.online ?? 0 })
  }
}

export const applicationHalf = implement(application, {
  async beforeWrite(ctx, values, before) {
    if (before) return
    values.appKey = `ak${randomBytes(10).toString('hex')}`
    values.sourceId ??= ctx.user.sourceId
    values.deviceQuota ??= 1000
    values.personQuota ??= 20_000
  },
  async compute(ctx, rows) {
    await countDevices(ctx, rows, 'app_id')
    const people = await ctx.sql<{ app_id: string; n: number }>(
      sql`select app_id, count(*)::int as n from people.person where app_id = any(${rows.map(row => row.id)}::bigint[]) and deleted_at is null group by 1`,
    )
    for (const row of rows) row.personCount = people.find(count => count.app_id === row.id)?.n ?? 0
  },
  async beforeRemove(ctx, row) {
    const [used] = await ctx.sql<{ devices: number; people: number }>(
      sql`select (select count(*)::int from devices.device where app_id = ${row.id} and deleted_at is null) as devices, (select count(*)::int from people.person where app_id = ${row.id} and deleted_at is null) as people`,
    )
    if (used!.devices + used!.people > 0)
      throw new Refusal('in_use', {
        text: [
          `应用内还有${used!.devices}台设备、${used!.people}名人员，不能删除`,
          `It still has ${used!.devices} devices and ${used!.people} people; cannot be deleted`,
        ],
      })
  },
})

export const siteHalf = implement(site, { compute: (ctx, rows) => countDevices(ctx, rows, 'site_id') })
