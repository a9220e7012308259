/** What devices add to applications, sites, companies and the catalogue: counts, and the refusal to remove what has devices. */
import { counted } from '#base/counted.ts'
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { application } from '#modules/applications/application.noun.ts'
import { site } from '#modules/applications/site.noun.ts'
import { deviceModel } from '#modules/catalog/deviceModel.noun.ts'
import { deviceType } from '#modules/catalog/deviceType.noun.ts'
import { agency } from '#modules/organisation/agency.noun.ts'
import { supplier } from '#modules/organisation/supplier.noun.ts'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Row } from '#model/row.ts'
import { contributes } from '#server/parts.ts'

interface Count {
  key: string
  n: number
  online: number
}
/** Writes the counts into rows. */
function fill(rows: readonly Row[], counts: readonly Count[]): void {
  const byKey = new Map(counts.map(count => [count.key, count]))
  for (const row of rows) {
    const count = byKey.get(row.id)
    Object.assign(row, { deviceCount: count?.n ?? 0, onlineCount: count?.online ?? 0 })
  }
}
/**
 * The same with the share of those in use that is connected in place of the number, by `key`; rounded down: with one missing it
 * is not 100 %. Devices in stock are connected nowhere.
 */
function fillRates(rows: readonly Row[], counts: readonly (Count & { used: number })[], key = 'id'): void {
  const byKey = new Map(counts.map(count => [count.key, count]))
  for (const row of rows) {
    const { n, used, online } = byKey.get(String(row[key])) ?? { n: 0, used: 0, online: 0 }
    const permille = used ? Math.floor((online / used) * 1000) : 0
    Object.assign(row, { deviceCount: n, onlineRate: used ? `${Math.floor(permille / 10)}.${permille % 10}` : null })
  }
}
const idsOf = (rows: readonly Row[]): string[] => rows.map(row => row.id)
const FIGURES = sql`count(*)::int as n, count(*) filter (where s.online)::int as online`
const USED = sql`count(*)::int as n, count(*) filter (where d.app_id is not null)::int as used,
  count(*) filter (where s.online and d.app_id is not null)::int as online`
const DEVICES = sql`devices.device d left join devices.session s on s.device_id = d.id`

async function held(ctx: Ctx, condition: ReturnType<typeof sql>): Promise<{ count: number; text: Text }> {
  const [found] = await ctx.sql<{ n: number }>(
    sql`select count(*)::int as n from devices.device where ${condition} and deleted_at is null`,
  )
  const count = found!.n
  return { count, text: [`${count}台设备`, counted(count, 'device')] }
}

export const applicationDevices = contributes(application, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<Count>(sql`select d.app_id as key, ${FIGURES} from ${DEVICES}
      where d.app_id = any(${idsOf(rows)}::bigint[]) and d.deleted_at is null group by 1`)
    fill(rows, counts)
  },
  holds: (ctx, id) => held(ctx, sql`app_id = ${id}`),
  on: {
    /** An agency without a quota has no limit. */
    async transferring(ctx, { id, toId }) {
      const [room] = await ctx.sql<{ quota: number; used: number; more: number }>(
        sql`select device_quota as quota,
          (select count(*)::int from devices.device
            where source_id = a.id and app_id is not null and deleted_at is null) as used,
          (select count(*)::int from devices.device where app_id = ${id as string} and deleted_at is null) as more
          from organisation.agency a where a.id = ${toId as string} and device_quota is not null`,
      )
      if (room && room.used + room.more > room.quota)
        throw new Refusal('full', {
          text: [
            `转入机构的设备配额为 ${room.quota}，已用 ${room.used}，放不下 ${room.more} 台`,
            `The organisation may have ${room.quota} devices and has ${room.used}; ${room.more} more do not fit`,
          ],
        })
    },
    /** Connected devices have their owner in the books of the gateways. */
    transferred: ctx => ctx.bump('devices'),
  },
})

export const siteDevices = contributes(site, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<Count>(sql`select d.site_id as key, ${FIGURES} from ${DEVICES}
      where d.site_id = any(${idsOf(rows)}::bigint[]) and d.deleted_at is null group by 1`)
    fill(rows, counts)
  },
})

export const typeDevices = contributes(deviceType, {
  async compute(ctx, rows) {
    const codes = rows.map(row => String(row.code))
    const counts = await ctx.sql<Count & { used: number }>(sql`select d.device_class as key, ${USED} from ${DEVICES}
      where d.device_class = any(${codes}) and d.deleted_at is null group by 1`)
    fillRates(rows, counts, 'code')
  },
})

export const modelDevices = contributes(deviceModel, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ key: string; n: number }>(sql`select model_id as key, count(*)::int as n
      from devices.device where model_id = any(${idsOf(rows)}::bigint[]) and deleted_at is null group by 1`)
    for (const row of rows) row.deviceCount = counts.find(count => count.key === row.id)?.n ?? 0
  },
  holds: (ctx, id) => held(ctx, sql`model_id = ${id}`),
})

export const agencyDevices = contributes(agency, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ key: string; n: number }>(sql`select source_id as key, count(*)::int as n
      from devices.device where source_id = any(${idsOf(rows)}::bigint[]) and deleted_at is null group by 1`)
    for (const row of rows) row.deviceCount = counts.find(count => count.key === row.id)?.n ?? 0
  },
})

export const supplierDevices = contributes(supplier, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<
      Count & { used: number }
    >(sql`select v.supplier_id as key, ${USED} from catalog.device_vendor v
      join catalog.device_model m on m.vendor_id = v.id
      join devices.device d on d.model_id = m.id and d.deleted_at is null
      left join devices.session s on s.device_id = d.id
      where v.supplier_id = any(${idsOf(rows)}::bigint[]) group by 1`)
    fillRates(rows, counts)
  },
})
