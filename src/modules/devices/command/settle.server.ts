/** The end of a command that was sent: by the device's own reply, by the state that proves it, or by a timeout. */
import sql, { join } from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import { toState } from '#server/moves/toState.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { command } from './command.noun.ts'
import { isSuccess } from './command.rules.ts'
import { SET_PROPERTIES } from './commandWords.rules.ts'
import { codesOf } from './shownCommand.rules.ts'

export const COMMAND_STATES = command.fields.state.values

const ENGINE = { role: 'engine' } as const

export interface Settled {
  id: string
  deviceId: string
  appId: string | null
  origin: string
  state: number
}

/** The device's own reply. A reply after the end changes nothing but is stored. */
export async function settleReply(
  ports: Ports,
  deviceId: string,
  reply: { commandId: string; code: number; message: string | null; data: unknown },
): Promise<Settled | null> {
  const failed = !isSuccess(reply.code)
  const data = JSON.stringify(reply.data ?? null)
  // One statement, one round trip: somebody is waiting at a door.
  const [row] = await ports.db.query<{ id: string; app_id: string | null; origin: string; state: number }>(
    ENGINE,
    prepared(sql`
    with settled as (
      update devices.command set acked_at = now(), code = ${reply.code}, message = ${reply.message}, data = ${data}::jsonb,
        state = case when ${failed} then 4 when proof is null or proven_at is not null then 3 else 2 end,
        finished_at = case when ${failed} or proof is null or proven_at is not null then now() end
      where id = ${reply.commandId} and device_id = ${deviceId} and state in (0, 1)
      returning id, app_id, origin, state, identifier
    ), published as (
      insert into engine.outbox (id, type, key, app_id, payload)
      select ${ports.newId()}, 'command.finished', ${deviceId}, app_id,
      jsonb_build_object('commandId', id::text, 'deviceId', ${deviceId}::text, 'origin', origin)
      from settled where state <> 2 and (origin in ('sync', 'linkage') or identifier = ${SET_PROPERTIES})
    )
    select id, app_id, origin, state from settled`),
  )
  if (row) return { id: row.id, deviceId, appId: row.app_id, origin: row.origin, state: row.state }
  // What carried contents is over, and nobody reads its answer any more.
  const remains = JSON.stringify(codesOf(Object(reply.data ?? {}) as Params))
  await ports.db.query(
    ENGINE,
    sql`update devices.command
      set data = jsonb_build_object('late', case when carries > 0 then ${remains}::jsonb else ${data}::jsonb end),
        code = coalesce(code, ${reply.code})
      where id = ${reply.commandId} and device_id = ${deviceId} and state in (3, 5) and acked_at is null
      and data is null`,
  )
  return null
}

/** Whoever waited for the answer has read it: which members of sets it names is not kept. */
export const forgetAnswer = (query: RunSql, commandId: string, data: Params): Promise<unknown> =>
  query(
    sql`update devices.command set data = ${JSON.stringify(codesOf(data))}::jsonb where id = ${commandId} and carries > 0`,
  )

/**
 * The state that proves the command was reported. With the device's reply it is done; without, the reply is waited for briefly
 * (`settleSilent`). If the reply said that it failed, that remains, and the state is recorded too.
 */
export async function settleProof(ports: Ports, deviceId: string, commandIds: readonly string[]): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    const rows = await query<Ended & { state: number }>(
      sql`update devices.command
        set proven_at = now(), state = case state when 2 then 3 else state end,
        finished_at = case state when 2 then now() else finished_at end
      where id = any(${commandIds}::bigint[]) and proven_at is null
      and (state in (1, 2) or (state = 4 and acked_at is not null))
      returning id, app_id, origin, state, identifier`,
    )
    await emitFinished(
      ports,
      query,
      deviceId,
      rows.filter(({ state }) => state === 3),
    )
  })
}

/** How long a reply is waited for after the state that proves the command; then the command is done without it. */
const SILENCE_MS = 1500
export const IS_SILENT = sql`state = 1 and proven_at is not null
      and (proven_at < now() - make_interval(secs => ${SILENCE_MS / 1000}) or expires_at < now())`

/** For devices that never answer, or not with our id: proven commands are done. Returns the devices whose commands ended. */
export async function settleSilent(
  ports: Ports,
): Promise<{ id: string; device_id: string; app_id: string | null; device_class: string }[]> {
  return ports.db.tx(ENGINE, async query => {
    const rows = await query<{
      id: string
      device_id: string
      app_id: string | null
      origin: string
      identifier: string
      device_class: string
    }>(sql`with q as materialized (select id from devices.command
      where ${IS_SILENT} order by proven_at limit 500 for update skip locked)
      update devices.command c
      set ${toState(COMMAND_STATES, 'done')}, finished_at = c.proven_at, message = '设备没有应答，由上报的状态证明'
      from q where c.id = q.id
      returning c.id, c.device_id, c.app_id, c.origin, c.identifier, c.device_class`)
    for (const row of rows) await emitFinished(ports, query, row.device_id, [row])
    return rows
  })
}

interface Ended {
  id: string
  app_id: string | null
  origin: string
  /** Absent where the command did not succeed. */
  identifier?: string
}
/** Sync, linkage and callbacks wait for the end of commands; so does who keeps parameters, for properties that were set. */
export async function emitFinished(
  ports: Ports,
  query: Query,
  deviceId: string,
  rows: readonly Ended[],
): Promise<void> {
  const awaited = rows.filter(
    row => row.origin === 'sync' || row.origin === 'linkage' || row.identifier === SET_PROPERTIES,
  )
  if (!awaited.length) return
  await query(
    sql`insert into engine.outbox (id, type, key, app_id, payload) values ${join(awaited.map(row => sql`(${ports.newId()}, 'command.finished', ${deviceId}, ${row.app_id}, ${JSON.stringify({ commandId: row.id, deviceId, origin: row.origin })}::jsonb)`))}`,
  )
}
