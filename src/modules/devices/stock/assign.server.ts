/** Assigns stocked devices to an application, each as if bound by its serial number. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { ActionInput } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { checkApp } from '#server/http/scope.ts'
import { bindDevice } from './binding.server.ts'
import type { device } from './device.noun.ts'

/** All or none; returns their number. A refusal names the device. */
export async function assignDevices(
  ctx: Ctx,
  { ids, applicationId, siteId }: ActionInput<(typeof device)['actions']['assign']>,
): Promise<number> {
  const point = 'deviceBind:bind'
  if (!ctx.user.permissions.has(point)) throw new Refusal('forbidden', { point })
  const { appId } = await checkApp(ctx.ports, ctx.user, applicationId)
  const rows = await ctx.sql<{ sn: string }>(
    sql`select sn from devices.device where id = any(${ids}::bigint[]) and app_id is null and deleted_at is null
      order by id`,
  )
  await ctx.ports.db.tx({ role: 'engine' }, async query => {
    for (const { sn } of rows)
      try {
        await bindDevice({ ...ctx, appId }, { sn, siteId }, query)
      } catch (error) {
        if (error instanceof Refusal) throw ofDevice(sn, error)
        throw error
      }
  })
  return rows.length
}

function ofDevice(sn: string, refusal: Refusal): Refusal {
  const [zh, en] = refusal.text
  return new Refusal(refusal.failure, { text: [`${sn}：${zh}`, `${sn}: ${en}`] })
}
