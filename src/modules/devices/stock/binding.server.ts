/** Binding and unbinding: which application owns a device, from when to when. */
import sql from 'sql-template-tag'
import { serialOf } from '#base/identity.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { follow } from '#server/crud/contributions.ts'
import { makeCtx, type Ctx } from '#server/ctx.ts'
import type { Input } from '#model/row.ts'
import { toState } from '#server/moves/toState.ts'
import type { Query } from '#server/sql/db.ts'
import { device as deviceNoun, DEVICE_STATES } from './device.noun.ts'
import { notifyGateways, unlink } from '../connect/topology.server.ts'
import { deviceBind } from './deviceBind.noun.ts'
import { siteOfLocation } from './location.server.ts'

const PLATFORM_SOURCE = '1'
/** Tables with rows about a device that contain its owner. */
const OWNED = [sql`devices.component`, sql`devices.session`, sql`devices.shadow`]

/** Binds a stocked device. Until then it belongs to the warehouse, so the platform binds it on behalf of the application, in `query`. */
export async function bindDevice(ctx: Ctx, input: Input, query: Query): Promise<string> {
  const { appId } = ctx
  // Of two simultaneous calls the second waits here, and counts the device of the first.
  await query(sql`select pg_advisory_xact_lock(hashtextextended('devices.quota ' || ${appId}::text, 0))`)
  const [app] = await query<{ source_id: string; device_classes: string[]; device_quota: number; used: number }>(
    sql`select source_id, device_classes, device_quota,
      (select count(*)::int from devices.device where app_id = a.id and deleted_at is null) as used
      from applications.application a where id = ${appId}`,
  )
  const [device] = await query<{
    id: string
    app_id: string | null
    source_id: string
    device_class: string
    name: string
    state: number
  }>(
    sql`select id, app_id, source_id, device_class, name, state from devices.device
      where (sn_key = ${serialOf(String(input.sn))} or sn = ${input.sn}) and deleted_at is null
      order by sn = ${input.sn} desc limit 1 for update`,
  )
  const wrong = (zh: string, en: string): Refusal => invalidFields([{ field: 'sn', text: [zh, en] }])
  if (!app || !device || (device.source_id !== app.source_id && device.source_id !== PLATFORM_SOURCE))
    throw wrong('序列号不存在，请核对设备标签', 'No such serial number; please check the label')
  if (device.app_id)
    throw wrong(
      device.app_id === appId ? '设备已在本应用中' : '设备已绑定其他应用',
      device.app_id === appId ? 'It is in this application already' : 'It is bound to another application',
    )
  if (device.state !== 0) throw wrong('设备不在库', 'The device is not in stock')
  if (!app.device_classes.includes(device.device_class))
    throw wrong('本应用未开通该类设备', 'This application does not use that class of devices')
  if (app.used >= app.device_quota) throw quotaReached(app.device_quota)
  if (input.siteId) {
    const [site] = await query(sql`select 1 from applications.site where id = ${input.siteId} and app_id = ${appId}`)
    if (!site) throw invalidFields([{ field: 'siteId', text: ['站点不存在', 'The site does not exist'] }])
  }
  const siteId = input.locationId
    ? await siteOfLocation(query, appId, input.locationId, input.siteId)
    : (input.siteId ?? null)
  await leaveGateways(ctx, device.id, query)
  await query(sql`update devices.device set app_id = ${appId}, source_id = ${app.source_id}, site_id = ${siteId},
    location_id = ${input.locationId ?? null}, name = ${input.name ?? device.name}, position = ${input.position ?? null}, direction = ${input.direction ?? null},
    ${toState(DEVICE_STATES, 'bound')}, bound_at = now(), rev = rev + 1, updated_by = ${ctx.user.userId}, updated_at = now() where id = ${device.id}`)
  for (const table of OWNED)
    await query(sql`update ${table} set app_id = ${appId}, source_id = ${app.source_id} where device_id = ${device.id}`)
  await query(
    sql`insert into devices.binding (id, device_id, source_id, app_id, site_id, from_at, bound_by)
      values (${ctx.newId()}, ${device.id}, ${app.source_id}, ${appId}, ${siteId}, now(),
      ${ctx.user.userId})`,
  )
  const binding = makeCtx({ ...ctx, actor: { role: 'app', appId: appId!, sourceId: app.source_id } }, query, ctx.now)
  if (input.locationId) await follow(binding, deviceBind, 'placed', {})
  await afterBinding(binding, 'bind', device.id, device.device_class, String(input.sn))
  return device.id
}

/** What is bound elsewhere is behind no gateway, and carries nothing. */
const leaveGateways = async ({ ports }: Pick<Ctx, 'ports'>, id: string, query: Query): Promise<void> =>
  notifyGateways(ports, query, await unlink(query, sql`(id = ${id} or gateway_id = ${id})`))

const quotaReached = (quota: number): Refusal =>
  new Refusal('full', {
    text: [`应用的设备数已达上限 ${quota}`, `The application's limit of ${quota} devices is reached`],
  })

/** Unbinds a device at once; the sync engine removes people and rights from it, now or when it is next online. */
export async function unbindDevice(ctx: Ctx, id: string): Promise<boolean> {
  const [device] = await ctx.sql<{ id: string; sn: string; device_class: string }>(
    sql`select id, sn, device_class from devices.device where id = ${id} and deleted_at is null`,
  )
  if (!device) throw new Refusal('not_found')
  await ctx.ports.db.tx({ role: 'engine' }, async query => {
    const freeing = makeCtx(ctx, query, ctx.now)
    await follow(freeing, deviceNoun, 'unbound', { deviceId: device.id })
    await leaveGateways(ctx, device.id, query)
    const freed = await query(
      sql`update devices.device
        set app_id = null, site_id = null, location_id = null, group_id = null, ${toState(DEVICE_STATES, 'stock')}, bound_at = null,
        rev = rev + 1, updated_by = ${ctx.user.userId}, updated_at = now()
        where id = ${device.id} and app_id = ${ctx.appId} returning 1`,
    )
    if (!freed.length) throw new Refusal('conflict')
    for (const table of OWNED) await query(sql`update ${table} set app_id = null where device_id = ${device.id}`)
    await query(sql`delete from devices.plan_point where device_id = ${device.id}`)
    await query(
      sql`update devices.binding set to_at = now(), unbound_by = ${ctx.user.userId} where device_id = ${device.id} and to_at is null`,
    )
    await afterBinding(freeing, 'unbind', device.id, device.device_class, device.sn)
  })
  return true
}

async function afterBinding(
  ctx: Ctx,
  action: 'bind' | 'unbind',
  deviceId: string,
  deviceClass: string,
  sn: string,
): Promise<void> {
  await ctx.emit({
    type: action === 'bind' ? 'device.bound' : 'device.unbound',
    key: deviceId,
    payload: { deviceId, deviceClass },
  })
  await ctx.audit({ action, object: 'deviceBind', objectId: deviceId, objectName: sn })
  await ctx.bump('devices')
}
