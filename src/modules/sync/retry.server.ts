/** Retries failed deliveries at once. */
import sql, { join } from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'

/**
 * Those of a device, of people or of a group's members within the caller's scope, or all of them without a filter;
 * returns their number.
 */
export async function retryDeliveries(
  ctx: Ctx,
  of: { deviceId?: string; personIds?: readonly string[]; groupId?: string },
): Promise<number> {
  const where = [
    sql`next_at is distinct from now()`,
    ...(of.deviceId ? [sql`device_id = ${of.deviceId}`] : []),
    ...(of.personIds ? [sql`person_id = any(${of.personIds}::bigint[])`] : []),
    ...(of.groupId
      ? [sql`person_id in (select person_id from sync.member where group_id = ${of.groupId} and not gone)`]
      : []),
  ]
  const rows = await ctx.sql<{ device_id: string }>(
    sql`update sync.exception set next_at = now(), version = null where ${join(where, ' and ')} returning device_id`,
  )
  if (of.groupId) {
    await ctx.sql(sql`select sync.wake(${[of.groupId]}::bigint[])`)
    return rows.length
  }
  const devices = [...new Set(rows.map(row => row.device_id))]
  await ctx.ports.db.query(
    { role: 'engine' },
    sql`update sync.device set wake_at = now() where device_id = any(${devices}::bigint[])`,
  )
  return rows.length
}
