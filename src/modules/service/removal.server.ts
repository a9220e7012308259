/** Consequences for repair tickets of removing devices or technicians. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import type { Text } from '#base/text.ts'
import { device } from '#modules/devices/stock/device.noun.ts'
import { user } from '#modules/identity/account/user.noun.ts'
import type { Ctx } from '#server/ctx.ts'
import { following } from '#server/parts.ts'

/** Not done, rated or closed. */
const OPEN = sql`state < 5`
const openTickets = async (ctx: Ctx, whose: ReturnType<typeof sql>): Promise<number> =>
  (await ctx.sql<{ n: number }>(sql`select count(*)::int as n from service.ticket where ${whose} and ${OPEN}`))[0]!.n

const counts = (count: number, text: Text): { count: number; text: Text }[] => [{ count, text }]

export const deviceTicketFollowing = following(device, {
  async counts(ctx, ids) {
    const n = await openTickets(ctx, sql`device_id = any(${ids}::bigint[])`)
    return counts(n, [
      `${figure(n)} 张未完成的工单属于该设备`,
      `${counted(n, 'open ticket')} ${n === 1 ? 'is' : 'are'} about it`,
    ])
  },
})

export const userTicketFollowing = following(user, {
  async counts(ctx, ids) {
    const n = await openTickets(ctx, sql`assignee_id = any(${ids}::bigint[])`)
    return counts(n, [`${figure(n)} 张未完成的工单需要改派`, `${counted(n, 'open ticket')} will need a new assignee`])
  },
})
