/** Retries failed deliveries at once, and cancels those that nobody waits for. */
import sql, { join, type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { CANCELLED } from './cells.rules.ts'
import { desiredFor, pairOf } from './next.server.ts'

/** Deliveries about one person to one device. */
export type Pair = { deviceId: string; personId: string }

/** Whether a row `e` is among the pairs. */
const among = (pairs: readonly Pair[]): Sql =>
  sql`(e.device_id, e.person_id) in (select * from unnest(${pairs.map(pair => pair.deviceId)}::bigint[],
    ${pairs.map(pair => pair.personId)}::bigint[]))`

/**
 * Those of a device, of people, of a group's members or of pairs within the caller's scope, or all of them without a
 * filter; returns their number.
 */
export async function retryDeliveries(
  ctx: Ctx,
  of: { deviceId?: string; personIds?: readonly string[]; groupId?: string; pairs?: readonly Pair[] },
): Promise<number> {
  const where = join(
    [
      sql`next_at is distinct from now()`,
      ...(of.deviceId ? [sql`device_id = ${of.deviceId}`] : []),
      ...(of.personIds ? [sql`person_id = any(${of.personIds}::bigint[])`] : []),
      ...(of.pairs ? [among(of.pairs)] : []),
      ...(of.groupId
        ? [sql`person_id in (select person_id from sync.member where group_id = ${of.groupId} and not gone)`]
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
  return rows.length
}

/**
 * Ends the attempts to send people to devices, until their rights change or somebody sends again; returns their number.
 * A removal is never cancelled: the person would stay on the device.
 */
export async function cancelDeliveries(ctx: Ctx, pairs: readonly Pair[]): Promise<number> {
  const open = await ctx.sql<Pair & { deviceClass: string }>(
    sql`select e.device_id as "deviceId", e.person_id as "personId", d.device_class as "deviceClass"
      from sync.exception e join devices.device d on d.id = e.device_id
      where ${among(pairs)} and e.kind <> ${CANCELLED} for update of e`,
  )
  const holding = new Map(
    open.flatMap(({ deviceId, deviceClass }) => {
      const holds = ctx.ports.classes.get(deviceClass)?.holds[0]
      return holds ? [[deviceId, holds] as const] : []
    }),
  )
  const people = [...new Set(open.map(({ personId }) => personId))]
  const wanted = await desiredFor(ctx.sql, holding, people, ctx.now)
  const versions = open.flatMap(({ deviceId, personId }) => {
    const desired = wanted.get(pairOf(deviceId, personId))?.answer.desired
    return desired ? [{ device_id: deviceId, person_id: personId, version: desired.version }] : []
  })
  if (!versions.length)
    throw new Refusal('wrong_state', {
      text: [
        '只能取消等待或失败的下发，删除不能取消',
        'Only what waits or failed can be cancelled, and removals cannot be cancelled',
      ],
    })
  await ctx.sql(
    sql`update sync.exception e set kind = ${CANCELLED}, version = v.version, next_at = null, code = null, message = null,
        last_at = now()
      from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v(device_id bigint, person_id bigint, version text)
      where e.device_id = v.device_id and e.person_id = v.person_id`,
  )
  return versions.length
}
