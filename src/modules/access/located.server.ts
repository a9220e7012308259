/**
 * Groups with locations have the doors of the devices that stand there or below. Every change of places, of locations or of
 * such a group settles them in its own transaction, and announces the changed groups like any other change of doors.
 */
import sql from 'sql-template-tag'
import { invalidFields } from '#model/error.ts'
import { location } from '#modules/applications/location.noun.ts'
import { deviceBind } from '#modules/devices/stock/deviceBind.noun.ts'
import { follow } from '#server/crud/contributions.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes, following } from '#server/parts.ts'
import { authGroup } from './access.noun.ts'

interface Settled {
  id: string
  appId: string
  sourceId: string
  deviceIds: string[]
}

/** Of two changes of an application's doors at once the second waits here, and sees the first. Taken before any row of a group. */
export async function lockDoors(ctx: Ctx): Promise<void> {
  await ctx.sql(sql`select pg_advisory_xact_lock(hashtextextended('access.located ' || ${ctx.appId}::text, 0))`)
}

/** Adds and removes doors so that they follow from the locations; `also` is announced without a change too. */
export async function settleLocated(ctx: Ctx, also: string | null = null): Promise<void> {
  const { appId } = ctx
  await lockDoors(ctx)
  const changed = await ctx.sql<{ id: string }>(sql`
    with recursive below as (
      select gl.group_id, gl.location_id as id from access.group_location gl where gl.app_id = ${appId}
      union select b.group_id, l.id from below b join applications.location l on l.parent_id = b.id
    ), wanted as (
      select distinct g.id as group_id, g.source_id, c.id as component_id, d.id as device_id
      from below b join access.auth_group g on g.id = b.group_id and g.deleted_at is null
      join devices.device d on d.location_id = b.id and d.app_id = ${appId} and d.deleted_at is null
      join devices.component c on c.device_id = d.id and c.kind = 'door'
    ), gone as (
      delete from access.group_door gd where gd.app_id = ${appId} and not gd.direct and not exists (
        select from wanted w where w.group_id = gd.group_id and w.component_id = gd.component_id)
      returning gd.group_id
    ), come as (
      insert into access.group_door (app_id, source_id, group_id, component_id, device_id, direct)
      select ${appId}, w.source_id, w.group_id, w.component_id, w.device_id, false from wanted w
      on conflict do nothing returning group_id
    ) select group_id as id from gone union select group_id from come`)
  const ids = [...new Set([...changed.map(row => row.id), ...(also === null ? [] : [also])])]
  if (!ids.length) return
  const groups = await ctx.sql<Settled>(
    sql`select g.id, g.app_id as "appId", g.source_id as "sourceId",
      coalesce((select array_agg(distinct gd.device_id) from access.group_door gd where gd.group_id = g.id), '{}')
        as "deviceIds"
      from access.auth_group g where g.id = any(${ids}::bigint[]) order by g.id`,
  )
  for (const { deviceIds, ...group } of groups) await follow(ctx, authGroup, 'doors', { group, deviceIds })
}

/** Sets the locations of a group; the caller settles its doors. */
export async function setLocations(ctx: Ctx, groupId: string, ids: readonly string[]): Promise<void> {
  const found = await ctx.sql<{ id: string }>(
    sql`select id from applications.location where id = any(${ids}::bigint[]) and app_id = ${ctx.appId}`,
  )
  if (found.length !== new Set(ids).size)
    throw invalidFields([{ field: 'locationIds', text: ['位置不存在', 'A location does not exist'] }])
  await ctx.sql(
    sql`delete from access.group_location where group_id = ${groupId} and location_id <> all(${ids}::bigint[])`,
  )
  await ctx.sql(
    sql`insert into access.group_location (app_id, source_id, group_id, location_id)
      select g.app_id, g.source_id, g.id, l.id from access.auth_group g, unnest(${ids}::bigint[]) as l(id)
      where g.id = ${groupId} on conflict do nothing`,
  )
}

export const placedDoors = contributes(deviceBind, { on: { placed: ctx => settleLocated(ctx) } })

export const movedDoors = contributes(location, {
  on: {
    moved: ctx => settleLocated(ctx),
    /** A merge must not give a group doors that it did not have. */
    async merged(ctx, { id, intoId }) {
      const [wider] = await ctx.sql<{ name: string }>(
        sql`select g.name from access.group_location gl
          join access.auth_group g on g.id = gl.group_id and g.deleted_at is null
          where gl.location_id = ${id} and not exists (
            select from access.group_location o where o.group_id = gl.group_id and o.location_id = ${intoId})
          order by g.name limit 1`,
      )
      if (wider)
        throw invalidFields([
          {
            field: 'intoId',
            text: [
              `权限组“${wider.name}”包含本位置而不包含所选位置，请先调整该权限组`,
              `Permission group "${wider.name}" has this location and not the chosen one; change the group first`,
            ],
          },
        ])
      await settleLocated(ctx)
    },
  },
})

export const locationRightsFollowing = following(location, {
  keeps: [
    {
      table: 'access.group_location',
      by: 'location_id',
      label: ['权限组', 'Permission group'],
      parentExists: sql`exists (select from access.auth_group g where g.id = k.group_id and g.deleted_at is null)`,
    },
  ],
})
