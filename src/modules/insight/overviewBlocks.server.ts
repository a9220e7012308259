/**
 * The blocks of the data centre: the nouns that a user must be able to read, and the query. Figures come from tallies
 * and live rows, never from scans.
 */
import { translate } from '#base/text.ts'
import { FAMILIES } from '#model/families.ts'
import sql, { type Sql } from 'sql-template-tag'
import { deliveryFigures } from '#modules/callbacks/api.ts'
import { OPEN_ALARM } from '#modules/devices/api.ts'
import { progressByApplication } from '#modules/rights/api.ts'
import { failureText } from '#modules/sync/api.ts'
import { deviceEvent } from '#modules/devices/facts/facts.noun.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { withNames } from '#server/crud/references.ts'
import { application } from '#modules/applications/application.noun.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import type { Ctx } from '#server/ctx.ts'

interface Span {
  /** 1 is today. */
  days: number
  from: Date
  /** The beginning of as many days before. */
  before: Date
  zone: string
}
interface Block {
  /** The caller must be able to read one noun of each group; otherwise the block is null. */
  needs: readonly (readonly string[])[]
  read(ctx: Ctx, span: Span): Promise<unknown>
}

/** The state of a command that succeeded; later ones are other ends. */
const DONE = 3
/** The most that a filter takes. */
const MOST_NAMED = 99
const DEVICES = ['deviceBind', 'device']
const list = (query: (span: Span) => Sql) => (ctx: Ctx, span: Span) => ctx.sql(query(span))
const one = (query: Sql) => async (ctx: Ctx) => (await ctx.sql(query))[0]

async function worst(ctx: Ctx, { from }: Span): Promise<unknown> {
  const rows = await ctx.sql<{
    deviceId: string
    name: string
    deviceClass: string
    appId: string | null
    n: number
    last: string
    identifier: string
  }>(
    sql`select l.device_id as "deviceId", l.device_name as name, l.device_class as "deviceClass",
      l.app_id as "appId", w.n, l.name as last, l.identifier
      from (select e.device_id, count(*)::int as n from devices.event e
        where e.level > 0 and e.time >= ${from} and e.app_id is not null group by 1 order by 2 desc limit 8) w
      cross join lateral (select * from devices.event e where e.device_id = w.device_id and e.level > 0
        and e.time >= ${from} and e.app_id is not null order by e.time desc limit 1) l order by w.n desc`,
  )
  if (ctx.language === 'en')
    for (const row of rows)
      row.last =
        ctx.ports.classes.get(row.deviceClass)?.events[row.identifier]?.label[1] ??
        readBuiltIn(deviceEvent, 'name', row.last, ctx.language)
  return rows
}

/**
 * Looked for in longer and longer periods: across organisations, only a period keeps a sort of every passage away. Each is
 * at most some six times the one before, so that after an outage of an hour not the passages of a whole day are sorted.
 */
const RECENT_MINUTES = [10, 60, 6 * 60, 24 * 60, 6 * 24 * 60, 31 * 24 * 60] as const
const RECENT = 12
interface RecentPassage {
  id: string
  time: string
  personId: string | null
  personName: string | null
  deviceName: string | null
  deviceClass: string
  method: number | null
  direction: number | null
  result: number
  reason: string | null
  photoFile: string | null
  appId: string | null
}
async function recent(ctx: Ctx): Promise<readonly RecentPassage[]> {
  let rows: readonly RecentPassage[] = []
  for (const minutes of RECENT_MINUTES) {
    rows = await ctx.sql<RecentPassage>(
      sql`select id, time, person_id as "personId", person_name as "personName", device_name as "deviceName",
        device_class as "deviceClass", method, direction, result, reason, photo_file as "photoFile",
        app_id as "appId"
        from devices.passage where app_id is not null and time > now() - make_interval(mins => ${minutes})
        order by time desc limit ${RECENT}`,
    )
    if (rows.length === RECENT) break
  }
  return rows
}

/** Names of applications for callers who may read them, null for others. */
const named = async <R extends { appId: string }>(
  ctx: Ctx,
  rows: readonly R[],
): Promise<(R & { name: string | null })[]> =>
  mayRead(ctx.user, 'application')
    ? withNames(ctx, application, rows, 'appId', 'name')
    : rows.map(row => ({ ...row, name: null }))

const STAGES = ['total', 'confirmed', 'sending', 'waiting', 'failed', 'missing', 'clockOff', 'soon'] as const

/** As in the matrix: `confirmed` counts the rights required by the rules that devices have confirmed. */
async function sync(ctx: Ctx): Promise<unknown> {
  const lists = await named(ctx, await progressByApplication(ctx.sql, ctx.ports.classes, ctx.now))
  const total = (name: (typeof STAGES)[number]): number => lists.reduce((sum, row) => sum + row[name], 0)
  const progress = Object.fromEntries(STAGES.map(name => [name, total(name)]))
  const [groups] = await ctx.sql<{ devices: number; people: number }>(
    sql`select (select count(distinct device_id)::int from access.group_door) as devices,
      (select count(distinct person_id)::int from access.group_person) as people`,
  )
  const failed = await ctx.sql<{ code: number | null; message: string; n: number }>(
    sql`select e.code, coalesce(nullif(e.message, ''), e.kind) as message, count(*)::int as n from sync.exception e
      where e.kind in ('refused', 'full', 'busy', 'lost', 'cancelled') group by 1, 2 order by 3 desc limit 4`,
  )
  const failures = failed.map(({ code, message, n }) => ({ message: failureText(code, message, ctx.language), n }))
  return { ...groups, ...progress, lists, failures }
}

export const OVERVIEW_BLOCKS: Readonly<Record<string, Block>> = {
  /** The progress of creating the demo's data, in percent; null while none is being created. */
  demo: {
    needs: [DEVICES],
    read: async ctx => {
      const [row] = await ctx.sql<{ percent: number }>(
        sql`select version::int as percent from engine.head where name = 'demo.percent'`,
      )
      return row?.percent ?? null
    },
  },
  devices: {
    needs: [DEVICES],
    read: one(
      sql`select count(*)::int as total, count(*) filter (where s.online)::int as online,
        case when min(d.app_id) = max(d.app_id) then min(d.app_id) end as "appId",
        case when count(distinct d.source_id) <= ${MOST_NAMED} then array_agg(distinct d.source_id) end as "sourceIds",
        case when count(distinct d.app_id) <= ${MOST_NAMED} then array_agg(distinct d.app_id) end as "appIds"
        from devices.device d left join devices.session s on s.device_id = d.id
        where d.app_id is not null and d.deleted_at is null`,
    ),
  },
  people: {
    needs: [['person']],
    read: async ctx =>
      (
        await ctx.sql<{ total: number }>(sql`select count(*)::int as total from people.person where deleted_at is null`)
      )[0]!.total,
  },
  /** Passages by hour, or by day of a longer period, and result. */
  passages: {
    needs: [['passRecord']],
    read: list(
      ({ days, before, zone }) =>
        sql`select date_trunc(${days === 1 ? 'hour' : 'day'}, hour, ${zone}) as hour, result, sum(n)::int as n
          from devices.tally where hour >= ${before} and app_id <> 0 and family = ${FAMILIES.passage.wire} group by 1, 2 order by 1`,
    ),
  },
  /** Of one day only: refusals are tallied without their reasons. */
  reasons: {
    needs: [['passRecord']],
    read: async (ctx, { days, from }) =>
      days > 1
        ? []
        : ctx.sql<{ reason: string | null; n: number }>(
            sql`select reason, count(*)::int as n from devices.passage
              where time >= ${from} and result = 0 and app_id is not null group by 1 order by 2 desc limit 6`,
          ),
  },
  ranking: {
    needs: [['passRecord'], ['application']],
    read: list(
      ({ from }) =>
        sql`select t.app_id as "appId", a.name, sum(t.n)::int as n,
          coalesce(sum(t.n) filter (where t.result = 0), 0)::int as refused
          from devices.tally t join applications.application a on a.id = t.app_id
          where t.hour >= ${from} and t.family = ${FAMILIES.passage.wire} group by 1, 2
          order by sum(t.n) filter (where t.result = 1) desc nulls last, 3 desc limit 50`,
    ),
  },
  /** The latest devices that were assigned to an application. */
  added: {
    needs: [DEVICES],
    read: list(
      () =>
        sql`select d.id as "deviceId", d.name, d.device_class as "deviceClass", d.app_id as "appId",
          d.bound_at as "boundAt", coalesce(s.online, false) as online
          from devices.device d left join devices.session s on s.device_id = d.id
          where d.app_id is not null and d.deleted_at is null and d.bound_at is not null
          order by d.bound_at desc limit 6`,
    ),
  },
  alarms: {
    needs: [['deviceAlarm']],
    read: list(() => sql`select level, count(*)::int as n from devices.alarm a where ${OPEN_ALARM} group by 1`),
  },
  /** The lists whose totals are the open alarms: by application and class. */
  alarmLists: {
    needs: [['deviceAlarm'], ['application']],
    read: list(
      () =>
        sql`select a.app_id as "appId", p.name, a.device_class as "deviceClass", count(*)::int as n
          from devices.alarm a join applications.application p on p.id = a.app_id
          where ${OPEN_ALARM} group by 1, 2, 3 order by 4 desc limit 50`,
    ),
  },
  minutes: {
    needs: [[...DEVICES, 'deviceLog']],
    read: list(
      () =>
        sql`select date_trunc('minute', at) as minute, count(*) filter (where upstream)::int as up,
          count(*) filter (where not upstream)::int as down
          from devices.frame where at > date_trunc('minute', now()) - interval '30 minutes' and app_id is not null
          group by 1 order by 1`,
    ),
  },
  commands: {
    needs: [['command']],
    async read(ctx, { from }) {
      const [took] = await ctx.sql<{ p50: number | null; p99: number | null }>(
        sql`select percentile_cont(0.5) within group (order by took)::int as p50,
          percentile_cont(0.99) within group (order by took)::int as p99
          from (select extract(epoch from acked_at - queued_at) * 1000 as took from devices.command
          where queued_at > now() - interval '31 minutes' and lane = 0 and acked_at is not null) recent`,
      )
      const rows = await ctx.sql<{ appId: string; n: number; done: number; failed: number }>(
        sql`select app_id as "appId", count(*)::int as n, count(*) filter (where state = ${DONE})::int as done,
          count(*) filter (where state > ${DONE})::int as failed
          from devices.command where queued_at >= ${from} and app_id is not null group by 1 order by 2 desc`,
      )
      const sum = (name: 'n' | 'done' | 'failed'): number => rows.reduce((all, row) => all + row[name], 0)
      const lists = rows.map(({ appId, n }) => ({ appId, n }))
      return { ...took!, lists: await named(ctx, lists), n: sum('n'), done: sum('done'), failed: sum('failed') }
    },
  },
  callbacks: {
    needs: [['delivery', 'callback']],
    read: async (ctx, { from }) => ({
      ...(await deliveryFigures(ctx.sql, from)),
      lists: await named(
        ctx,
        await ctx.sql<{ appId: string; deviceClass: string; n: number }>(
          sql`select app_id as "appId", device_class as "deviceClass", count(*)::int as n from callbacks.delivery
            where created_at >= ${from} and state in (2, 3) group by 1, 2 order by 3 desc`,
        ),
      ),
    }),
  },
  recent: { needs: [['passRecord']], read: recent },
  worst: { needs: [['deviceEvent'], DEVICES], read: worst },
  offline: {
    needs: [DEVICES],
    read: list(
      () =>
        sql`select d.id as "deviceId", d.name, d.device_class as "deviceClass", d.app_id as "appId",
          s.closed_at as since, s.reason
          from devices.device d join devices.session s on s.device_id = d.id
          where not s.online and d.app_id is not null and d.deleted_at is null order by s.closed_at limit 8`,
    ),
  },
  sync: { needs: [['personAuth', 'syncTask']], read: sync },
}
