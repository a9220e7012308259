/** The data centre: figures from tallies and live rows, never from scans; each is the total of the list that its click opens. */
import sql, { type Sql } from 'sql-template-tag'
import { dayOf, startOfDay } from '#base/time.ts'
import { OPEN_ALARM } from '#modules/devices/api.ts'
import { endpoint } from '#server/parts.ts'

const HOUR_MS = 3_600_000

export const overview = endpoint({
  method: 'GET',
  path: '/api/insight/overview',
  access: 'login',
  scope: 'application',
  summary: 'Figures, curves and lists of the data centre, in the scope of the caller',
  async run(ctx) {
    const one = async <Row>(query: Sql): Promise<Row> => (await ctx.sql<Row>(query))[0]!
    const today = startOfDay(dayOf(ctx.now))
    const yesterday = new Date(today.getTime() - 24 * HOUR_MS)
    const devices = await one<{ total: number; online: number; apps: number }>(
      sql`select count(*)::int as total, count(*) filter (where s.online)::int as online, count(distinct d.app_id)::int as apps from devices.device d left join devices.session s on s.device_id = d.id where d.app_id is not null and d.deleted_at is null`,
    )
    const people = await one<{ total: number }>(
      sql`select count(*)::int as total from people.person where deleted_at is null`,
    )
    const hours = await ctx.sql<{ hour: string; family: number; result: number; n: number }>(
      sql`select hour, family, result, sum(n)::int as n from devices.tally where hour >= ${yesterday} and app_id <> 0 group by 1, 2, 3 order by 1`,
    )
    const reasons = await ctx.sql<{ reason: string | null; n: number }>(
      sql`select reason, count(*)::int as n from access.passage where time >= ${today} and result = 0 and app_id is not null group by 1 order by 2 desc limit 6`,
    )
    const alarms = await ctx.sql<{ level: number; n: number }>(
      sql`select level, count(*)::int as n from devices.event e where ${OPEN_ALARM} and app_id is not null group by 1`,
    )
    const minutes = await ctx.sql<{ minute: string; up: number; down: number }>(
      sql`select date_trunc('minute', at) as minute, count(*) filter (where upstream)::int as up, count(*) filter (where not upstream)::int as down from devices.frame where at > date_trunc('minute', now()) - interval '30 minutes' and app_id is not null group by 1 order by 1`,
    )
    const commands = await one<{ p50: number | null; p99: number | null; n: number }>(
      sql`select percentile_cont(0.5) within group (order by took)::int as p50, percentile_cont(0.99) within group (order by took)::int as p99, count(*)::int as n from (select extract(epoch from acked_at - queued_at) * 1000 as took from devices.command where queued_at > now() - interval '31 minutes' and lane = 0 and acked_at is not null) recent`,
    )
    const callbacks = await one<{ ok: number; total: number; retrying: number }>(
      sql`select count(*) filter (where state = 2)::int as ok, count(*)::int as total, count(*) filter (where state = 1)::int as retrying from applications.delivery where created_at > now() - interval '1 hour'`,
    )
    const sites = await ctx.sql(
      sql`select st.id, st.name, st.app_id as "appId", st.position, count(d.id)::int as total, count(d.id) filter (where s.online)::int as online from applications.site st left join devices.device d on d.site_id = st.id and d.deleted_at is null left join devices.session s on s.device_id = d.id group by st.id, st.name, st.app_id, st.position order by count(d.id) desc limit 30`,
    )
    const recent = await ctx.sql(
      sql`select id, time, person_id as "personId", person_name as "personName", device_name as "deviceName", device_class as "deviceClass", method, direction, result, reason, photo_file as "photoFile", app_id as "appId" from access.passage where app_id is not null order by time desc limit 12`,
    )
    const worst = await ctx.sql<{ deviceClass: string; identifier: string; last: string }>(
      sql`select e.device_id as "deviceId", max(e.device_name) as name, max(e.device_class) as "deviceClass", max(e.app_id::text) as "appId", count(*)::int as n, (array_agg(e.name order by e.time desc))[1] as last, (array_agg(e.identifier order by e.time desc))[1] as identifier from devices.event e where e.level > 0 and e.time >= ${today} and e.app_id is not null group by 1 order by 5 desc limit 8`,
    )
    if (ctx.language === 'en')
      for (const row of worst)
        row.last = ctx.ports.classes.get(row.deviceClass)?.events[row.identifier]?.label[1] ?? row.last
    const offline = await ctx.sql(
      sql`select d.id as "deviceId", d.name, d.device_class as "deviceClass", d.app_id as "appId", s.closed_at as since, s.reason from devices.device d join devices.session s on s.device_id = d.id where not s.online and d.app_id is not null and d.deleted_at is null order by s.closed_at limit 8`,
    )
    const sync = await one<{
      rights: number
      devices: number
      people: number
      sending: number
      failed: number
    }>(sql`select (select count(*)::int from (select distinct gp.person_id, gd.device_id from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id) pairs) as rights,
      (select count(distinct device_id)::int from access.group_door) as devices, (select count(distinct person_id)::int from access.group_person) as people, (select count(*)::int from sync.flight) as sending, (select count(*)::int from sync.exception where kind in ('refused', 'full', 'busy', 'lost')) as failed`)
    const failures = await ctx.sql(
      sql`select coalesce(nullif(e.message, ''), e.kind) as message, count(*)::int as n from sync.exception e where e.kind in ('refused', 'full', 'busy', 'lost') group by 1 order by 2 desc limit 4`,
    )
    const waiting = await one<{ n: number }>(
      sql`select count(*)::int as n from (select distinct m.person_id, f.device_id from sync.follow f join sync.member m on m.group_id = f.group_id and m.seq > f.put_seq and not m.gone where not f.leaving) pending`,
    )
    return {
      asOf: ctx.now.toISOString(),
      today: today.toISOString(),
      devices,
      people: people.total,
      hours,
      reasons,
      alarms,
      minutes,
      commands,
      callbacks,
      sites,
      recent,
      worst,
      offline,
      sync: { ...sync, waiting: waiting.n, failures },
    }
  },
})
