/** The places of an application to which accounts can be limited, with their devices; and those of the caller. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { user } from '#modules/identity/account/user.noun.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { limitedIn } from '#server/auth/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes, endpoint } from '#server/parts.ts'

export const groupPlaces = contributes(user, {
  on: {
    async placesGiven(ctx, { places }) {
      for (const { appId, groupIds } of places as readonly { appId: string; groupIds: readonly string[] }[]) {
        const [found] = await ctx.sql<{ n: number }>(
          sql`select count(*)::int as n from devices.device_group
            where app_id = ${appId} and id = any(${groupIds as string[]}::bigint[])`,
        )
        if (found!.n !== groupIds.length)
          throw invalidFields([{ field: 'places', text: ['设备分组不存在', 'The device group does not exist'] }])
      }
    },
  },
})

/** Sites and groups that the caller sees, and the number of devices by both, so that any choice of them can be counted. */
async function placesIn(ctx: Ctx) {
  const named = (table: ReturnType<typeof sql>) =>
    ctx.sql<{ id: string; name: string }>(
      sql`select id, name from ${table} where app_id = ${ctx.appId} order by name, id`,
    )
  return {
    sites: await named(sql`applications.site`),
    groups: await named(sql`devices.device_group`),
    counts: await ctx.sql<{ siteId: string | null; groupId: string | null; n: number }>(
      sql`select site_id as "siteId", group_id as "groupId", count(*)::int as n from devices.device
        where app_id = ${ctx.appId} and deleted_at is null group by 1, 2 order by 1, 2`,
    ),
  }
}

export const employeePlaces = endpoint({
  method: 'GET',
  path: '/api/admin/employeePlaces',
  access: 'user:view',
  scope: 'application',
  summary: [
    '应用的站点和设备分组，以及按两者统计的设备数，用于限定员工的设备范围；无权查看的不列出',
    'The sites and device groups of an application, with the number of devices by both, for limiting an employee; without those that the caller may not read',
  ],
  async run(ctx) {
    const [app] = await ctx.sql<{ name: string }>(
      sql`select name from applications.application where id = ${ctx.appId}`,
    )
    if (!app) throw new Refusal('app_required')
    const { sites, groups, counts } = await placesIn(ctx)
    return {
      name: mayRead(ctx.user, 'application') ? app.name : null,
      sites: mayRead(ctx.user, 'site') ? sites : [],
      groups: mayRead(ctx.user, 'deviceGroup') ? groups : [],
      counts,
    }
  },
})

export const ownPlaces = endpoint({
  method: 'GET',
  path: '/api/device/ownPlaces',
  access: 'login',
  places: true,
  scope: 'application',
  summary: [
    '调用者在应用中的设备范围；不受限时为 null',
    'The sites and device groups to which the caller is limited in the application; null without limits',
  ],
  async run(ctx) {
    const places = ctx.appId && limitedIn(ctx.user, ctx.appId) ? ctx.user.places!.get(ctx.appId)! : null
    if (!places) return null
    const { sites, groups, counts } = await placesIn(ctx)
    return {
      sites: sites.filter(one => places.sites.includes(one.id)),
      groups: groups.filter(one => places.groups.includes(one.id)),
      devices: counts.reduce((sum, one) => sum + one.n, 0),
    }
  },
})
