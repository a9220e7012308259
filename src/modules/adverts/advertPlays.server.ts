/** Counts what screens showed, from the counters that they report: a report that arrives twice or late counts once. */
import sql, { type Sql } from 'sql-template-tag'
import { worker } from '#server/parts.ts'
import { ADVERT_PLACES } from './advert.noun.ts'
import { screensOf } from './advertScreens.server.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 5000
/** Reports are read again for this time after they were stored, so that none is missed that was committed late. */
const AGAIN_MS = 60_000
const MOST_PLAYS = 100_000_000
const MOST_COUNTERS = 64
/** The last instant of the year 9999. */
const MOST_MS = 253_402_300_799_000
const SCREEN = ADVERT_PLACES.screen[0]

/** Counters that are well formed, of adverts for screens; devices may report anything. */
const reported = (screens: ReturnType<typeof screensOf>, since: Date | null): Sql => sql`
  select distinct on (a.id, sh.device_id, r.at) a.id as advert_id, sh.device_id, r.at as since,
    least(r.n, ${MOST_PLAYS})::int as plays
  from jsonb_to_recordset(${JSON.stringify(screens)}::jsonb) as c (key text, plays text)
  join devices.device d on d.device_class = c.key and d.deleted_at is null
  join devices.shadow sh on sh.device_id = d.id and sh.component = '' and jsonb_typeof(sh.vals -> c.plays) = 'array'
  cross join lateral (select e as one from jsonb_array_elements(sh.vals -> c.plays) e limit ${MOST_COUNTERS}) counters
  cross join lateral (select case when one ->> 'advertId' ~ '^[0-9]{1,18}$' then (one ->> 'advertId')::bigint end as id,
    case when jsonb_typeof(one -> 'since') = 'number' and (one -> 'since')::numeric between 0 and ${MOST_MS}
      then to_timestamp(trunc((one -> 'since')::numeric) / 1000) end as at,
    case when jsonb_typeof(one -> 'plays') = 'number' then trunc((one -> 'plays')::numeric) end as n) r
  join adverts.advert a on a.id = r.id and a.position = ${SCREEN}
  where r.at is not null and r.at <= now() + interval '1 day' and r.n > 0
    and (${since}::timestamptz is null or sh.changed_at > ${since})
  order by a.id, sh.device_id, r.at, r.n desc`

let readUntil: Date | null = null

export const advertPlays = worker({
  name: 'advert.plays',
  where: 'worker',
  async run(ports) {
    const screens = screensOf(ports)
    if (!screens.length) return EVERY_MS
    const started = new Date(ports.now().getTime() - AGAIN_MS)
    await ports.db.tx(ENGINE, async query => {
      const [lock] = await query<{ ok: boolean }>(sql`select pg_try_advisory_xact_lock(hashtext('advert.plays')) as ok`)
      if (!lock!.ok) return
      const changed = await query<{ advert_id: string }>(sql`
        insert into adverts.play as p (advert_id, device_id, since, plays, last_at)
        select advert_id, device_id, since, plays, now() from (${reported(screens, readUntil)}) r
        on conflict (advert_id, device_id, since) do update set plays = excluded.plays, last_at = excluded.last_at
          where p.plays < excluded.plays
        returning p.advert_id`)
      const ids = [...new Set(changed.map(row => row.advert_id))]
      if (ids.length)
        await query(sql`
          with counted as (select advert_id, sum(plays)::int as total from adverts.play
            where advert_id = any(${ids}::bigint[]) group by 1),
          exposed as (insert into adverts.exposure as e (advert_id, position, views)
            select advert_id, ${SCREEN}::smallint, total from counted order by 1
            on conflict (advert_id, position) do update set views = excluded.views returning 1)
          update adverts.advert a set views = (select total from counted where advert_id = a.id)
            + coalesce((select sum(e.views) from adverts.exposure e
              where e.advert_id = a.id and e.position <> ${SCREEN}), 0)::int
          where a.id = any(${ids}::bigint[])`)
    })
    readUntil = started
    return EVERY_MS
  },
})
