/** The result of a batch: confirmed, refused, busy, full or lost; and which subjects must be checked again. */
import sql from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import { forgetAnswer } from '#modules/devices/api.ts'
import { CARRIES } from '#modules/devices/command/command.rules.ts'
import { handler } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { settleDocument } from './document.server.ts'
import { failureOf, retryAt, type Failure, type FinishedCommand } from './outcome.rules.ts'
import { remember, subjectTable } from './next.server.ts'
import { subjectKey, type Subject } from './subject.rules.ts'

const ENGINE = { role: 'engine' } as const

interface Flight {
  item: string
  subject_kind: string
  subject_id: string
  put: boolean
  version: string | null
  again: boolean
}
type Ended = FinishedCommand & { identifier: string; data: { results?: Params[] } | null; device_class: string }

export const settle = handler({
  name: 'sync.settle',
  on: ['command.finished'],
  async run(ports, event) {
    const { commandId, deviceId } = event.payload as { commandId: string; deviceId: string }
    await ports.db.tx(ENGINE, async query => {
      if (!(await carried(query, commandId))) return
      // Locked first, as in delivery: in another order the two could deadlock.
      await query(prepared(sql`select 1 from sync.device where device_id = ${deviceId} for update`))
      const [command] = await query<Ended>(
        sql`select identifier, state, data, code, message, device_class from devices.command where id = ${commandId}`,
      )
      const settled =
        (await settleBatch(ports, query, deviceId, commandId, command)) ||
        (await settleDocument(ports, query, commandId, command))
      if (command?.data) await forgetAnswer(query, commandId, command.data as Params)
      if (settled)
        await query(sql`update sync.device set wake_at = now(), claimed_until = null where device_id = ${deviceId}`)
    })
    ports.bus.publish('live', { type: 'sync', appId: event.appId, deviceId, at: ports.now().toISOString() })
  },
})

/** Most commands that end were given by people and rules. One whose flights are gone, as after an unbinding, was answered too. */
const carried = async (query: Query, commandId: string): Promise<boolean> =>
  (
    await query(
      prepared(sql`select 1 from sync.flight where command_id = ${commandId}
        union all select 1 from sync.document where command_id = ${commandId}
        union all select 1 from devices.command where id = ${commandId} and carries = ${CARRIES.content} limit 1`),
    )
  ).length > 0

const subjectOf = (flight: Flight): Subject => ({ kind: flight.subject_kind, id: flight.subject_id })

/** The number by which the device knows each of these subjects, by `subjectKey`. */
export async function keysOf(ports: Ports, query: Query, of: readonly Subject[]): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  for (const [kind, some] of Map.groupBy(of, one => one.kind)) {
    const ids = some.map(one => one.id)
    const found = await ports.subjects.get(kind)?.keysOf(query, ids)
    for (const [id, key] of found ?? []) keys.set(subjectKey({ kind, id }), key)
  }
  return keys
}

/** Returns whether the command carried a batch. */
async function settleBatch(
  ports: Ports,
  query: Query,
  deviceId: string,
  commandId: string,
  command: Ended | undefined,
): Promise<boolean> {
  const flights = await query<Flight>(
    sql`select item, subject_kind, subject_id, put, version, again from sync.flight
      where command_id = ${commandId} for update`,
  )
  if (!flights.length) return false
  const set = ports.classes.get(command?.device_class ?? '')?.sets.find(one => one.item === flights[0]!.item)
  const list = set && Array.isArray(command?.data?.results) ? command.data.results : null
  const results = new Map((list ?? []).map(result => [String(result[set!.key]), result]))
  const keys = await keysOf(ports, query, flights.map(subjectOf))
  const done: Subject[] = []
  for (const flight of flights) {
    const result = results.get(keys.get(subjectKey(subjectOf(flight))) ?? '')
    const answer = result && { code: Number(result.code ?? 0), message: String(result.msg ?? '') }
    // A device that answers item by item has not confirmed those it does not name.
    const failure = failureOf(command, answer, result !== undefined || list === null)
    // Whoever is not on the device, as after a reset, is sent as a whole.
    if (failure?.kind === 'refused' && command?.identifier === set?.putRights?.command)
      await remember({ query, deviceId, set: set! }, [subjectOf(flight)], 'lost')
    else if (failure) await except(ports, query, { deviceId, commandId }, flight, failure)
    else done.push(subjectOf(flight))
  }
  const { item } = flights[0]!
  await query(
    sql`delete from sync.exception e using ${subjectTable(done)}
      where e.device_id = ${deviceId} and e.item = ${item} and e.subject_kind = s.kind and e.subject_id = s.id`,
  )
  await query(sql`delete from sync.flight where command_id = ${commandId}`)
  if (set) await remember({ query, deviceId, set }, flights.filter(flight => flight.again).map(subjectOf))
  // A deletion made room: what did not fit can be tried again.
  if (flights.some(flight => !flight.put))
    await query(
      sql`update sync.exception set next_at = now() where device_id = ${deviceId} and item = ${item} and kind = 'full'`,
    )
  return true
}

async function except(
  ports: Ports,
  query: Query,
  { deviceId, commandId }: { deviceId: string; commandId: string },
  flight: Flight,
  { kind, code, message }: Failure,
): Promise<void> {
  const [row] = await query<{
    tries: number
  }>(sql`insert into sync.exception as e (device_id, item, subject_kind, subject_id, source_id, app_id, put, version,
      kind, code, message, command_id)
    select d.id, ${flight.item}, ${flight.subject_kind}, ${flight.subject_id}, d.source_id, d.app_id, ${flight.put},
      ${flight.version}, ${kind}, ${code}, ${message?.slice(0, 300) ?? null}, ${commandId}
    from devices.device d where d.id = ${deviceId}
    on conflict (device_id, item, subject_kind, subject_id) do update
    set put = excluded.put, version = excluded.version, kind = excluded.kind, code = excluded.code,
    message = excluded.message, command_id = excluded.command_id, last_at = now(), tries = e.tries + 1
    returning tries`)
  await query(
    sql`update sync.exception set next_at = ${retryAt(kind, row!.tries, new Date())}
      where device_id = ${deviceId} and item = ${flight.item} and subject_kind = ${flight.subject_kind}
        and subject_id = ${flight.subject_id}`,
  )
}
