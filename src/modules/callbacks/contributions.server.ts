/** What callbacks add to applications: how many there are, and what of the last 24 hours was delivered. */
import sql from 'sql-template-tag'
import { application } from '#modules/applications/application.noun.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { contributes } from '#server/parts.ts'
import { deliveryFiguresOf } from './deliveryFigures.server.ts'

export const applicationCallbacks = contributes(application, {
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
      const share = ended ? ` · ${Math.floor((ok / ended) * 1000) / 10}%` : ''
      row.callbackHealth = own.length ? `${own.length}${share}` : null
    }
  },
})
