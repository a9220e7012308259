/** Computed columns of devices: connection, state of their parts, open alarm, and a day of connection shares. */
import sql from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'
import type { Params, Row } from '#model/row.ts'
import { OPEN_ALARM } from '../alarm/alarmActs.server.ts'

const HEARTBEAT_BINS = 48
const REASONS: Record<string, readonly [string, string]> = {
  disconnect: ['设备主动断开', 'The device disconnected'],
  keepAlive: ['心跳超时', 'Heartbeats stopped'],
  networkError: ['网络中断', 'Network broke'],
  gateway: ['网关离线', 'Its gateway went offline'],
  unlinked: ['与网关的关系已解除', 'No longer behind its gateway'],
  takenOver: ['同一设备重新连接', 'It reconnected'],
  protocolError: ['报文错误', 'Malformed packet'],
  topicRefused: ['越权主题', 'Topic refused'],
  kicked: ['被强制断开', 'Disconnected by an operator'],
  commandTimeout: ['指令超时后重置', 'Reset after a command timed out'],
  serverStop: ['服务重启', 'Server restart'],
}

/** Fills the rows, a whole page in one go. */
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
    sql`select device_id, online, opened_at, closed_at, reason, last_seen_at, address, protocol
      from devices.session where device_id = any(${ids}::bigint[])`,
  )
  const gateways = await ctx.sql<{ device_id: string; id: string; name: string; deviceClass: string }>(
    sql`select d.id as device_id, g.id, g.name, g.device_class as "deviceClass"
      from devices.device d join devices.device g on g.id = d.gateway_id and g.deleted_at is null
      where d.id = any(${ids}::bigint[])`,
  )
  const shadows = await ctx.sql<{ device_id: string; component: string; vals: Params; stated_at: string }>(
    sql`select device_id, component, vals, stated_at from devices.shadow where device_id = any(${ids}::bigint[])`,
  )
  const components = await ctx.sql<{ id: string; device_id: string; kind: string; no: number; name: string | null }>(
    sql`select id, device_id, kind, no, name from devices.component where device_id = any(${ids}::bigint[]) order by kind, no`,
  )
  const alarms = await openAlarms(ctx, ids)
  const beats = await heartbeats(ctx, ids)
  const english = ctx.language === 'en' ? 1 : 0
  for (const row of rows) {
    const session = sessions.find(entry => entry.device_id === row.id)
    const { device_id: _, ...alarm } = alarms.find(entry => entry.device_id === row.id) ?? { device_id: null }
    const alarming = 'id' in alarm
    const { device_id: __, ...gateway } = gateways.find(entry => entry.device_id === row.id) ?? { device_id: null }
    const own = shadows.filter(entry => entry.device_id === row.id)
    Object.assign(row, {
      online: session?.online ?? false,
      onlineReason: session?.reason ? (REASONS[session.reason]?.[english] ?? session.reason) : null,
      since: session ? (session.online ? session.opened_at : session.closed_at) : null,
      lastSeenAt: session?.last_seen_at ?? null,
      address: session?.address ?? null,
      protocol: session?.protocol ?? null,
      gateway: 'id' in gateway ? gateway : null,
      gatewayName: 'id' in gateway ? gateway.name : null,
      components: components
        .filter(entry => entry.device_id === row.id)
        .map(({ id, kind, no, name }) => ({ id, kind, no, name, key: `${kind}:${no}` })),
      shadow: Object.fromEntries(own.map(entry => [entry.component, { ...entry.vals, statedAt: entry.stated_at }])),
      alarm: alarming ? alarm : null,
      status: alarming ? 'alarm' : session?.online ? 'online' : 'offline',
      heartbeat: beats.get(row.id) ?? [],
    })
  }
}

/** For each device the worst open alarm, with the number of open ones. */
const openAlarms = (ctx: Ctx, ids: readonly string[]) =>
  ctx.sql<{
    device_id: string
    name: string
    identifier: string
    component: string
    level: number
    time: string
    id: string
    n: number
  }>(sql`
    select distinct on (device_id) a.device_id, a.name, a.kind as identifier, a.component, a.level, a.last_at as time,
      a.id, count(*) over (partition by device_id)::int as n
    from devices.alarm a where a.device_id = any(${ids}::bigint[]) and ${OPEN_ALARM} and a.cleared_at is null
    order by device_id, level desc, last_at desc`)

/** For each device the connected share of 48 half hours, oldest first; null before it first connected. */
async function heartbeats(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, (number | null)[]>> {
  const rows = await ctx.sql<{ device_id: string; opened_at: string; closed_at: string | null }>(
    sql`select device_id, opened_at, closed_at from devices.session_log
      where device_id = any(${ids}::bigint[]) and coalesce(closed_at, 'infinity') > now() - interval '24 hours'`,
  )
  const first = await ctx.sql<{ id: string; activated_at: string | null }>(
    sql`select id, activated_at from devices.device where id = any(${ids}::bigint[])`,
  )
  const since = new Map(first.map(row => [row.id, row.activated_at ? Date.parse(row.activated_at) : Infinity]))
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
          if (to <= since.get(id)!) return null
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
