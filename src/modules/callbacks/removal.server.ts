/** Consequences of removing callbacks, or their application: what is no longer delivered. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import { application } from '#modules/applications/application.noun.ts'
import { following } from '#server/parts.ts'
import { callback } from './callback.noun.ts'

export const applicationCallbacks = following(application, {
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from callbacks.callback where app_id = any(${ids}::bigint[])`,
    )
    const { n } = found!
    return [{ count: n, text: [`${figure(n)} 个回调将停止推送`, `${counted(n, 'callback')} will stop`] }]
  },
})

export const callbackFollowing = following(callback, {
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from callbacks.delivery where callback_id = any(${ids}::bigint[]) and finished_at is null`,
    )
    const { n } = found!
    return [
      {
        count: n,
        text: [`${figure(n)} 条待推送的消息将不再推送`, `${counted(n, 'waiting message')} will not be delivered`],
      },
    ]
  },
})
