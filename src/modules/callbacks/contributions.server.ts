/** What callbacks add to applications: how many there are, and what of the last 24 hours was delivered. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { application } from '#modules/applications/application.noun.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { contributes } from '#server/parts.ts'
import { deliveryFiguresOf } from './deliveryFigures.server.ts'

/** In Chinese, as stored; `builtIn` of the noun has both. */
const TRANSFERRED = '应用已转移到其他机构，请核对地址后启用'

export const applicationCallbacks = contributes(application, {
  on: {
    /** The callbacks that a transfer switches off. */
    async countCallbacks(ctx, { id }) {
      const [found] = await ctx.sql<{ n: number }>(
        sql`select count(*)::int as n from callbacks.callback where app_id = ${id as string} and state = 1`,
      )
      return found!.n
    },
    async transferred(ctx, { id }) {
      await ctx.sql(sql`select callbacks.switch_off(${id as string}, ${TRANSFERRED})`)
    },
  },
  async compute(ctx, rows) {
    if (!mayRead(ctx.user, 'callback')) {
      for (const row of rows) row.callbackHealth = null
      return
    }
    const known = await ctx.sql<{ id: string; appId: string }>(
      sql`select id, app_id as "appId" from callbacks.callback
        where app_id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const figures = await deliveryFiguresOf(
      ctx.sql,
      known.map(({ id }) => id),
    )
    for (const row of rows) {
      const own = known.filter(({ appId }) => appId === row.id)
      const [ok, ended] = own.reduce(
        ([sum, of], { id }) => [sum + (figures.get(id)?.ok ?? 0), of + (figures.get(id)?.ended ?? 0)],
        [0, 0],
      )
      const share = ended ? `${Math.floor((ok / ended) * 1000) / 10}%` : null
      const words: Text = [
        `${own.length} 个${share ? ` · 送达 ${share}` : ''}`,
        `${own.length}${share ? ` · ${share} delivered` : ''}`,
      ]
      row.callbackHealth = own.length ? words[ctx.language === 'en' ? 1 : 0] : null
    }
  },
})
