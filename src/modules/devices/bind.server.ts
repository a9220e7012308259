/** Devices of an application: listed with what matters first, bound, unbound, and seen in detail. */
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { pageRequest, where } from '#server/crud/filters.ts'
import { endpoint, implement, type Input, type Row } from '#server/parts.ts'
import { makeCtx, type Ctx } from '#server/ctx.ts'
import type { Query } from '#server/sql/db.ts'
import { OPEN_ALARM } from './openAlarm.server.ts'
import { deviceBind } from './deviceBind.noun.ts'
import { stockDevice } from './warehouse.server.ts'

const HEARTBEAT_BINS = 48
const PLATFORM_SOURCE = '1'
/** Where devices connect, for the words a person copies; the same variable the gateway listens by. */
const MQTT_PORT = Number(process.env.PORTICO_MQTT_PORT) || 1883
/** Rows about a device that carry its owner. */
const OWNED = [sql`devices.component`, sql`devices.session`, sql`devices.shadow`]
const REASONS: Record<string, readonly [string, string]> = {
  disconnect: ['设备主动断开', 'The device said goodbye'],
  keepAlive: ['心跳超时', 'Heartbeats stopped'],
  networkError: ['网络中断', 'Network broke'],
  takenOver: ['同一设备重新连接', 'It connected anew'],
  protocolError: ['报文错误', 'Malformed packet'],
  topicRefused: ['越权主题', 'Topic refused'],
  kicked: ['被强制断开', 'Disconnected by an operator'],
  commandTimeout: ['指令超时后重置', 'Reset after a command timed out'],
  serverStop: ['服务重启', 'Server restart'],
}

/** What stands beside a device in lists: connection, state of its parts, open alarm, a day of being online. */
export async function describe(ctx: Ctx, rows: Row[]): Promise<void> {
  const ids = rows.map(row => row.id)
  if (!ids.length) return
  const sessions = await ctx.sql<{
    device_id: string
    online: boolean
    opened_at: string | null
    closed_at: string | null
    reason: string | null
    last_seen_at: string | null
    address: string | null
    protocol: string | null
  }>(
    sql`select device_id, online, opened_at, closed_at, reason, last_seen_at, address, protocol from devices.session where device_id = any(${ids}::bigint[])`,
  )
  const shadows = await ctx.sql<{
    device_id: string
    component: string
    vals: Record<string, unknown>
    stated_at: string
  }>(sql`select device_id, component, vals, stated_at from devices.shadow where device_id = any(${ids}::bigint[])`)
  const components = await ctx.sql<{ id: string; device_id: string; kind: string; no: number; name: string | null }>(
    sql`select id, device_id, kind, no, name from devices.component where device_id = any(${ids}::bigint[]) order by kind, no`,
  )
  const alarms = await ctx.sql<{
    device_id: string
    name: string
    identifier: string
    component: string
    level: number
    time: string
    id: string
    n: number
  }>(sql`
    select distinct on (device_id) e.device_id, e.name, e.identifier, e.component, e.level, e.time, e.id, count(*) over (partition by device_id)::int as n from devices.event e
    where e.device_id = any(${ids}::bigint[]) and ${OPEN_ALARM}
    order by device_id, level desc, time desc`)
  const beats = await heartbeats(ctx, ids)
  const english = ctx.language === 'en' ? 1 : 0
  for (const row of rows) {
    const session = sessions.find(entry => entry.device_id === row.id)
    const mine = shadows.filter(entry => entry.device_id === row.id)
    Object.assign(row, {
      online: session?.online ?? false,
      onlineReason: session?.reason ? (REASONS[session.reason]?.[english] ?? session.reason) : null,
      since: session ? (session.online ? session.opened_at : session.closed_at) : null,
      lastSeenAt: session?.last_seen_at ?? null,
      address: session?.address ?? null,
      protocol: session?.protocol ?? null,
      components: components
        .filter(entry => entry.device_id === row.id)
        .map(({ id, kind, no, name }) => ({ id, kind, no, name, key: `${kind}:${no}` })),
      shadow: Object.fromEntries(mine.map(entry => [entry.component, { ...entry.vals, statedAt: entry.stated_at }])),
      alarm: alarms.find(entry => entry.device_id === row.id) ?? null,
      heartbeat: beats.get(row.id) ?? [],
    })
  }
}

/** For each device 48 half hours, the share of each it was connected, oldest first; null before it ever connected. */
async function heartbeats(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, (number | null)[]>> {
  const rows = await ctx.sql<{ device_id: string; opened_at: string; closed_at: string | null }>(
    sql`select device_id, opened_at, closed_at from devices.session_log where device_id = any(${ids}::bigint[]) and coalesce(closed_at, 'infinity') > now() - interval '24 hours'`,
  )
  const [now, step] = [ctx.now.getTime(), 30 * 60_000]
  const start = now - HEARTBEAT_BINS * step
  return new Map(
    ids.map(id => {
      const spans = rows
        .filter(row => row.device_id === id)
        .map(
          row => [new Date(row.opened_at).getTime(), row.closed_at ? new Date(row.closed_at).getTime() : now] as const,
        )
      return [
        id,
        Array.from({ length: HEARTBEAT_BINS }, (_, bin) => {
          const [from, to] = [start + bin * step, start + (bin + 1) * step]
          const connected = spans.reduce(
            (sum, [opened, closed]) => sum + Math.max(0, Math.min(to, closed) - Math.max(from, opened)),
            0,
          )
          return Math.round((connected / step) * 100) / 100
        }),
      ]
    }),
  )
}

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
      const [app] = await ctx.sql<{ device_quota: number; used: number; source_id: string }>(
        sql`select device_quota, source_id, (select count(*)::int from devices.device where app_id = a.id and deleted_at is null) as used from applications.application a where id = ${ctx.appId}`,
      )
      if (!app || app.used >= app.device_quota)
        throw new Refusal('full', {
          text: [
            `应用的设备数已达上限 ${app?.device_quota ?? 0}`,
            `The application's limit of ${app?.device_quota ?? 0} devices is reached`,
          ],
        })
      // Stocking is the source's act, binding the application's; both are one transaction of the platform on their behalf.
      return ctx.ports.db.tx({ role: 'engine' }, async query => {
        const made = await stockDevice(makeCtx(ctx, query, ctx.now), {
          sn: String(input.sn),
          name: String(input.name),
          modelId: String(input.modelId),
          sourceId: app.source_id,
        })
        await bindDevice(ctx, { sn: input.sn, name: input.name, siteId: input.siteId }, query)
        return { id: made.id, ...made.credentials, mqttPort: MQTT_PORT }
      })
    },
    async stat(ctx, input) {
      return statistics(ctx, input)
    },
    async detail(ctx, input) {
      const [row] =
        await ctx.sql<Row>(sql`select d.id, d.name, d.sn, d.product_key as "productKey", d.device_class as "deviceClass", d.position, d.direction, d.enabled, d.bound_at as "boundAt", d.activated_at as "activatedAt", d.site_id as "siteId", s.name as "siteName",
          d.model_id as "modelId", m.name as "modelName", m.thing_model as "thingModel", d.rev from devices.device d join catalog.device_model m on m.id = d.model_id left join applications.site s on s.id = d.site_id where d.id = ${input.id} and d.deleted_at is null`)
      if (!row) throw new Refusal('not_found')
      await describe(ctx, [row])
      const [rtt] = await ctx.sql<{ ms: number | null }>(
        sql`select percentile_cont(0.5) within group (order by extract(epoch from acked_at - sent_at) * 1000)::int as ms from (select acked_at, sent_at from devices.command where device_id = ${row.id} and acked_at is not null order by id desc limit 20) recent`,
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
  const [session] = await ctx.sql<{ online: boolean; opened_at: string; address: string; reason: string | null }>(
    sql`select online, opened_at, address, reason from devices.session where device_id = ${id}`,
  )
  const [spoke] = await ctx.sql<{ at: string; kind: number }>(
    sql`select at, kind from devices.frame where device_id = ${id} and kind in (3, 7, 6, 8) order by at desc limit 1`,
  )
  const refusals = await ctx.ports.db.query<{ reason: string; tries: string; last_at: string; address: string }>(
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
    mqttPort: MQTT_PORT,
  }
}

/** Binds a stocked device. The device is still the warehouse's, so the platform does it on behalf of the application, in `query`. */
async function bindDevice(ctx: Ctx, input: Input, query: Query): Promise<string> {
  const { appId } = ctx
  const [app] = await query<{ source_id: string; device_classes: string[] }>(
    sql`select source_id, device_classes from applications.application where id = ${appId}`,
  )
  const [device] = await query<{
    id: string
    app_id: string | null
    source_id: string
    device_class: string
    name: string
    state: number
  }>(
    sql`select id, app_id, source_id, device_class, name, state from devices.device where sn = ${input.sn} and deleted_at is null for update`,
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
  if (input.siteId) {
    const [site] = await query(sql`select 1 from applications.site where id = ${input.siteId} and app_id = ${appId}`)
    if (!site) throw invalidFields([{ field: 'siteId', text: ['站点不存在', 'The site does not exist'] }])
  }
  await query(sql`update devices.device set app_id = ${appId}, source_id = ${app.source_id}, site_id = ${input.siteId ?? null}, name = ${input.name ?? device.name}, position = ${input.position ?? null}, direction = ${input.direction ?? null},
    state = 1, bound_at = now(), rev = rev + 1, updated_by = ${ctx.user.userId}, updated_at = now() where id = ${device.id}`)
  for (const table of OWNED)
    await query(sql`update ${table} set app_id = ${appId}, source_id = ${app.source_id} where device_id = ${device.id}`)
  await query(
    sql`insert into devices.binding (id, device_id, source_id, app_id, site_id, from_at, bound_by) values (${ctx.newId()}, ${device.id}, ${app.source_id}, ${appId}, ${input.siteId ?? null}, now(), ${ctx.user.userId})`,
  )
  await afterBinding(
    makeCtx({ ...ctx, actor: { role: 'app', appId: appId!, sourceId: app.source_id } }, query, ctx.now),
    'bind',
    device.id,
    device.device_class,
    String(input.sn),
  )
  return device.id
}

/** Frees a device at once; what people and rights it holds is taken off it by the sync engine, now or when it is next online. */
async function unbindDevice(ctx: Ctx, id: string): Promise<boolean> {
  const [device] = await ctx.sql<{ id: string; sn: string; device_class: string }>(
    sql`select id, sn, device_class from devices.device where id = ${id} and deleted_at is null`,
  )
  if (!device) throw new Refusal('not_found')
  await ctx.ports.db.tx({ role: 'engine' }, async query => {
    await query(sql`delete from access.group_door where device_id = ${device.id}`)
    const freed = await query(
      sql`update devices.device set app_id = null, site_id = null, state = 0, bound_at = null, rev = rev + 1, updated_by = ${ctx.user.userId}, updated_at = now() where id = ${device.id} and app_id = ${ctx.appId} returning id`,
    )
    if (!freed.length) throw new Refusal('conflict')
    for (const table of OWNED) await query(sql`update ${table} set app_id = null where device_id = ${device.id}`)
    await query(
      sql`update devices.binding set to_at = now(), unbound_by = ${ctx.user.userId} where device_id = ${device.id} and to_at is null`,
    )
    await afterBinding(makeCtx(ctx, query, ctx.now), 'unbind', device.id, device.device_class, device.sn)
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
  }>(sql`select count(*)::int as total, count(*) filter (where s.online)::int as online, count(distinct d.site_id)::int as sites, count(*) filter (where ${ALARMING})::int as alarming,
      coalesce(sum((select count(*) from devices.component c where c.device_id = d.id and c.kind = 'door')), 0)::int as doors
    from devices.device d left join devices.session s on s.device_id = d.id ${where([sql`d.deleted_at is null`, sql`d.app_id is not null`, ...ofClass])}`)
  const [longest] = await ctx.sql<{ id: string; name: string; since: string }>(
    sql`select d.id, d.name, s.closed_at as since from devices.device d join devices.session s on s.device_id = d.id ${where([sql`d.deleted_at is null`, sql`not s.online`, sql`s.closed_at is not null`, ...ofClass])} order by s.closed_at limit 1`,
  )
  const alarms = await ctx.sql<{ name: string; identifier: string; n: number }>(
    sql`select e.name, e.identifier, count(*)::int as n from devices.event e ${where([OPEN_ALARM, ...(input.deviceClass ? [sql`e.device_class = ${String(input.deviceClass)}`] : [])])} group by 1, 2 order by 3 desc, 1`,
  )
  const hours = await ctx.sql<{ hour: string; family: number; result: number; n: number }>(
    sql`select hour, family, result, sum(n)::int as n from devices.tally t ${where([sql`hour >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' - interval '1 day'`, ...(input.deviceClass ? [sql`t.device_class = ${String(input.deviceClass)}`] : [])])} group by 1, 2, 3 order by 1`,
  )
  return {
    ...devices,
    longestOffline: longest ?? null,
    alarms,
    alarmTotal: alarms.reduce((sum, alarm) => sum + alarm.n, 0),
    hours,
  }
}

const LIST_COLUMNS = sql`d.id, d.rev, d.name, d.sn, d.model_id as "modelId", m.name as "modelName", d.device_class as "deviceClass", d.site_id as "siteId", st.name as "siteName", d.position, d.direction, d.enabled, d.bound_at as "boundAt", d.app_id as "appId"`

/** Alarms first, then offline (longest first), then online by name: what needs a person stands on top. */
export const deviceBindPage = endpoint({
  method: 'GET',
  path: '/api/device/bind/page',
  access: 'deviceBind:list',
  scope: 'application',
  summary: 'Devices of an application, alarms and offline ones first',
  async run(ctx, input) {
    const { current, size } = pageRequest(input)
    const found: Sql[] = [sql`d.deleted_at is null`, sql`d.app_id is not null`]
    const word = (name: string): string | null =>
      typeof input[name] === 'string' && input[name] !== '' ? String(input[name]).slice(0, 100) : null
    if (word('deviceClass')) found.push(sql`d.device_class = ${word('deviceClass')}`)
    if (word('name'))
      found.push(
        sql`(d.name ilike ${`%${word('name')!.replace(/[\\%_]/g, '\\$&')}%`} or d.sn ilike ${`${word('name')!.replace(/[\\%_]/g, '\\$&')}%`})`,
      )
    if (word('sn')) found.push(sql`d.sn ilike ${`${word('sn')!.replace(/[\\%_]/g, '\\$&')}%`}`)
    for (const [name, column] of [
      ['siteId', sql`d.site_id`],
      ['modelId', sql`d.model_id`],
    ] as const) {
      const ids = word(name)?.split(',')
      if (ids && !ids.every(isId)) throw new Refusal('invalid')
      if (ids) found.push(sql`${column} = any(${ids}::bigint[])`)
    }
    const tables = sql`from devices.device d join catalog.device_model m on m.id = d.model_id left join devices.session s on s.device_id = d.id left join applications.site st on st.id = d.site_id`
    // Counted without the status, so that each choice of status says what it would show.
    const [counts] = await ctx.sql<{ all: number; online: number; offline: number; alarm: number }>(
      sql`select count(*)::int as all, count(*) filter (where s.online)::int as online, count(*) filter (where coalesce(s.online, false) = false)::int as offline, count(*) filter (where ${ALARMING})::int as alarm ${tables} ${where(found)}`,
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
