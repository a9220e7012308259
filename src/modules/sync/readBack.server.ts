/** Reads back what a device stores, page by page, and sends again what differs. */
import sql from 'sql-template-tag'
import type { Holds } from '#model/device.ts'
import { Refusal } from '#model/error.ts'
import { queueCommand } from '#modules/devices/api.ts'
import { handler, worker } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { READ_BACK_PAGE as PAGE } from './page.rules.ts'
import { desiredFor, pairOf, remember } from './next.server.ts'

const ENGINE = { role: 'engine' } as const
const NIGHTLY_MS = 24 * 3_600_000

interface Reading {
  startedAt: string
  page: number
  seen: Record<string, string>
  done?: { at: string; held: number; missing: number; extra: number; changed: number }
}

/** Requests the first page; the rest follows automatically. Returns the command's id. */
export async function readBack(ports: Ports, query: Query, deviceId: string, deviceClass: string): Promise<string> {
  const holds = ports.classes.get(deviceClass)?.holds[0]
  if (!holds) throw new Refusal('invalid', { text: ['该类设备不保存人员', 'This class stores no people'] })
  const id = await queueCommand(ports, query, {
    deviceId,
    identifier: holds.readBack.command,
    params: { page: 1, size: PAGE },
    origin: 'sync',
    originId: 'readBack',
    userName: '核对',
  })
  const reading: Reading = { startedAt: ports.now().toISOString(), page: 1, seen: {} }
  await ports.db.query(
    ENGINE,
    sql`insert into sync.device (device_id, read_back, wake_at)
      values (${deviceId}, ${JSON.stringify(reading)}::jsonb, 'infinity') on conflict (device_id) do update
      set read_back = excluded.read_back`,
  )
  return id
}

export const readBackPage = handler({
  name: 'sync.readBack',
  on: ['command.finished'],
  async run(ports, event) {
    const { commandId, deviceId } = event.payload as { commandId: string; deviceId: string }
    await ports.db.tx(ENGINE, async query => {
      const [command] = await query<{
        state: number
        data: { items?: { personId: string; digest: string }[]; total?: number } | null
        device_class: string
        params: { page: number }
      }>(
        sql`select state, data, device_class, params from devices.command where id = ${commandId} and origin_id = 'readBack'`,
      )
      if (!command || command.state !== 3) return
      const [row] = await query<{ read_back: Reading | null }>(
        sql`select read_back from sync.device where device_id = ${deviceId} for update`,
      )
      const reading = row?.read_back
      const holds = ports.classes.get(command.device_class)?.holds[0]
      if (!reading || !holds || command.params.page !== reading.page) return
      const items = command.data?.items ?? []
      for (const item of items) reading.seen[String(item.personId)] = String(item.digest ?? '')
      if (items.length === PAGE && reading.page < 1000) {
        reading.page += 1
        await queueCommand(ports, query, {
          deviceId,
          identifier: holds.readBack.command,
          params: { page: reading.page, size: PAGE },
          origin: 'sync',
          originId: 'readBack',
          userName: '核对',
        })
      } else {
        await settleUnanswered(query, deviceId, reading.seen)
        reading.done = await compare(query, deviceId, holds, reading, ports.now())
        reading.seen = {}
      }
      await query(
        sql`update sync.device set read_back = ${JSON.stringify(reading)}::jsonb, read_back_at = now() where device_id = ${deviceId}`,
      )
    })
  },
})

/**
 * For data sent over an earlier connection and never answered: either the device has it as sent, or it is sent again.
 * The current session may still answer what it carried itself.
 */
async function settleUnanswered(query: Query, deviceId: string, seen: Readonly<Record<string, string>>): Promise<void> {
  const flights = await query<{
    person_id: string
    short_no: string
    put: boolean
    version: string | null
    again: boolean
  }>(
    sql`delete from sync.flight f using devices.command c, devices.session s, people.person p
      where f.device_id = ${deviceId} and c.id = f.command_id and s.device_id = f.device_id and p.id = f.person_id
      and c.state = 1 and c.epoch < s.epoch
      returning f.person_id, p.short_no, f.put, f.version, f.again`,
  )
  if (!flights.length) return
  const arrived = flights.filter(flight => seen[flight.short_no] === (flight.put ? (flight.version ?? '') : undefined))
  await query(
    sql`delete from sync.exception where device_id = ${deviceId} and person_id = any(${arrived.map(flight => flight.person_id)}::bigint[])`,
  )
  const open = flights.filter(flight => flight.again || !arrived.includes(flight))
  await remember(
    query,
    deviceId,
    open.map(flight => flight.person_id),
    'lost',
  )
  await query(sql`update sync.device set wake_at = now(), claimed_until = null where device_id = ${deviceId}`)
}

/** Missing, superfluous and changed keys are checked again. */
async function compare(
  query: Query,
  deviceId: string,
  holds: Holds,
  reading: Reading,
  now: Date,
): Promise<NonNullable<Reading['done']>> {
  const members = await query<{ id: string; short_no: string }>(
    sql`select distinct p.id, p.short_no from access.group_door gd
      join access.group_person gp on gp.group_id = gd.group_id join people.person p on p.id = gp.person_id
      where gd.device_id = ${deviceId}`,
  )
  const busy = new Set(
    (
      await query<{ person_id: string }>(
        sql`select person_id from sync.flight where device_id = ${deviceId} union select person_id from sync.exception where device_id = ${deviceId}`,
      )
    ).map(row => row.person_id),
  )
  const wanted = await desiredFor(
    query,
    new Map([[deviceId, holds]]),
    members.map(member => member.id),
    now,
  )
  const again: string[] = []
  let [missing, changed] = [0, 0]
  for (const member of members) {
    const desired = wanted.get(pairOf(deviceId, member.id))?.answer.desired
    const held = reading.seen[member.short_no]
    delete reading.seen[member.short_no]
    if (busy.has(member.id)) continue
    if (desired && held === undefined) missing += 1
    else if (desired ? held !== desired.version : held !== undefined) changed += 1
    else continue
    again.push(member.id)
  }
  const strangers = Object.keys(reading.seen).filter(key => /^\d{1,15}$/.test(key))
  const extra = await query<{ id: string }>(
    sql`select id from people.person where short_no = any(${strangers}::bigint[])`,
  )
  await remember(query, deviceId, [...again, ...extra.map(row => row.id)], 'drift')
  if (again.length + extra.length)
    await query(sql`update sync.device set wake_at = now() where device_id = ${deviceId}`)
  return { at: now.toISOString(), held: members.length, missing, changed, extra: extra.length }
}

/** Reads back every device that stores people once a day. */
export const nightly = worker({
  name: 'sync.readBack',
  where: 'worker',
  async run(ports) {
    const due = await ports.db.query<{ device_id: string; device_class: string }>(
      ENGINE,
      sql`with q as materialized (
        select sd.device_id, d.device_class from sync.device sd join devices.device d on d.id = sd.device_id
        join devices.session ss on ss.device_id = d.id and ss.online
      where coalesce(sd.read_back_at,
      now() - interval '23 hours 50 minutes') < now() - make_interval(secs => ${NIGHTLY_MS / 1000})
      and d.app_id is not null
      limit 20 for update of sd skip locked)
      update sync.device s set read_back_at = now() from q
      where s.device_id = q.device_id returning s.device_id, q.device_class`,
    )
    for (const device of due)
      await ports.db
        .tx(ENGINE, query => readBack(ports, query, device.device_id, device.device_class))
        .catch((error: Error) =>
          ports.log.warn({ deviceId: device.device_id, error: error.message }, 'a device could not be read back'),
        )
    return 10_000
  },
})
