/** Starts rules at their times, and keeps those times right when a site moves or a time plan changes. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Exception, Span } from '#modules/access/timePlan.rules.ts'
import type { Ports } from '#server/ports.ts'
import type { Cause } from '#server/linkageParts.ts'
import { worker } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { eachRule } from './eachRule.server.ts'
import { advance } from './linkageRun.server.ts'
import { nextTime } from './nextTime.rules.ts'
import { beginRun, RULE_COLUMNS, startRule, type Rule } from './startRule.server.ts'
import { timeTrigger, type TimeOfRule } from './times.linkage.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 500
const PLAN_AGAIN_S = 60
const AT_ONCE = 50
/** After an outage nothing moves for a time that has long passed. */
const LATE_MS = 60_000
const MISSED: Text = ['错过了执行时间，当时平台没有运行', 'Its time passed while the platform was not running']

type Due = Rule & { next_at: string | null }

async function planned(query: Query, rule: Rule, after: Date): Promise<Date | null> {
  const time: TimeOfRule = rule.trigger
  const [at] = await query<{
    position: { lng: number; lat: number } | null
    name: string | null
    week: Span[] | null
    exceptions: Exception[] | null
  }>(
    sql`select s.position, p.name, p.week, p.exceptions from (select 1) one
      left join applications.site s on s.id = ${time.siteId ?? null} and s.app_id = ${rule.app_id}
      left join access.time_plan p on p.id = ${time.planId ?? null} and p.app_id = ${rule.app_id}`,
  )
  const plan = at?.week ? { name: at.name ?? '', week: at.week, exceptions: at.exceptions ?? [] } : null
  return nextTime(time, { zone: rule.zone, place: at?.position ?? null, plan }, after)
}

async function start(ports: Ports, query: Query, rule: Due): Promise<string | null> {
  const now = ports.now()
  if (!rule.next_at || Date.parse(rule.next_at) > now.getTime()) return null
  const cause: Cause = { event: timeTrigger.key, fields: null, at: rule.next_at }
  if (now.getTime() - Date.parse(rule.next_at) > LATE_MS) {
    await beginRun(ports, query, rule, cause, { checks: [], skipped: MISSED })
    return null
  }
  return startRule(ports, query, rule, cause)
}

/** Begins one that is still due, and says when it is next. */
async function startDue(ports: Ports, query: Query, id: string): Promise<string | null> {
  const now = ports.now()
  const [rule] = await query<Due>(
    sql`select ${RULE_COLUMNS}, l.next_at, a.zone from linkage.rule l
        join applications.application a on a.id = l.app_id
      where l.id = ${id} and l.state = 1 and l.trigger_kind = ${timeTrigger.wire} for update of l skip locked`,
  )
  if (!rule) return null
  const runId = await start(ports, query, rule)
  const next = await planned(query, rule, now)
  await query(sql`update linkage.rule set next_at = ${next}, planned_at = ${now} where id = ${rule.id}`)
  return runId
}

/** Mostly nothing is due, and one statement costs less than a transaction. */
async function isDue(ports: Ports): Promise<boolean> {
  const [row] = await ports.db.query<{ due: boolean }>(
    ENGINE,
    prepared(sql`select exists (select from linkage.rule where state = 1 and trigger_kind = ${timeTrigger.wire}
      and (next_at <= now() or planned_at is null
        or planned_at < now() - make_interval(secs => ${PLAN_AGAIN_S}))) as due`),
  )
  return row!.due
}

export const timedRules = worker({
  name: 'linkage.times',
  where: 'worker',
  async run(ports) {
    if (!(await isDue(ports))) return EVERY_MS
    const now = ports.now()
    const due = await ports.db.query<{ id: string }>(
      ENGINE,
      sql`select l.id from linkage.rule l
        where l.state = 1 and l.trigger_kind = ${timeTrigger.wire}
          and (l.next_at <= ${now} or l.planned_at is null
            or l.planned_at < ${now}::timestamptz - make_interval(secs => ${PLAN_AGAIN_S}))
        order by l.next_at limit ${AT_ONCE}`,
    )
    const begun = await eachRule(
      ports,
      due,
      (query, { id }) => startDue(ports, query, id),
      // It is planned anew after its next look.
      (query, { id }) => query(sql`update linkage.rule set next_at = null, planned_at = ${now} where id = ${id}`),
    )
    const full = due.length === AT_ONCE
    for (const id of begun) await advance(ports, id)
    return full ? 0 : EVERY_MS
  },
})
