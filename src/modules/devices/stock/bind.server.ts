/** Devices of an application: listed with what matters first, bound, unbound, and seen in detail. */
import sql, { join, type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { conditions, pageRequest, where } from '#server/crud/filters.ts'
import type { Input, Row } from '#model/row.ts'
import { endpoint, implement } from '#server/parts.ts'
import { makeCtx, type Ctx } from '#server/ctx.ts'
import { bindDevice, unbindDevice } from './binding.server.ts'
import { describe } from './describe.server.ts'
import { deviceBind } from './deviceBind.noun.ts'
import { OPEN_ALARM } from '../facts/openAlarm.server.ts'
import { stockDevice } from './warehouse.server.ts'

/** Where devices connect, for the words a person copies; the same variable the gateway listens by. */
export const deviceBindHalf = implement(deviceBind, {
  compute: describe,
  async beforeWrite(_ctx, values) {
    delete values.sn
  },
  afterWrite: ctx => ctx.bump('devices'),
  actions: {
    bind: (ctx, input) => ctx.ports.db.tx({ role: 'engine' }, query => bindDevice(ctx, input, query)),
    unbind: (ctx, input) => unbindDevice(ctx, input.id!),
    async connect(ctx, input) {
      const [app] = await ctx.sql<{ source_id: string }>(
        sql`select source_id from applications.application where id = ${ctx.appId}`,
      )
      if (!app) throw new Refusal('not_found')
      // Stocking is the source's act, binding the application's; both are one transaction of the platform on their behalf.
      return ctx.ports.db.tx({ role: 'engine' }, async query => {
        const made = await stockDevice(
          makeCtx(ctx, query, ctx.now),
          { sn: input.sn, name: input.name, modelId: input.modelId, sourceId: app.source_id },
          query,
        )
        await bindDevice(ctx, { sn: input.sn, name: input.name, siteId: input.siteId }, query)
        return { id: made.id, ...made.credentials, mqttPort: ctx.ports.mqtt.port }
      })
    },
    async stat(ctx, input) {
      return statistics(ctx, input)
    },
    async detail(ctx, input) {
      const [row] = await ctx.sql<Row>(sql`select d.id, d.name, d.sn, d.product_key as "productKey",
          d.device_class as "deviceClass", d.position, d.direction, d.enabled, d.bound_at as "boundAt",
          d.activated_at as "activatedAt", d.site_id as "siteId", s.name as "siteName",
          d.model_id as "modelId", m.name as "modelName", m.thing_model as "thingModel", d.rev from devices.device d
          join catalog.device_model m on m.id = d.model_id left join applications.site s on s.id = d.site_id
          where d.id = ${input.id} and d.deleted_at is null`)
      if (!row) throw new Refusal('not_found')
      await describe(ctx, [row])
      const [rtt] = await ctx.sql<{ ms: number | null }>(
        sql`select percentile_cont(0.5) within group (order by extract(epoch
          from acked_at - sent_at) * 1000)::int as ms
          from (select acked_at, sent_at from devices.command where device_id = ${row.id} and acked_at is not null
          order by id desc limit 20) recent`,
      )
      return { ...row, roundTripMs: rtt?.ms ?? null }
    },
    async check(ctx, input) {
      return checkConnection(ctx, input.id!)
    },
  },
})

/** Which hop of the way is reached: stocked, bound, called (or refused, why), connected, spoke. */
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
    opened_at: string | null
    address: string | null
    reason: string | null
  }>(sql`select online, opened_at, address, reason from devices.session where device_id = ${id}`)
  const [spoke] = await ctx.sql<{ at: string; kind: number }>(
    sql`select at, kind from devices.frame where device_id = ${id} and kind in (3, 7, 6, 8) order by at desc limit 1`,
  )
  const refusals = await ctx.ports.db.query<{ reason: string; tries: number; last_at: string; address: string }>(
    { role: 'engine' },
    sql`select reason, tries, last_at, address from devices.refusal
    where identity in (${device.sn}, ${`${device.product_key}/${device.sn}`}) and last_at > coalesce(${session?.opened_at ?? null}::timestamptz, '-infinity') order by last_at desc limit 3`,
  )
  return {
    enabled: device.enabled,
    online: session?.online ?? false,
    session: session ?? null,
    spoke: spoke ?? null,
    refusals,
    mqttPort: ctx.ports.mqtt.port,
  }
}

/** An alarm of the last day that nobody has handled. */
const ALARMING = sql`exists (select from devices.event e where e.device_id = d.id and ${OPEN_ALARM})`

/** Tiles of a class or of the whole application; each number is the total of a list that its click opens. */
async function statistics(ctx: Ctx, input: Input): Promise<unknown> {
  const ofClass = input.deviceClass ? [sql`d.device_class = ${String(input.deviceClass)}`] : []
  const [devices] = await ctx.sql<{
    total: number
    online: number
    doors: number
    sites: number
    alarming: number
  }>(sql`select count(*)::int as total, count(*) filter (where s.online)::int as online,
    count(distinct d.site_id)::int as sites, count(*) filter (where ${ALARMING})::int as alarming,
      coalesce(sum((select count(*) from devices.component c where c.device_id = d.id and c.kind = 'door')),
      0)::int as doors
    from devices.device d left join devices.session s on s.device_id = d.id ${where([sql`d.deleted_at is null`, sql`d.app_id is not null`, ...ofClass])}`)
  const [longest] = await ctx.sql<{ id: string; name: string; since: string }>(
    sql`select d.id, d.name, s.closed_at as since from devices.device d
      join devices.session s
      on s.device_id = d.id ${where([sql`d.deleted_at is null`, sql`not s.online`, sql`s.closed_at is not null`, ...ofClass])}
      order by s.closed_at limit 1`,
  )
  const alarms = await ctx.sql<{ name: string; identifier: string; n: number }>(
    sql`select e.name, e.identifier, count(*)::int as n from devices.event e ${where([OPEN_ALARM, ...(input.deviceClass ? [sql`e.device_class = ${String(input.deviceClass)}`] : [])])} group by 1, 2 order by 3 desc, 1`,
  )
  const hours = await ctx.sql<{ hour: string; family: number; result: number; n: number }>(
    sql`select hour, family, result, sum(n)::int as n from devices.tally t ${where([sql`hour >= (date_trunc('day', now() at time zone ${ctx.zone}) - interval '1 day') at time zone ${ctx.zone}`, ...(input.deviceClass ? [sql`t.device_class = ${String(input.deviceClass)}`] : [])])} group by 1, 2, 3 order by 1`,
  )
  return {
    ...devices,
    longestOffline: longest ?? null,
    alarms,
    alarmTotal: alarms.reduce((sum, alarm) => sum + alarm.n, 0),
    hours,
  }
}

const LIST_COLUMNS = sql`d.id, d.rev, d.name, d.sn, d.model_id as "modelId", m.name as "modelName",
  d.device_class as "deviceClass", d.site_id as "siteId", st.name as "siteName", d.position, d.direction, d.enabled,
  d.bound_at as "boundAt", d.app_id as "appId"`

/** Alarms first, then offline (longest first), then online by name: what needs a person stands on top. */
export const deviceBindPage = endpoint({
  method: 'GET',
  path: '/api/device/bind/page',
  access: 'deviceBind:list',
  scope: 'application',
  summary: ['应用的设备，告警与离线的在前', 'Devices of an application, alarms and offline ones first'],
  async run(ctx, input) {
    const { current, size } = pageRequest(input)
    // A name is looked for among the serial numbers as well, and neither minds capitals.
    const { name: _name, sn: _sn, ...rest } = input
    const found: Sql[] = [
      sql`d.deleted_at is null`,
      sql`d.app_id is not null`,
      ...conditions(deviceBind, rest, ctx.ports.vault, 'd'),
    ]
    const word = (name: string): string | null =>
      typeof input[name] === 'string' && input[name] !== '' ? String(input[name]).slice(0, 100) : null
    if (word('name'))
      found.push(
        sql`(d.name ilike ${`%${word('name')!.replace(/[\\%_]/g, '\\$&')}%`} or d.sn ilike ${`${word('name')!.replace(/[\\%_]/g, '\\$&')}%`})`,
      )
    if (word('sn')) found.push(sql`d.sn ilike ${`${word('sn')!.replace(/[\\%_]/g, '\\$&')}%`}`)
    const tables = sql`from devices.device d join catalog.device_model m on m.id = d.model_id
      left join devices.session s on s.device_id = d.id left join applications.site st on st.id = d.site_id`
    // Counted without the status, so that each choice of status says what it would show.
    const [counts] = await ctx.sql<{ all: number; online: number; offline: number; alarm: number }>(
      sql`select count(*)::int as all, count(*) filter (where s.online)::int as online,
        count(*) filter (where coalesce(s.online, false) = false)::int as offline,
        count(*) filter (where ${ALARMING})::int as alarm ${tables} ${where(found)}`,
    )
    if (word('status') === 'online') found.push(sql`s.online`)
    if (word('status') === 'offline') found.push(sql`coalesce(s.online, false) = false`)
    if (word('status') === 'alarm') found.push(ALARMING)
    const from = sql`${tables} ${where(found)}`
    const status = word('status')
    const total = counts![status === 'online' || status === 'offline' || status === 'alarm' ? status : 'all']
    const rows = await ctx.sql<Row>(
      sql`select ${LIST_COLUMNS} ${from} order by ${join([sql`${ALARMING} desc`, sql`coalesce(s.online, false)`, sql`s.closed_at nulls first`, sql`d.name`, sql`d.id`])} limit ${size} offset ${(current - 1) * size}`,
    )
    await describe(ctx, rows)
    return { records: rows, counts, total, size, current, pages: Math.ceil(total / size) }
  },
})
