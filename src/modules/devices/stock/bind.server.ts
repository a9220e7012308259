/** Devices of an application: listed with the most important first, bound, unbound, and shown in detail. */
import sql, { type Sql } from 'sql-template-tag'
import { serialOf } from '#base/identity.ts'
import { Refusal } from '#model/error.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { countsBy } from '#server/crud/countsBy.ts'
import { pageRequest, where } from '#server/crud/filters.ts'
import { foundBy } from '#server/crud/foundBy.ts'
import { missingCodes, severalCodes } from '#server/crud/severalCodes.ts'
import type { Input, Params, Row, RowOf } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import { makeCtx, type Ctx } from '#server/ctx.ts'
import { location } from '#modules/applications/location.noun.ts'
import { follow } from '#server/crud/contributions.ts'
import { withNames } from '#server/crud/references.ts'
import { commandMany, outcomeOf } from '../command/commandMany.server.ts'
import { SET_PROPERTIES } from '../command/commandWords.rules.ts'
import { DEVICE_KINDS } from '../connect/sessionStore.server.ts'
import { bindDevice, unbindDevice } from './binding.server.ts'
import { describe } from './describe.server.ts'
import { deviceBind } from './deviceBind.noun.ts'
import { hourly } from '../facts/hourly.server.ts'
import { OPEN_ALARM } from '../alarm/alarmActs.server.ts'
import { placeWithin, siteOfLocation } from './location.server.ts'
import { stockDevice } from './warehouse.server.ts'

/** An alarm whose cause lasts; one that the device has cleared only waits for people. */
const ALARMING = sql`exists (select from devices.alarm a
  where a.device_id = t.id and ${OPEN_ALARM} and a.cleared_at is null)`
const ONLINE = sql`exists (select from devices.session s where s.device_id = t.id and s.online)`
const STATUS: Readonly<Record<string, Sql>> = { online: ONLINE, offline: sql`not ${ONLINE}`, alarm: ALARMING }
const DAY_MS = 86_400_000
const begins = (word: string): string => `${word.slice(0, 100).replace(/[\\%_]/g, '\\$&')}%`

type Detail = Pick<
  RowOf<typeof deviceBind>,
  | 'id'
  | 'name'
  | 'sn'
  | 'deviceClass'
  | 'position'
  | 'direction'
  | 'enabled'
  | 'boundAt'
  | 'siteId'
  | 'siteName'
  | 'groupId'
  | 'groupName'
  | 'locationId'
  | 'gatewayId'
  | 'modelId'
  | 'modelName'
  | 'rev'
> & { productKey: string; labelCode: string; activatedAt: string | null; thingModel: unknown; isGateway: boolean }

export const deviceBindHalf = implement(deviceBind, {
  compute: describe,
  found: {
    // A name is also searched among serial numbers; both ignore case.
    name: given => sql`(t.name ilike ${`%${begins(given)}`} or t.sn_key like ${begins(serialOf(given))})`,
    sn(given) {
      const codes = severalCodes('sn', deviceBind.fields.sn, given)
      return codes.length
        ? sql`t.sn_key = any(${codes.map(serialOf)}::text[])`
        : sql`t.sn_key like ${begins(serialOf(given))}`
    },
    status(given) {
      const known = Object.hasOwn(STATUS, given) ? STATUS[given] : undefined
      if (!known) throw new Refusal('invalid', { text: ['没有这个状态', 'There is no such status'] })
      return known
    },
  },
  async beforeWrite(ctx, values, before) {
    delete values.sn
    await placeWithin(ctx, values, before!)
  },
  async afterWrite(ctx, row, before) {
    await ctx.bump('devices')
    if (before && before.locationId !== row.locationId) await follow(ctx, deviceBind, 'placed', {})
  },
  outcomes: { control: outcomeOf, setParameters: outcomeOf },
  actions: {
    bind: (ctx, input) => ctx.ports.db.tx({ role: 'engine' }, query => bindDevice(ctx, input, query)),
    unbind: (ctx, input) => unbindDevice(ctx, input.id!),
    async connect(ctx, input) {
      const [app] = await ctx.sql<{ source_id: string }>(
        sql`select source_id from applications.application where id = ${ctx.appId}`,
      )
      if (!app) throw new Refusal('not_found')
      // Stocking is done by the organisation, binding by the application; both are one engine transaction on their behalf.
      return ctx.ports.db.tx({ role: 'engine' }, async query => {
        const made = await stockDevice(
          makeCtx(ctx, query, ctx.now),
          { sn: input.sn, name: input.name, modelId: input.modelId, sourceId: app.source_id },
          query,
        )
        const { siteId, locationId } = input
        await bindDevice(ctx, { sn: input.sn, name: input.name, siteId, locationId }, query)
        return { id: made.id, ...made.credentials, ...portsOf(ctx) }
      })
    },
    control: (ctx, { ids, identifier, component, params, reason }) =>
      commandMany(ctx, {
        ...{ ids, identifier, component: component ?? '', reason: reason ?? null },
        params: (params ?? {}) as Params,
      }),
    setParameters: (ctx, { ids, values, until, reason }) =>
      commandMany(ctx, {
        ...{ ids, identifier: SET_PROPERTIES, component: '', reason: reason ?? null },
        params: (values ?? {}) as Params,
        until: until ?? null,
      }),
    async assignGroup(ctx, { ids, groupId }) {
      const moved = await ctx.sql<{ id: string }>(
        sql`update devices.device set group_id = ${groupId ?? null}, rev = rev + 1, updated_at = now(),
            updated_by = ${ctx.user.userId}
          where id = any(${ids}::bigint[]) and app_id = ${ctx.appId} and deleted_at is null returning id`,
      )
      await ctx.audit({ action: 'assignGroup', object: deviceBind.key, changes: { devices: ids, groupId } })
      return moved.length
    },
    async assignLocation(ctx, { ids, locationId }) {
      const siteId = locationId ? await siteOfLocation(ctx.sql, ctx.appId, locationId) : null
      const moved = await ctx.sql<{ id: string }>(
        sql`update devices.device set location_id = ${locationId ?? null}, site_id = coalesce(${siteId}, site_id),
            rev = rev + 1, updated_at = now(), updated_by = ${ctx.user.userId}
          where id = any(${ids}::bigint[]) and app_id = ${ctx.appId} and deleted_at is null returning id`,
      )
      await follow(ctx, deviceBind, 'placed', {})
      await ctx.audit({ action: 'assignLocation', object: deviceBind.key, changes: { devices: ids, locationId } })
      return moved.length
    },
    async stat(ctx, input) {
      return statistics(ctx, input)
    },
    async detail(ctx, input) {
      const [row] =
        await ctx.sql<Detail>(sql`select d.id, d.name, d.sn, d.product_key as "productKey", d.label_code as "labelCode",
          d.device_class as "deviceClass", d.position, d.direction, d.enabled, d.bound_at as "boundAt",
          d.activated_at as "activatedAt", d.site_id as "siteId", s.name as "siteName",
          d.group_id as "groupId", g.name as "groupName", d.location_id as "locationId",
          d.gateway_id as "gatewayId", m.device_kind = ${DEVICE_KINDS.gateway} as "isGateway",
          d.model_id as "modelId", m.name as "modelName", m.thing_model as "thingModel", d.rev from devices.device d
          join catalog.device_model m on m.id = d.model_id left join applications.site s on s.id = d.site_id
          left join devices.device_group g on g.id = d.group_id
          where d.id = ${input.id} and d.deleted_at is null`)
      if (!row) throw new Refusal('not_found')
      await describe(ctx, [row])
      const [rtt] = await ctx.sql<{ ms: number | null }>(
        sql`select percentile_cont(0.5) within group (order by extract(epoch
          from acked_at - sent_at) * 1000)::int as ms
          from (select acked_at, sent_at from devices.command where device_id = ${row.id} and acked_at is not null
          order by id desc limit 20) recent`,
      )
      const [placed] = await withNames(ctx, location, [row], 'locationId', 'locationName')
      return { ...placed!, roundTripMs: rtt?.ms ?? null }
    },
    async check(ctx, input) {
      return checkConnection(ctx, input.id!)
    },
  },
})

/** The ports on which devices connect: all by protocol, and that of MQTT, which programs read. */
function portsOf({ ports }: Pick<Ctx, 'ports'>): { mqttPort: number | null; ports: Record<string, number> } {
  const all = Object.fromEntries(Object.entries(ports.deviceAddresses).map(([key, { port }]) => [key, port]))
  return { mqttPort: all.alink ?? null, ports: all }
}

/** Which step of connecting is reached: stocked, bound, called (or refused, with the reason), connected, first message. */
async function checkConnection(ctx: Ctx, id: string): Promise<unknown> {
  const [device] = await ctx.sql<{
    id: string
    sn: string
    product_key: string
    activated_at: string | null
    enabled: boolean
  }>(sql`select id, sn, product_key, activated_at, enabled from devices.device where id = ${id} and deleted_at is null`)
  if (!device) throw new Refusal('not_found')
  const [session] = await ctx.sql<{
    online: boolean
    openedAt: string | null
    address: string | null
    reason: string | null
  }>(sql`select online, opened_at as "openedAt", address, reason from devices.session where device_id = ${id}`)
  const [spoke] = await ctx.sql<{ at: string; kind: number }>(
    sql`select at, kind from devices.frame where device_id = ${id} and kind in (3, 7, 6, 8) order by at desc limit 1`,
  )
  const refusals = await ctx.ports.db.query<{ reason: string; tries: number; lastAt: string; address: string }>(
    { role: 'engine' },
    sql`select reason, tries, last_at as "lastAt", address from devices.refusal
    where identity in (${device.sn}, ${`${device.product_key}/${device.sn}`}) and last_at > coalesce(${session?.openedAt ?? null}::timestamptz, '-infinity') order by last_at desc limit 3`,
  )
  return {
    enabled: device.enabled,
    online: session?.online ?? false,
    session: session ?? null,
    spoke: spoke ?? null,
    refusals,
    ...portsOf(ctx),
  }
}

/** Figures of a class or of the whole application; each equals the total of the list that it opens. */
async function statistics(ctx: Ctx, input: Input): Promise<unknown> {
  const ofClass = input.deviceClass ? [sql`t.device_class = ${String(input.deviceClass)}`] : []
  const [devices] = await ctx.sql<{
    total: number
    online: number
    doors: number
    sites: number
    alarming: number
  }>(sql`select count(*)::int as total, count(*) filter (where s.online)::int as online,
    count(distinct t.site_id)::int as sites, count(*) filter (where ${ALARMING})::int as alarming,
      coalesce(sum((select count(*) from devices.component c where c.device_id = t.id and c.kind = 'door')),
      0)::int as doors
    from devices.device t left join devices.session s on s.device_id = t.id ${where([sql`t.deleted_at is null`, sql`t.app_id is not null`, ...ofClass])}`)
  const [longest] = await ctx.sql<{ id: string; name: string; since: string }>(
    sql`select t.id, t.name, s.closed_at as since from devices.device t
      join devices.session s
      on s.device_id = t.id and s.closed_at is not null ${where([sql`t.deleted_at is null`, sql`not s.online`, ...ofClass])}
      order by s.closed_at limit 1`,
  )
  const alarms = !mayRead(ctx.user, 'deviceAlarm')
    ? []
    : await ctx.sql<{ name: string; identifier: string; n: number }>(
        sql`select a.name, a.kind as identifier, count(*)::int as n from devices.alarm a ${where([OPEN_ALARM, ...(input.deviceClass ? [sql`a.device_class = ${String(input.deviceClass)}`] : [])])} group by 1, 2 order by 3 desc, 1`,
      )
  const hours = await ctx.sql<{ hour: string; family: number; result: number; n: number }>(
    sql`select hour, family, result, sum(n)::int as n from ${hourly(ctx, new Date(ctx.now.getTime() - 2 * DAY_MS))} t ${where([sql`hour >= (date_trunc('day', now() at time zone ${ctx.zone}) - interval '1 day') at time zone ${ctx.zone}`, ...(input.deviceClass ? [sql`t.device_class = ${String(input.deviceClass)}`] : [])])} group by 1, 2, 3 order by 1`,
  )
  return {
    ...devices,
    longestOffline: longest ?? null,
    alarms,
    alarmTotal: alarms.reduce((sum, alarm) => sum + alarm.n, 0),
    hours,
  }
}

const LIST_COLUMNS = sql`t.id, t.rev, t.name, t.sn, t.model_id as "modelId", m.name as "modelName",
  t.device_class as "deviceClass", t.site_id as "siteId", st.name as "siteName",
  t.label_code as "labelCode",
  t.group_id as "groupId", g.name as "groupName", t.location_id as "locationId",
  t.gateway_id as "gatewayId", t.position, t.direction, t.enabled,
  t.bound_at as "boundAt", t.app_id as "appId"`

/** Alarms first, then offline (longest first), then online by name: what needs attention is at the top. */
export const deviceBindPage = endpoint({
  method: 'GET',
  path: '/api/device/bind/page',
  access: 'deviceBind:list',
  scope: 'application',
  summary: ['应用的设备，告警与离线的在前', 'Devices of an application, alarms and offline ones first'],
  async run(ctx, input) {
    const { current, size } = pageRequest(input)
    const found = await foundBy(deviceBindHalf, ctx, input)
    const counts = await countsBy(deviceBindHalf, ctx, input, 'status')
    const total = counts[STATUS[String(input.status)] ? String(input.status) : 'all']!
    const rows = await ctx.sql<Row>(
      sql`select ${LIST_COLUMNS} from devices.device t join catalog.device_model m on m.id = t.model_id
        left join devices.session s on s.device_id = t.id left join applications.site st on st.id = t.site_id
        left join devices.device_group g on g.id = t.group_id ${where(found)}
        order by ${ALARMING} desc, coalesce(s.online, false), s.closed_at nulls first, t.name, t.id
        limit ${size} offset ${(current - 1) * size}`,
    )
    await describe(ctx, rows)
    const placed = await withNames(
      ctx,
      location,
      rows as (Row & { locationId: string | null })[],
      'locationId',
      'locationName',
    )
    const missing = await missingCodes(ctx, deviceBind, input, found)
    const pages = Math.ceil(total / size)
    return { records: placed, counts, total, size, current, pages, ...(missing?.length ? { missing } : {}) }
  },
})
