/**
 * Imports history of an installation: which devices were bound since when, their events, their sessions,
 * their commands, and handled alarms. Facts are stored by the function that all facts use,
 * so they have the same columns and tallies; no events are emitted for them. The demo creates its month of data with it.
 */
import { createHash, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { idFrom } from '#base/id.ts'
import type { Params } from '#model/row.ts'
import { statedTime } from '#model/statedTime.ts'
import type { Ports } from '#server/ports.ts'
import { FRAME_KINDS } from './facts/frameKinds.ts'
import { factOf, type FactRow } from './facts/translate.rules.ts'
import { tallyLane } from './facts/tallyLane.ts'

const ENGINE = { role: 'engine' } as const
/** Time between a device's event and its receipt. */
const ON_THE_WAY_MS = 400

/** An event as a device reported it, `at` in epoch milliseconds. */
export interface PastEvent {
  deviceId: string
  deviceClass: string
  identifier: string
  params: Params
  at: number
}
/** Times in epoch milliseconds; `reason` is a close reason of sessions. */
export interface PastSession {
  deviceId: string
  from: number
  to: number
  reason: string
}
/** `seconds` until its end; `state` is a final state of a command: 3 done, 4 failed, 5 timed out. */
export interface PastCommand {
  deviceId: string
  component: string
  identifier: string
  reason: string
  userName: string
  at: number
  seconds: number
  state: 3 | 4 | 5
  message: string | null
}

/** Ids for past instants, in their order; all of one node, and unique. */
class PastIds {
  private last = 0n
  private readonly node: bigint
  constructor(node: string) {
    this.node = BigInt(node)
  }
  readonly at = (ms: number): string => {
    const least = BigInt(idFrom(ms)) + (this.node << 9n)
    this.last = least > this.last ? least : this.last + 1n
    return String(this.last)
  }
}

/** Moves the beginning of the bindings made by `boundBy` back to `from`. */
export async function holdSince(
  ports: Ports,
  deviceIds: readonly string[],
  from: Date,
  boundBy: string,
): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    await query(
      sql`update devices.binding set from_at = ${from}
        where device_id = any(${deviceIds}::bigint[]) and to_at is null and bound_by = ${boundBy}`,
    )
    await query(
      sql`update devices.device d set bound_at = ${from}, activated_at = least(d.activated_at, ${from}::timestamptz)
        from devices.binding b where d.id = any(${deviceIds}::bigint[]) and b.device_id = d.id and b.from_at = ${from}`,
    )
  })
}

/** Stores events in order of time; returns the number of new ones. Existing ones are left as they are. */
export async function storePast(ports: Ports, events: readonly PastEvent[]): Promise<number> {
  const ids = new PastIds(ports.node)
  const facts = events.map((event): FactRow => {
    const { deviceId, deviceClass, identifier, params, at } = event
    const guid = String(params.guid ?? randomUUID())
    return factOf(
      { deviceId, name: '', deviceClass: ports.classes.get(deviceClass)! },
      { kind: 'event', identifier, params, at: statedTime(at)!, key: createHash('md5').update(guid).digest('hex') },
      { nowMs: at + ON_THE_WAY_MS, epoch: '0', n: 0, newId: () => ids.at(at) },
    )
  })
  const [stored] = await ports.db.query<{ n: number }>(
    { role: 'ingest' },
    sql`select count(*)::int as n
      from ingest.store(${tallyLane(ports)}::smallint, ${JSON.stringify(facts)}::jsonb, '[]'::jsonb, '[]'::jsonb)`,
  )
  return stored!.n
}

export async function storePastSessions(ports: Ports, sessions: readonly PastSession[]): Promise<void> {
  const ids = new PastIds(ports.node)
  const rows = [...sessions]
    .sort((one, other) => one.from - other.from)
    .map(({ deviceId, from, to, reason }) => ({
      ...{ id: ids.at(from), device_id: deviceId, reason },
      ...{ opened_at: new Date(from), closed_at: new Date(to) },
    }))
  await ports.db.query(
    ENGINE,
    sql`insert into devices.session_log (id, device_id, source_id, app_id, epoch, opened_at, closed_at, reason,
      protocol)
      select g.id, d.id, d.source_id, d.app_id, 0, g.opened_at, g.closed_at, g.reason, m.protocol
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g(id bigint, device_id bigint, opened_at timestamptz, closed_at timestamptz, reason text)
      join devices.device d on d.id = g.device_id join catalog.device_model m on m.id = d.model_id
      on conflict do nothing`,
  )
}

export async function storePastCommands(ports: Ports, commands: readonly PastCommand[]): Promise<void> {
  const ids = new PastIds(ports.node)
  const rows = [...commands]
    .sort((one, other) => one.at - other.at)
    .map(({ deviceId, at, seconds, userName, ...rest }) => ({
      ...{ id: ids.at(at), device_id: deviceId, user_name: userName, ...rest },
      ...{ queued_at: new Date(at), sent_at: new Date(at + 30), finished_at: new Date(at + seconds * 1000) },
    }))
  const risks = [...ports.classes.values()].flatMap(({ key, commands: known }) =>
    Object.entries(known).map(([identifier, { risk, ttlS }]) => ({ device_class: key, identifier, risk, ttl_s: ttlS })),
  )
  await ports.db.query(
    ENGINE,
    sql`insert into devices.command (id, source_id, app_id, device_id, device_class, component, identifier, risk,
      reason, origin, user_name, state, queued_at, sent_at, acked_at, finished_at, expires_at, message)
      select g.id, d.source_id, d.app_id, d.id, d.device_class, g.component, g.identifier, r.risk, g.reason, 'console',
      g.user_name, g.state, g.queued_at, g.sent_at, case when g.state <> 5 then g.sent_at + interval '80 ms' end,
      g.finished_at, g.queued_at + make_interval(secs => r.ttl_s), g.message
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, device_id bigint, component text,
        identifier text, reason text, user_name text, state smallint, queued_at timestamptz, sent_at timestamptz,
        finished_at timestamptz, message text)
      join devices.device d on d.id = g.device_id
      join jsonb_to_recordset(${JSON.stringify(risks)}::jsonb)
        as r(device_class text, identifier text, risk text, ttl_s int)
        on r.device_class = d.device_class and r.identifier = g.identifier
      on conflict do nothing`,
  )
}

const MINUTE_MS = 60_000
/** As far back as the data centre counts messages by the minute. */
const LOGGED_MINUTES = 31

/**
 * The log of devices that were connected all along: events that were sent late are in it at their own times, and the
 * minutes before `began`, in epoch milliseconds, repeat the first report of each device.
 */
export async function logPast(ports: Ports, deviceIds: readonly string[], began: number): Promise<void> {
  const facts = sql`select id, time, received_at from devices.passage where device_id = any(${deviceIds}::bigint[])
      and received_at >= ${new Date(began)} and time < received_at - interval '10 seconds'
    union all select id, time, received_at from devices.event where device_id = any(${deviceIds}::bigint[])
      and received_at >= ${new Date(began)} and time < received_at - interval '10 seconds'`
  await ports.db.query(
    ENGINE,
    sql`update devices.frame f set at = e.time from (${facts}) e
      where f.id = e.id and f.at = e.received_at and f.device_id = any(${deviceIds}::bigint[])`,
  )
  const first = await ports.db.query<{ id: string; device_id: string }>(
    ENGINE,
    sql`select distinct on (device_id) id, device_id from devices.frame
      where device_id = any(${deviceIds}::bigint[]) and kind = ${FRAME_KINDS.report[0]} and at >= ${new Date(began)} order by device_id, at`,
  )
  const ids = new PastIds(ports.node)
  const lines = Array.from({ length: LOGGED_MINUTES }, (_, minute) => began - (LOGGED_MINUTES - minute) * MINUTE_MS)
    .flatMap(from => first.map(({ id }, no) => ({ of: id, ms: from + Math.round((no * MINUTE_MS) / first.length) })))
    .map(({ of, ms }) => ({ of, id: ids.at(ms), at: new Date(ms) }))
  await ports.db.query(
    ENGINE,
    sql`insert into devices.frame (id, source_id, app_id, device_id, device_class, kind, identifier, upstream, content,
        bytes, at)
      select g.id, f.source_id, f.app_id, f.device_id, f.device_class, f.kind, f.identifier, f.upstream, f.content,
        f.bytes, g.at
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g(id bigint, of bigint, at timestamptz)
      join devices.frame f on f.id = g.of and f.at >= ${new Date(began)} on conflict do nothing`,
  )
}

/** What people did about the alarms of the past: one of their remarks, or nothing. */
export interface PastHandler {
  name: string
  remarks: readonly string[]
}
/**
 * The alarms of these devices before `until` ended some minutes later, one in eight as a false one, and other alerts were
 * handled; those of later events are open as if the events came now.
 */
export async function handlePast(
  ports: Ports,
  deviceIds: readonly string[],
  until: Date,
  handler: PastHandler,
): Promise<void> {
  const kinds = [...ports.classes.values()].flatMap(({ events }) =>
    Object.entries(events).flatMap(([identifier, { record }]) => (record === 'alarm' ? [identifier] : [])),
  )
  const ofAlarms = sql`e.device_id = any(${deviceIds}::bigint[]) and e.identifier = any(${[...new Set(kinds)]})
    and e.app_id is not null and coalesce(e.params ->> 'on', 'true') <> 'false'`
  await ports.db.tx(ENGINE, async query => {
    await query(
      sql`with ended as (
          insert into devices.alarm (id, source_id, app_id, site_id, device_id, device_class, device_name, component,
            kind, name, level, state, opened_at, last_at, cleared_at, fact_id, acknowledged_at,
            acknowledged_name, closed_at, closed_name, measures)
          select e.id, e.source_id, e.app_id, e.site_id, e.device_id, e.device_class, e.device_name, e.component,
            e.identifier, e.name, e.level, case when abs(hashint8(e.id)) % 8 > 0 then 3 else 4 end, e.time, e.time,
            e.time + make_interval(mins => 1), e.id,
            e.time + make_interval(mins => 1 + abs(hashint8(e.id)) % 4), ${handler.name},
            e.time + make_interval(mins => 6 + abs(hashint8(e.id)) % 40), ${handler.name},
            (${handler.remarks}::text[])[1 + abs(hashint8(e.id)) % ${handler.remarks.length}::int]
          from devices.event e where ${ofAlarms} and e.time < ${until}
          on conflict do nothing
          returning id, source_id, app_id)
        insert into devices.alarm_event (fact_id, alarm_id, source_id, app_id)
        select id, id, source_id, app_id from ended on conflict do nothing`,
    )
    // What people judge one by one, a quarter of it as false.
    await query(
      sql`insert into devices.work_item (fact_id, source_id, app_id, state, handler_name, updated_at)
        select e.id, e.source_id, e.app_id, case when abs(hashint8(e.id)) % 4 > 0 then 2 else 3 end, ${handler.name},
          e.time + make_interval(mins => 6 + abs(hashint8(e.id)) % 40)
        from devices.event e where e.device_id = any(${deviceIds}::bigint[]) and e.level > 0
          and not e.identifier = any(${[...new Set(kinds)]}) and e.app_id is not null and e.time < ${until}
          and coalesce(e.params ->> 'on', 'true') <> 'false'
        on conflict do nothing`,
    )
    const open = await query<{ id: string }>(
      sql`select e.id from devices.event e where ${ofAlarms} and e.time >= ${until}
        and not exists (select from devices.alarm_event l where l.fact_id = e.id)`,
    )
    await query(
      sql`select ingest.raise_alarms(${open.map(row => row.id)}::bigint[],
        ${open.map(() => ports.newId())}::bigint[])`,
    )
  })
}
