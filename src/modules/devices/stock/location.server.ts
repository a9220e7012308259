/**
 * Where a device stands: at one location, which is in its site. Rights may follow from it, so that who places a device
 * changes them in the same transaction (`placed`), and accounts limited to places do not.
 */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Row, StoredOf, WrittenOf } from '#model/row.ts'
import { location } from '#modules/applications/location.noun.ts'
import { limitedIn } from '#server/auth/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes, following } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import type { deviceBind } from './deviceBind.noun.ts'

const OPEN = 1

/** The site of a location that takes devices; refuses one that is elsewhere than `siteId`, where that is given. */
export async function siteOfLocation(
  query: Query,
  appId: string | null,
  id: unknown,
  siteId?: unknown,
): Promise<string> {
  const refused = (zh: string, en: string): Refusal => invalidFields([{ field: 'locationId', text: [zh, en] }])
  const [found] = isId(id)
    ? await query<{ siteId: string; state: number; name: string }>(
        sql`select site_id as "siteId", state, name from applications.location where id = ${id} and app_id = ${appId}
          for share`,
      )
    : []
  if (!found) throw refused('位置不存在', 'The location does not exist')
  if (found.state !== OPEN)
    throw refused(`位置“${found.name}”已停用，不能选用`, `Location "${found.name}" has been stopped`)
  if (siteId && siteId !== found.siteId) throw refused('位置不在所选站点', 'The location is not in the chosen site')
  return found.siteId
}

/** The location decides the site; a device that moves to another site leaves its location. */
export async function placeWithin(
  ctx: Ctx,
  values: WrittenOf<typeof deviceBind>,
  before: StoredOf<typeof deviceBind>,
): Promise<void> {
  const { locationId, siteId } = values
  if (locationId && locationId !== before.locationId)
    values.siteId = await siteOfLocation(ctx.sql, ctx.appId, locationId, siteId === before.siteId ? undefined : siteId)
  else if (siteId !== undefined && siteId !== before.siteId) values.locationId = null
  const next = values.locationId
  if (next !== undefined && next !== before.locationId && limitedIn(ctx.user, ctx.appId))
    throw new Refusal('beyond_places')
}

interface Count {
  key: string
  n: number
  online: number
}
export const locationDevices = contributes(location, {
  /** Of a location with all below it. */
  async compute(ctx, rows: Row[]) {
    const counts = await ctx.sql<Count>(sql`
      with recursive below as (
        select id as key, id from unnest(${rows.map(row => row.id)}::bigint[]) as given(id)
        union all select b.key, l.id from below b join applications.location l on l.parent_id = b.id
      ) select b.key, count(*)::int as n, count(*) filter (where s.online)::int as online
      from below b join devices.device d on d.location_id = b.id and d.deleted_at is null
      left join devices.session s on s.device_id = d.id group by 1`)
    const byKey = new Map(counts.map(count => [count.key, count]))
    for (const row of rows) {
      const count = byKey.get(row.id)
      Object.assign(row, { deviceCount: count?.n ?? 0, onlineCount: count?.online ?? 0 })
    }
  },
  on: {
    async merged(ctx, { id, intoId }) {
      await ctx.sql(
        sql`update devices.device set location_id = ${intoId}, rev = rev + 1, updated_at = ${ctx.now},
          updated_by = ${ctx.user.userId} where location_id = ${id}`,
      )
      // A device has one point on a plan.
      await ctx.sql(
        sql`update devices.plan_point p set location_id = ${intoId} where location_id = ${id} and not exists (
          select from devices.plan_point o where o.location_id = ${intoId} and o.device_id = p.device_id)`,
      )
      await ctx.bump('devices')
    },
  },
})

export const locationPlanFollowing = following(location, {
  keeps: [
    {
      table: 'devices.plan_point',
      by: 'location_id',
      label: ['平面图上的设备', 'Device on the plan'],
      parentExists: sql`exists (select from devices.device d where d.id = k.device_id and d.app_id = k.app_id)`,
    },
  ],
})
