/**
 * Runs the jobs that modules schedule in each application. A job and its next time are one transaction, so that each
 * planned time is run once, by one process; times that passed during an outage are made up for once.
 */
import sql from 'sql-template-tag'
import { dayOf, instantOf } from '#base/zonedTime.ts'
import type { Ports } from '#server/ports.ts'
import { worker, type Schedule } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 1000
const AGAIN_MS = 60_000
/** How often new applications are looked for. */
const PLAN_MS = 60_000
/** When the applications of each process were looked through last. */
const plannedMs = new WeakMap<Ports, number>()
const DAY_MS = 86_400_000

/** The first instant after `after` at which the clock of the zone shows `at`; once on days of 23 and of 25 hours. */
export function nextDaily(at: Schedule['at'], zone: string, after: Date): Date {
  for (let n = 0; ; n += 1) {
    const found = instantOf(`${dayOf(after.getTime() + n * DAY_MS, zone)}T${at}:00`, zone)
    if (found > after) return found
  }
}

/** Applications that were added meanwhile, and those whose zone was changed. */
async function plan(ports: Ports, query: Query, { key, at }: Schedule): Promise<void> {
  const rows = await query<{ id: string; sourceId: string; zone: string }>(
    sql`select a.id, a.source_id as "sourceId", a.zone from applications.application a
      where a.deleted_at is null
        and not exists (select from applications.schedule s where s.key = ${key} and s.app_id = a.id) limit 1000`,
  )
  for (const { id, sourceId, zone } of rows)
    await query(
      sql`insert into applications.schedule (key, app_id, source_id, next_at)
        values (${key}, ${id}, ${sourceId}, ${nextDaily(at, zone, ports.now())}) on conflict do nothing`,
    )
}

async function runNext(ports: Ports, schedule: Schedule): Promise<boolean> {
  const { key, at, run } = schedule
  return ports.db.tx(ENGINE, async query => {
    const [due] = await query<{ app_id: string; zone: string; next_at: string; gone: boolean }>(
      sql`select s.app_id, a.zone, s.next_at, a.deleted_at is not null as gone from applications.schedule s
          join applications.application a on a.id = s.app_id
        where s.key = ${key} and s.next_at <= ${ports.now()} order by s.next_at limit 1 for update of s skip locked`,
    )
    if (!due) return false
    const plannedAt = new Date(due.next_at)
    if (!due.gone) await run(ports, query, { appId: due.app_id, plannedAt, day: dayOf(plannedAt, due.zone) })
    await query(
      sql`update applications.schedule set last_at = ${plannedAt}, next_at = ${nextDaily(at, due.zone, ports.now())}
        where key = ${key} and app_id = ${due.app_id}`,
    )
    return true
  })
}

/** Mostly nothing is due, and one statement costs less than a transaction. */
async function isDue(ports: Ports, { key }: Schedule): Promise<boolean> {
  const [row] = await ports.db.query<{ due: boolean }>(
    ENGINE,
    prepared(sql`select exists (select from applications.schedule
      where key = ${key} and next_at <= ${ports.now()}) as due`),
  )
  return row!.due
}

/** The one that failed is tried again later, and the others meanwhile. */
const later = (ports: Ports, key: string): Promise<unknown> =>
  ports.db.query(
    ENGINE,
    sql`update applications.schedule set next_at = ${new Date(ports.now().getTime() + AGAIN_MS)}
      where (key, app_id) in (select key, app_id from applications.schedule
        where key = ${key} and next_at <= ${ports.now()} order by next_at limit 1)`,
  )

export const schedules = worker({
  name: 'schedules',
  where: 'worker',
  async run(ports, signal) {
    const planning = performance.now() - (plannedMs.get(ports) ?? -PLAN_MS) >= PLAN_MS
    if (planning) plannedMs.set(ports, performance.now())
    for (const schedule of ports.schedules) {
      if (planning) await ports.db.tx(ENGINE, query => plan(ports, query, schedule))
      try {
        while (!signal.aborted && (await isDue(ports, schedule)) && (await runNext(ports, schedule)));
      } catch (error) {
        ports.log.warn({ schedule: schedule.key, error: (error as Error).message }, 'a scheduled job failed')
        await later(ports, schedule.key)
      }
    }
    return EVERY_MS
  },
})
