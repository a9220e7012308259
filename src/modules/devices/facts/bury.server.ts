/**
 * Sets aside a message that can never be stored: with its reason, at most 1,000 per device, with an alarm for the
 * first, and a fault when there are many.
 */
import { createHash } from 'node:crypto'
import { FAMILIES } from '#model/families.ts'
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'
import type { Rows } from './lanes.server.ts'
import { tallyLane } from './tallyLane.ts'

const ENGINE = { role: 'engine' } as const
const KEPT_PER_DEVICE = 1000
/** The first one is an alarm, more than this many in an hour are a fault; each is raised at most once an hour. */
const MANY_PER_HOUR = 10
const [ALERT, FAULT] = [1, 2] as const
export const ALARM_IDENTIFIER = 'deadMessages'

/** The noun's reason for an error of the database. */
export function reasonOf(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (['22021', '22P05'].includes(code)) return 'text'
  if (['22003', '22008'].includes(code)) return 'range'
  if (code.startsWith('22')) return 'value'
  if (code.startsWith('23')) return 'rule'
  if (code.startsWith('54') || error instanceof RangeError) return 'size'
  return 'other'
}

/** The content of a message: identifiers of events, parts of states. */
const whatOf = (rows: Pick<Rows, 'facts' | 'states' | 'frames'>): string =>
  [
    ...new Set([
      ...rows.facts.map(fact => fact.identifier),
      ...rows.states.map(state => ['property', state.component].filter(Boolean).join(' ')),
      ...(rows.facts.length || rows.states.length ? [] : rows.frames.map(frame => frame.identifier ?? '')),
    ]),
  ]
    .join(', ')
    // Characters that cannot be stored must not prevent storing the rest.
    .replace(/[\u0000\ud800-\udfff]/g, '�')
    .slice(0, 200)

/** Throws when it could not even be set aside. */
export async function bury(ports: Ports, deviceId: string, rows: Rows, error: unknown): Promise<void> {
  const words = (error as Error).message.replaceAll('\0', '�').slice(0, 500)
  ports.log.warn({ deviceId, error: words }, 'a message could not be stored and was put aside')
  const { facts, states, frames } = rows
  const id = (rows.asideId ??= ports.newId())
  const payload = JSON.stringify({ facts, states, frames })
  const lately = await ports.db.tx(ENGINE, async query => {
    const [device] = await query<{ n: number }>(
      sql`with put as (
        insert into devices.dead_message (id, device_id, source_id, app_id, payload, error, reason, what, bytes)
        select ${id}, d.id, d.source_id, d.app_id, to_jsonb(${payload}::text), ${words}, ${reasonOf(error)},
        ${whatOf(rows)}, ${payload.length}
        from devices.device d where d.id = ${deviceId} on conflict (id) do nothing
        returning device_id, source_id, app_id
      ), gone as (
        delete from devices.dead_message where device_id = ${deviceId}
          and id <= (select id from devices.dead_message where device_id = ${deviceId}
          order by id desc offset ${KEPT_PER_DEVICE - 1} limit 1)
          returning 1
      ), counted as (
        insert into devices.dead_dropped as t (device_id, source_id, app_id, n)
        select device_id, source_id, app_id, (select count(*) from gone) from put where exists (select from gone)
        on conflict (device_id) do update
        set n = t.n + excluded.n, source_id = excluded.source_id, app_id = excluded.app_id, last_at = now()
      )
      select 1 + (select count(*)::int
      from (select 1 from devices.dead_message
      where device_id = ${deviceId} and received_at > now() - interval '1 hour' order by id desc
      limit ${KEPT_PER_DEVICE}) hour) as n
      from put`,
    )
    return device?.n ?? 0
  })
  if (lately > 0)
    // The message is already set aside; the next one raises the alarm.
    await alarm(ports, deviceId, lately).catch((failed: Error) =>
      ports.log.warn({ deviceId, error: failed.message }, 'the alarm of unstored messages could not be raised'),
    )
}

async function alarm(ports: Ports, deviceId: string, count: number): Promise<void> {
  const level = count > MANY_PER_HOUR ? FAULT : ALERT
  const [reported] = await ports.db.query(
    ENGINE,
    sql`select 1 from devices.event
      where device_id = ${deviceId} and identifier = ${ALARM_IDENTIFIER} and level >= ${level}
      and time > now() - interval '1 hour' limit 1`,
  )
  if (reported) return
  const now = ports.now().getTime()
  const fact = {
    id: ports.newId(),
    device_id: deviceId,
    component: '',
    identifier: ALARM_IDENTIFIER,
    name: '报文无法保存',
    level,
    family: FAMILIES.alarm.wire,
    params: { count },
    key: createHash('md5').update(`${ALARM_IDENTIFIER} ${level} ${now}`).digest('hex'),
    at_ms: now,
    received_ms: now,
    notify: true,
  }
  await ports.db.query(
    { role: 'ingest' },
    sql`select fact_id from ingest.store(${tallyLane(ports)}::smallint, ${JSON.stringify([fact])}::jsonb, '[]'::jsonb, '[]'::jsonb)`,
  )
}
