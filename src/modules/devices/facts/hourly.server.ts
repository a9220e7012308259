/** Counts per hour: the tally, or for an account that is limited to places, its own facts, counted. */
import sql, { type Sql } from 'sql-template-tag'
import { FAMILIES } from '#model/families.ts'
import { limitedIn } from '#server/auth/places.ts'
import type { Ctx } from '#server/ctx.ts'

/**
 * A table with the columns of `devices.tally`. `since` is the earliest hour that the caller reads; only that part of the
 * facts is counted.
 */
export const hourly = (ctx: Ctx, since: Date): Sql =>
  !limitedIn(ctx.user, ctx.appId)
    ? sql`devices.tally`
    : sql`(select p.app_id, p.source_id, ${FAMILIES.passage.wire}::smallint as family, p.device_class, p.result,
          date_trunc('hour', p."time", 'UTC') as hour, count(*) as n
        from devices.passage p where p."time" >= ${since} group by 1, 2, 4, 5, 6
      union all
      select c.app_id, c.source_id, ${FAMILIES.capture.wire}::smallint, c.device_class, c.level,
          date_trunc('hour', c."time", 'UTC'), count(*)
        from devices.capture c where c."time" >= ${since} group by 1, 2, 4, 5, 6
      union all
      select e.app_id, e.source_id, e.family, e.device_class, e.level, date_trunc('hour', e."time", 'UTC'), count(*)
        from devices.event e where e."time" >= ${since} group by 1, 2, 3, 4, 5, 6)`
