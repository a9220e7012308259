/** The last seven days of a class of devices: its counts by day, how long devices were connected, those with most alarms, and their use. */
import sql, { type Sql } from 'sql-template-tag'
import { idFrom } from '#base/id.ts'
import { dayOf, startOfDay } from '#base/zonedTime.ts'
import type { DeviceClass } from '#model/device.ts'
import { Refusal } from '#model/error.ts'
import { text } from '#model/field.ts'
import type { Ctx } from '#server/ctx.ts'
import { hourly } from '../facts/hourly.server.ts'
import { endpoint } from '#server/parts.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** Whole weeks for the mean by hour and weekday. */
const WEEKS = 4
/** The number of devices named. */
const MOST = 10
/** The states of an event and of an alarm that was none. */
const FALSE = { event: 3, alarm: 4 }

interface Span {
  day: string
  from: Date
  to: Date
}
/** Whole days of the zone, the last of which has not ended. */
function lastDays(now: Date, zone: string, count = DAYS): Span[] {
  const starts: Date[] = []
  let from = startOfDay(dayOf(now, zone), zone)
  while (starts.length < count) {
    starts.unshift(from)
    // Days with a change of clocks have 23 or 25 hours; half a day before a start is within the day before.
    from = startOfDay(dayOf(new Date(from.getTime() - DAY_MS / 2), zone), zone)
  }
  return starts.map((start, at) => ({ day: dayOf(start, zone), from: start, to: starts[at + 1] ?? now }))
}

export const weekOfDevices = endpoint({
  method: 'GET',
  path: '/api/device/bind/week',
  access: 'deviceBind:stat',
  scope: 'application',
  summary: [
    '一类设备近 7 日：每日次数与在线率、异常最多的设备、动作与寿命；以及近 4 周各星期、各小时的次数',
    'Seven days of a class of devices: counts and connection by day, the most faulty ones, movements and wear; and the counts of four weeks by weekday and hour',
  ],
  input: { deviceClass: text(['设备类', 'Class of devices'], { required: true }) },
  async run(ctx, input) {
    const deviceClass = ctx.ports.classes.get(input.deviceClass)
    if (!deviceClass) throw new Refusal('not_found')
    const days = lastDays(ctx.now, ctx.zone)
    const since = days[0]!.from
    return {
      days: await connected(ctx, deviceClass, days),
      counts: await counts(ctx, deviceClass, since),
      hours: await byWeekday(ctx, deviceClass, lastDays(ctx.now, ctx.zone, WEEKS * DAYS + 1)),
      faulty: await faulty(ctx, deviceClass, since),
      wrong: await wrong(ctx, deviceClass, since),
      moved: await moved(ctx, deviceClass, since),
      worn: await worn(ctx, deviceClass),
    }
  },
})

const ofClass = ({ key }: DeviceClass): Sql =>
  sql`d.device_class = ${key} and d.app_id is not null and d.deleted_at is null`

/** The connected share of the time of all devices that had been bound; null for days before the first. */
async function connected(
  ctx: Ctx,
  deviceClass: DeviceClass,
  days: readonly Span[],
): Promise<{ day: string; online: number | null }[]> {
  const rows = await ctx.sql<{ day: string; online: number | null }>(sql`
    select s.day, sum(coalesce(o.seconds, 0))::float8
      / nullif(sum(extract(epoch from s.until - greatest(s.since, d.bound_at)))
        filter (where d.id is not null), 0)::float8 as online
    from unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ to }) => to)}::timestamptz[]) as s(day, since, until)
    left join devices.device d on ${ofClass(deviceClass)} and d.bound_at < s.until
    left join lateral (
      select sum(extract(epoch from least(coalesce(l.closed_at, s.until), s.until)
        - greatest(l.opened_at, s.since, d.bound_at))) as seconds
      from devices.session_log l
      where l.device_id = d.id and l.opened_at < s.until
        and coalesce(l.closed_at, s.until) > greatest(s.since, d.bound_at)) o on true
    group by 1 order by 1`)
  return rows.map(({ day, online }) => ({ day, online: online === null ? null : Math.min(1, online) }))
}

const counts = (ctx: Ctx, { key }: DeviceClass, since: Date) =>
  ctx.sql<{ day: string; family: number; result: number; n: number }>(
    sql`select to_char(t.hour at time zone ${ctx.zone}, 'YYYY-MM-DD') as day, t.family, t.result, sum(t.n)::int as n
      from ${hourly(ctx, since)} t where t.device_class = ${key} and t.hour >= ${since} group by 1, 2, 3 order by 1, 2, 3`,
  )

/** What the overview of the class counts first, by weekday (1 is Monday) and hour of the zone, over whole days. */
const byWeekday = (ctx: Ctx, { key }: DeviceClass, days: readonly Span[]) =>
  ctx.sql<{ weekday: number; hour: number; family: number; result: number; n: number }>(
    sql`select extract(isodow from t.hour at time zone ${ctx.zone})::int as weekday,
        extract(hour from t.hour at time zone ${ctx.zone})::int as hour, t.family, t.result, sum(t.n)::int as n
      from ${hourly(ctx, days[0]!.from)} t
      where t.device_class = ${key} and t.hour >= ${days[0]!.from} and t.hour < ${days.at(-1)!.from}
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )

/** Devices with most alarms and faults that began. */
const faulty = (ctx: Ctx, { key }: DeviceClass, since: Date) =>
  ctx.sql<{ id: string; name: string; n: number }>(
    sql`select e.device_id as id, d.name, count(*)::int as n
      from devices.event e join devices.device d on d.id = e.device_id and d.deleted_at is null
      where e.device_class = ${key} and e.level > 0 and e."time" >= ${since}
        and coalesce(e.params ->> 'on', 'true') <> 'false'
      group by 1, 2 order by 3 desc, 2 limit ${MOST}`,
  )

/** What people marked as false, by what was reported and at which part: of so many. */
const wrong = (ctx: Ctx, { key }: DeviceClass, since: Date) =>
  ctx.sql<{ deviceId: string; deviceName: string; identifier: string; component: string; n: number; wrong: number }>(
    sql`select e.device_id as "deviceId", d.name as "deviceName", e.identifier, e.component, count(*)::int as n,
        count(*) filter (where w.state = ${FALSE.event} or a.state = ${FALSE.alarm})::int as wrong
      from devices.event e join devices.device d on d.id = e.device_id and d.deleted_at is null
      left join devices.work_item w on w.fact_id = e.id
      left join devices.alarm_event l on l.fact_id = e.id left join devices.alarm a on a.id = l.alarm_id
      where e.device_class = ${key} and e.level > 0 and e."time" >= ${since}
        and coalesce(e.params ->> 'on', 'true') <> 'false'
      group by 1, 2, 3, 4 having count(*) filter (where w.state = ${FALSE.event} or a.state = ${FALSE.alarm}) > 0
      order by 6 desc, 5 desc, 3, 4 limit ${MOST}`,
  )

/** Commands that the state of the device proves: how many were given, how many of them by people, and how long they took. */
async function moved(ctx: Ctx, { key, commands }: DeviceClass, since: Date) {
  const proved = Object.keys(commands).filter(name => commands[name]!.proof)
  const [row] = await ctx.sql<{ given: number; byHand: number; meanMs: number | null }>(
    sql`select count(*)::int as given,
        count(*) filter (where c.origin in ('console', 'api'))::int as "byHand",
        (avg(extract(epoch from c.proven_at - c.sent_at)) filter (where c.state = 3 and c.proven_at > c.sent_at)
          * 1000)::int as "meanMs"
      from devices.command c where c.device_class = ${key} and c.identifier = any(${proved})
        and c.id >= ${idFrom(since.getTime())}`,
  )
  return row!
}

/** Devices by their share of the movements that their model is rated for; those without a rating last. */
async function worn(ctx: Ctx, deviceClass: DeviceClass) {
  const [property] = Object.entries(deviceClass.properties).find(([, { wears }]) => wears) ?? []
  if (!property) return []
  return ctx.sql<{ id: string; name: string; cycles: number; rated: number | null }>(
    sql`select d.id, d.name, (h.vals ->> ${property})::float8::int as cycles, m.rated_cycles as rated
      from devices.device d join catalog.device_model m on m.id = d.model_id
      join devices.shadow h on h.device_id = d.id and h.component = ''
      where ${ofClass(deviceClass)} and jsonb_typeof(h.vals -> ${property}) = 'number'
      order by (h.vals ->> ${property})::float8 / m.rated_cycles desc nulls last, 3 desc, 2 limit ${MOST}`,
  )
}
