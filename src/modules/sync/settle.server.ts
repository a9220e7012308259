/** The result of a batch: confirmed, refused, busy, full or lost; and which people must be checked again. */
import sql from 'sql-template-tag'
import { handler } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { kindOfCode, retryAfterS } from './effective.server.ts'

const ENGINE = { role: 'engine' } as const
const PARK_AFTER = 3

interface Flight {
  person_id: string
  short_no: string
  put: boolean
  version: string | null
  again: boolean
}
/** Why the delivery of one item failed; `code` and `message` are null when the device did not answer. */
interface Failure {
  kind: 'refused' | 'busy' | 'full' | 'lost'
  code: number | null
  message: string | null
}
interface Result {
  personId?: unknown
  code?: unknown
  msg?: unknown
}

export const settle = handler({
  name: 'sync.settle',
  on: ['command.finished'],
  async run(ports, event) {
    const { commandId, deviceId } = event.payload as { commandId: string; deviceId: string }
    await ports.db.tx(ENGINE, async query => {
      const flights = await query<Flight>(
        sql`select f.person_id, p.short_no, f.put, f.version, f.again from sync.flight f
          join people.person p on p.id = f.person_id where f.command_id = ${commandId} for update of f`,
      )
      if (!flights.length) return
      const [command] = await query<{
        state: number
        data: { results?: Result[] } | null
        code: number | null
        message: string | null
      }>(sql`select state, data, code, message from devices.command where id = ${commandId}`)
      const list = Array.isArray(command?.data?.results) ? command.data.results : null
      const results = new Map((list ?? []).map(result => [String(result.personId), result]))
      const fail = (flight: Flight, said: Failure): Promise<void> =>
        except(query, { deviceId, commandId }, flight, said)
      for (const flight of flights) {
        const result = results.get(flight.short_no)
        const code = result ? Number(result.code ?? 0) : (command?.code ?? null)
        // A device that answers person by person has not confirmed those it does not name.
        const named = result !== undefined || list === null
        if (command?.state === 3 && named && (code === 0 || code === 200))
          await query(sql`delete from sync.exception where device_id = ${deviceId} and person_id = ${flight.person_id}`)
        else if (command?.state === 5 || command?.state === 6 || (command?.state === 4 && command.code === null))
          await fail(flight, { kind: 'lost', code: null, message: command.message })
        else if (command?.state === 3 && !named)
          await fail(flight, { kind: 'lost', code: null, message: '设备的答复中没有此人' })
        else
          await fail(flight, {
            kind: kindOfCode(code ?? 0),
            code,
            message: result ? String(result.msg ?? '') : (command?.message ?? null),
          })
      }
      await query(sql`delete from sync.flight where command_id = ${commandId}`)
      const again = flights.filter(flight => flight.again).map(flight => flight.person_id)
      if (again.length)
        await query(
          sql`update sync.exception set next_at = now() where device_id = ${deviceId} and person_id = any(${again}::bigint[])`,
        )
      for (const personId of again)
        await query(
          sql`insert into sync.exception (device_id, person_id, source_id, app_id, put, kind, tries, next_at)
            select id, ${personId}, source_id, app_id, true, 'queued', 0, now() from devices.device
            where id = ${deviceId} on conflict do nothing`,
        )
      // A deletion made room: what did not fit can be tried again.
      if (flights.some(flight => !flight.put))
        await query(sql`update sync.exception set next_at = now() where device_id = ${deviceId} and kind = 'full'`)
      await query(sql`update sync.device set wake_at = now(), claimed_until = null where device_id = ${deviceId}`)
    })
    ports.bus.publish('live', { type: 'sync', appId: event.appId, deviceId, at: ports.now().toISOString() })
  },
})

async function except(
  query: Query,
  { deviceId, commandId }: { deviceId: string; commandId: string },
  flight: Flight,
  { kind, code, message }: Failure,
): Promise<void> {
  const [row] = await query<{
    tries: number
  }>(sql`insert into sync.exception as e (device_id, person_id, source_id, app_id, put, version, kind, code, message,
    command_id)
    select d.id, ${flight.person_id}, d.source_id, d.app_id, ${flight.put}, ${flight.version}, ${kind}, ${code}, ${message?.slice(0, 300) ?? null},
    ${commandId} from devices.device d where d.id = ${deviceId}
    on conflict (device_id, person_id) do update
    set put = excluded.put, version = excluded.version, kind = excluded.kind, code = excluded.code,
    message = excluded.message, command_id = excluded.command_id, last_at = now(), tries = e.tries + 1
    returning tries`)
  const wait = retryAfterS(kind, row!.tries)
  await query(
    sql`update sync.exception set next_at = ${wait === null || (kind === 'refused' && row!.tries >= PARK_AFTER) ? null : new Date(Date.now() + wait * 1000)} where device_id = ${deviceId} and person_id = ${flight.person_id}`,
  )
}
