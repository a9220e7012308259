/** Retries failed deliveries at once, and cancels those that are no longer wanted. */
import sql, { join, type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { heldBy } from './heldBy.server.ts'
import { wantedBy } from './next.server.ts'
import { CANCELLED } from './outcome.rules.ts'
import { subjectKey } from './subject.rules.ts'

/** One delivery: a subject in a set of a device, or a document, which has no subject. */
export interface Delivered {
  deviceId: string
  item: string
  subjectKind: string | null
  subjectId: string | null
}

const table = (of: readonly Delivered[]): Sql =>
  sql`unnest(${of.map(one => one.deviceId)}::bigint[], ${of.map(one => one.item)}::text[],
    ${of.map(one => one.subjectKind)}::text[], ${of.map(one => one.subjectId)}::bigint[])
    as one(device_id, item, kind, id)`
/** Whether a row `e` of failures is among them. */
const among = (of: readonly Delivered[]): Sql =>
  sql`(e.device_id, e.item, e.subject_kind, e.subject_id) in (select * from ${table(of)})`

/**
 * Those of a device, of subjects, of a group's members or named ones within the caller's scope, or all of them without a
 * filter; returns their number.
 */
export async function retryDeliveries(
  ctx: Ctx,
  of: {
    deviceId?: string
    subjects?: { kind: string; ids: readonly string[] }
    groupId?: string
    named?: readonly Delivered[]
  },
): Promise<number> {
  const where = join(
    [
      sql`next_at is distinct from now()`,
      ...(of.deviceId ? [sql`device_id = ${of.deviceId}`] : []),
      ...(of.subjects
        ? [sql`subject_kind = ${of.subjects.kind} and subject_id = any(${of.subjects.ids}::bigint[])`]
        : []),
      ...(of.named ? [among(of.named)] : []),
      ...(of.groupId
        ? [
            sql`(subject_kind, subject_id) in (select subject_kind, subject_id from sync.member
              where group_id = ${of.groupId} and not gone)`,
          ]
        : []),
    ],
    ' and ',
  )
  // Delivery locks a device before its failures; in another order the two could deadlock.
  if (of.groupId) await ctx.sql(sql`select sync.wake(${[of.groupId]}::bigint[])`)
  await ctx.sql(
    sql`select sync.wake_devices(array(select distinct device_id from sync.exception e where ${where} order by 1))`,
  )
  const rows = await ctx.sql<{ device_id: string }>(
    sql`update sync.exception e set next_at = now(), version = null where ${where} returning device_id`,
  )
  const documents = of.subjects || of.groupId ? 0 : await retryDocuments(ctx, of.deviceId, of.named)
  return rows.length + documents
}

async function retryDocuments(
  ctx: Ctx,
  deviceId: string | undefined,
  named: readonly Delivered[] | undefined,
): Promise<number> {
  const where = sql`command_id is null and kind is not null
    and (${deviceId ?? null}::bigint is null or device_id = ${deviceId ?? null})
    and (${named === undefined} or (device_id, document) in (select device_id, item from ${table(named ?? [])}))`
  await ctx.sql(
    sql`select sync.wake_devices(array(select distinct device_id from sync.document where ${where} order by 1))`,
  )
  const rows = await ctx.sql<{ device_id: string }>(
    sql`update sync.document set next_at = now() where ${where} returning device_id`,
  )
  return rows.length
}

interface OpenRow {
  device_id: string
  item: string
  subject_kind: string
  subject_id: string
  device_class: string
}
/**
 * Ends the attempts to send these, until what is wanted changes or somebody sends again; returns their number.
 * A removal is never cancelled: the subject would stay on the device.
 */
export async function cancelDeliveries(ctx: Ctx, of: readonly Delivered[]): Promise<number> {
  // Delivery locks a device before its failures; in another order the two could deadlock. Its numbers are counted again.
  await ctx.sql(
    sql`select sync.wake_devices(array(select distinct e.device_id from sync.exception e where ${among(of)} order by 1))`,
  )
  const open = await ctx.sql<OpenRow>(
    sql`select e.device_id, e.item, e.subject_kind, e.subject_id, d.device_class
      from sync.exception e join devices.device d on d.id = e.device_id
      where ${among(of)} and e.kind <> ${CANCELLED} for update of e`,
  )
  const cancelled: { device_id: string; item: string; kind: string; id: string; version: string }[] = []
  for (const some of Map.groupBy(open, row => `${row.device_id} ${row.item}`).values()) {
    const { device_id: deviceId, item, device_class: deviceClass } = some[0]!
    const set = (await heldBy(ctx.ports, ctx.sql, deviceId, deviceClass))?.sets.find(one => one.item === item)
    if (!set) continue
    const subjects = some.map(row => ({ kind: row.subject_kind, id: row.subject_id }))
    const wanted = await wantedBy({ query: ctx.sql, kinds: ctx.ports.subjects, deviceId, set, now: ctx.now }, subjects)
    for (const subject of subjects) {
      const held = wanted.get(subjectKey(subject))?.held
      if (held) cancelled.push({ device_id: deviceId, item, ...subject, version: held.version })
    }
  }
  const documents = await cancelDocuments(ctx, of)
  if (!cancelled.length && !documents)
    throw new Refusal('wrong_state', {
      text: [
        '只能取消等待或失败的下发，删除不能取消',
        'Only what waits or failed can be cancelled, and removals cannot be cancelled',
      ],
    })
  await ctx.sql(
    sql`update sync.exception e set kind = ${CANCELLED}, version = v.version, next_at = null, code = null, message = null,
        last_at = now()
      from jsonb_to_recordset(${JSON.stringify(cancelled)}::jsonb)
        as v(device_id bigint, item text, kind text, id bigint, version text)
      where e.device_id = v.device_id and e.item = v.item and e.subject_kind = v.kind and e.subject_id = v.id`,
  )
  return cancelled.length + documents
}

async function cancelDocuments(ctx: Ctx, of: readonly Delivered[]): Promise<number> {
  const rows = await ctx.sql<{ device_id: string }>(
    sql`update sync.document set kind = ${CANCELLED}, next_at = null, code = null, message = null, last_at = now()
      where (device_id, document) in (select device_id, item from ${table(of)})
        and command_id is null and wanted is distinct from confirmed and kind is distinct from ${CANCELLED}
      returning device_id`,
  )
  return rows.length
}
