/**
 * The line of deliveries to one endpoint from one device: only its first row is due (`next_at`), the others wait for it.
 * A row that was set aside (`aside`) and one without a device belong to no line.
 */
import sql, { type Sql } from 'sql-template-tag'
import { toState } from '#server/moves/toState.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { delivery } from './callback.noun.ts'

export interface NewDelivery {
  id: string
  appId: string | null
  sourceId: string
  callbackId: string
  deviceClass: string
  messageId: string
  type: string
  deviceId: string | null
  factId: string | null
  body: string
}

/** Appends a delivery to the line of its device. The same message for the same endpoint is queued once. */
export async function queueDelivery(query: RunSql, given: NewDelivery): Promise<void> {
  // The lock keeps that row from ending meanwhile: otherwise neither transaction would make this row due.
  await query(
    prepared(sql`with before as materialized (select 1 from callbacks.delivery
        where callback_id = ${given.callbackId} and device_id = ${given.deviceId}::bigint and state in (0, 1) and not aside
        order by place desc limit 1 for share)
      insert into callbacks.delivery (id, app_id, source_id, callback_id, device_class, message_id, event_type,
        device_id, fact_id, body, next_at)
      values (${given.id}, ${given.appId}, ${given.sourceId}, ${given.callbackId}, ${given.deviceClass},
        ${given.messageId}, ${given.type}, ${given.deviceId}, ${given.factId}, ${given.body},
        case when exists (select from before) then null else now() end)
      on conflict (callback_id, message_id) do nothing`),
  )
}

/** The first row of a line has ended, or was set aside: the next one becomes due. */
export const wakeNext = (query: RunSql, callbackId: string, deviceId: string): Promise<unknown> =>
  query(
    prepared(sql`update callbacks.delivery set next_at = now() where id = (
      select id from callbacks.delivery
      where callback_id = ${callbackId} and device_id = ${deviceId} and state in (0, 1) and not aside
      and next_at is null
      order by place, id limit 1)
    and not exists (select from callbacks.delivery
      where callback_id = ${callbackId} and device_id = ${deviceId} and state in (0, 1) and not aside and next_at is not null)`),
  )

/** The next row of a line whose first one is still open, or null. */
export const nextInLine = async (query: RunSql, callbackId: string, deviceId: string): Promise<string | null> =>
  (
    await query<{ id: string }>(
      sql`select id from callbacks.delivery
        where callback_id = ${callbackId} and device_id = ${deviceId} and state in (0, 1) and not aside
        and next_at is null
        order by place, id limit 1`,
    )
  )[0]?.id ?? null

/** The endpoint may have recovered: what waits for a later time is tried now. */
export const bringForward = (query: RunSql, callbackId: string): Promise<unknown> =>
  query(sql`update callbacks.delivery set forward_at = now() where id in (
      select id from callbacks.delivery
      where callback_id = ${callbackId} and state in (0, 1) and next_at > now() and not aside
      and coalesce(claimed_until, '-infinity') < now()
      for update skip locked)`)

/** Queues the rows of `found` again, in their old order and before later ones. Returns their number. */
export async function replay(query: RunSql, found: Sql): Promise<number> {
  const rows = await query<{ callback_id: string; device_id: string | null }>(
    sql`update callbacks.delivery
      set ${toState(delivery.fields.state.values, 'waiting')}, tries = 0, failures = 0, failed_at = null, aside = false, forward_at = null, finished_at = null,
      place = coalesce(place, 0),
      next_at = case when device_id is null then now() end where ${found} returning callback_id, device_id`,
  )
  const lines = [...new Set(rows.flatMap(row => (row.device_id ? [`${row.callback_id} ${row.device_id}`] : [])))].map(
    line => line.split(' '),
  )
  const of = sql`(callback_id, device_id) in (select * from unnest(${lines.map(line => line[0])}::bigint[], ${lines.map(line => line[1])}::bigint[])) and state in (0, 1) and not aside`
  // Rows that were first before are not any more, unless they are being delivered.
  await query(
    sql`update callbacks.delivery set next_at = null
      where ${of} and next_at is not null and coalesce(claimed_until, '-infinity') < now()`,
  )
  await query(
    sql`update callbacks.delivery set next_at = now()
      where next_at is null
      and id in (select distinct on (callback_id, device_id) id from callbacks.delivery where ${of}
      order by callback_id, device_id, place, id)`,
  )
  return rows.length
}
