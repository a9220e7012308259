/** Where devices are drawn on the floor plan of a location; only those that stand there or below it. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { decimal, ref } from '#model/field.ts'
import { location } from '#modules/applications/location.noun.ts'
import { endpoint } from '#server/parts.ts'

/** `id` with all below it. */
const below = (id: unknown) => sql`(with recursive below as (
  select id from applications.location where id = ${id}
  union all select l.id from applications.location l join below b on l.parent_id = b.id) select id from below)`

export const planOfLocation = endpoint({
  method: 'GET',
  path: '/api/device/bind/plan',
  access: 'deviceBind:list',
  places: true,
  scope: 'application',
  summary: [
    '平面图上的设备位置，单位为图宽和图高的百分比',
    'The devices on the floor plan of a location, in percent of its width and height',
  ],
  input: { locationId: ref(['位置', 'Location'], 'location', { required: true }) },
  run: (ctx, { locationId }) =>
    ctx.sql<{ deviceId: string; x: number; y: number }>(
      sql`select p.device_id as "deviceId", p.x::float8 as x, p.y::float8 as y
        from devices.plan_point p join devices.device d on d.id = p.device_id and d.deleted_at is null
        where p.location_id = ${locationId} and d.location_id in ${below(locationId)} order by d.name, d.id`,
    ),
})

const share = { scale: 1, min: 0, max: 100 } as const
export const putOnPlan = endpoint({
  method: 'POST',
  path: '/api/device/bind/plan',
  access: 'deviceBind:edit',
  scope: 'application',
  summary: [
    '设置设备在平面图上的位置；不填坐标则从图上移除',
    'Puts a device on the floor plan of a location, or without coordinates takes it off',
  ],
  input: {
    locationId: ref(['位置', 'Location'], 'location', { required: true }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }),
    x: decimal(['横向', 'Across'], share),
    y: decimal(['纵向', 'Down'], share),
  },
  async run(ctx, { locationId, deviceId, x, y }) {
    const [device] = await ctx.sql<{ name: string; appId: string; sourceId: string; inside: boolean }>(
      sql`select name, app_id as "appId", source_id as "sourceId", location_id in ${below(locationId)} as inside
        from devices.device where id = ${deviceId} and app_id is not null and deleted_at is null`,
    )
    if (!device) throw new Refusal('not_found')
    if (x === null || x === undefined || y === null || y === undefined)
      await ctx.sql(sql`delete from devices.plan_point where location_id = ${locationId} and device_id = ${deviceId}`)
    else {
      if (!device.inside)
        throw invalidFields([
          { field: 'deviceId', text: ['设备不在此位置', 'The device does not stand at this location'] },
        ])
      await ctx.sql(
        sql`insert into devices.plan_point (app_id, source_id, location_id, device_id, x, y, updated_by)
          values (${device.appId}, ${device.sourceId}, ${locationId}, ${deviceId}, ${x}, ${y}, ${ctx.user.userId})
          on conflict (location_id, device_id) do update
            set x = excluded.x, y = excluded.y, updated_at = now(), updated_by = excluded.updated_by`,
      )
    }
    await ctx.audit({
      ...{ action: 'edit', object: location.key, objectId: locationId, objectName: device.name },
      changes: { plan: { device: deviceId, x: x ?? null, y: y ?? null } },
    })
    return true
  },
})
