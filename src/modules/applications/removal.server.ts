/** What follows when applications and callbacks are removed: accounts that can no longer enter, events that stay behind. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import { following } from '#server/parts.ts'
import { application } from './application.noun.ts'
import { callback } from './callback.noun.ts'

export const applicationFollowing = following(application, {
  keeps: [{ table: 'applications.review', by: 'application_id', label: ['审核', 'Review'] }],
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ sites: number; callbacks: number; accounts: number }>(
      sql`select (select count(*)::int from applications.site where app_id = any(${ids}::bigint[])) as sites,
        (select count(*)::int from applications.callback where app_id = any(${ids}::bigint[])) as callbacks,
        (select count(*)::int from identity.account_app where app_id = any(${ids}::bigint[])) as accounts`,
    )
    const { sites, callbacks, accounts } = found!
    return [
      {
        count: accounts,
        text: [`${figure(accounts)} 个用户将无法进入该应用`, `${counted(accounts, 'account')} can no longer enter`],
      },
      {
        count: sites,
        text: [`${figure(sites)} 个场所将不再显示`, `${counted(sites, 'place')} will no longer be shown`],
      },
      {
        count: callbacks,
        text: [`${figure(callbacks)} 个回调将停止推送`, `${counted(callbacks, 'callback')} will stop`],
      },
    ]
  },
})

export const callbackFollowing = following(callback, {
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from applications.delivery where callback_id = any(${ids}::bigint[]) and finished_at is null`,
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
