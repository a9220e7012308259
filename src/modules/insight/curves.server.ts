/** The two curves of the older data centre: messages of the last 31 minutes, passages of the last 31 days. */
import sql from 'sql-template-tag'
import { FAMILIES } from '#model/families.ts'
import { dayOf, startOfDay } from '#base/zonedTime.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { endpoint } from '#server/parts.ts'

const DAYS = 31
const DAY_MS = 86_400_000

export const curves = endpoint({
  method: 'GET',
  path: '/api/insight/curves',
  access: 'login',
  scope: 'application',
  across: true,
  summary: [
    '近 31 分钟每分钟消息数、近 31 天每天通行数，限调用者范围；缺的为 0，无权查看的为 null',
    'Messages a minute for 31 minutes and passages a day for 31 days, in the scope of the caller; what is missing is zero, what the caller may not read is null',
  ],
  async run(ctx) {
    const since = startOfDay(dayOf(ctx.now.getTime() - (DAYS - 1) * DAY_MS, ctx.zone), ctx.zone)
    const may = (...nouns: string[]): boolean => nouns.some(noun => mayRead(ctx.user, noun))
    const minutes = may('deviceBind', 'device', 'deviceLog')
      ? await ctx.sql<{ minute: string; up: number; down: number }>(
          sql`select date_trunc('minute', at) as minute, count(*) filter (where upstream)::int as up,
            count(*) filter (where not upstream)::int as down
        from devices.frame where at > date_trunc('minute', now()) - interval '30 minutes' and app_id is not null
        group by 1 order by 1`,
        )
      : null
    const days = may('passRecord')
      ? await ctx.sql<{ day: string; passed: number; refused: number }>(
          sql`select to_char(hour at time zone ${ctx.zone}, 'YYYY-MM-DD') as day,
            coalesce(sum(n) filter (where result = 1), 0)::int as passed,
            coalesce(sum(n) filter (where result <> 1), 0)::int as refused
        from devices.tally where family = ${FAMILIES.passage.wire} and hour >= ${since} and app_id <> 0 group by 1 order by 1`,
        )
      : null
    return { asOf: ctx.now.toISOString(), minutes, days }
  },
})
