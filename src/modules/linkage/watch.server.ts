/**
 * Starts rules at states that last and at devices that are offline or online. What holds is read from the database, so
 * that nothing is missed while no worker runs; a change that is over within a reading, less than a second, starts nothing.
 */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'
import { worker } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { COMPARE } from '#modules/devices/linkage/compare.rules.ts'
import type { Cause } from '#server/linkageParts.ts'
import { eachRule } from './eachRule.server.ts'
import { advance } from './linkageRun.server.ts'
import { RULE_COLUMNS, startRule, type Rule } from './startRule.server.ts'
import { presenceTrigger, stateTrigger } from './watched.linkage.ts'

const ENGINE = { role: 'engine' } as const
const IDLE_MS = 2000
const LOOK_MS = 300
/** A reading may take this part of the time at most. */
const SHARE = 0.1

type Started = Rule & { watch_device: string; device_name: string; component: string; online: number | null }

/** Notes what began to hold, and forgets what no longer does. */
async function note(query: Query, now: Date): Promise<void> {
  // Whether each part of a device is in the state; null where that is unknown, because the device is offline.
  await query(
    sql`with rules as (
    select id, source_id, app_id, device_class, trigger_kind, trigger, trigger_device_ids, watched_at
    from linkage.rule where state = 1 and trigger_kind in (${stateTrigger.wire}, ${presenceTrigger.wire})
  ), devices as (
    select r.id as linkage_id, r.source_id, r.app_id, r.trigger_kind, r.trigger, r.watched_at, d.id as device_id,
      coalesce(ss.online, false) as online, case when ss.online then ss.opened_at else ss.closed_at end as since
    from rules r join devices.device d on d.app_id = r.app_id and d.device_class = r.device_class
      and d.deleted_at is null and (jsonb_array_length(r.trigger_device_ids) = 0 or r.trigger_device_ids ? d.id::text)
    join devices.session ss on ss.device_id = d.id
  ), found as (
    select v.linkage_id, v.source_id, v.app_id, v.watched_at, v.device_id, s.component, null::timestamptz as since,
      case when not v.online then null else coalesce(case (v.trigger ->> 'op')::int
        when ${COMPARE.is[0]} then s.vals -> (v.trigger ->> 'property') = v.trigger -> 'value'
        when ${COMPARE.isNot[0]} then s.vals -> (v.trigger ->> 'property') <> v.trigger -> 'value'
        when ${COMPARE.among[0]} then v.trigger -> 'value' @> (s.vals -> (v.trigger ->> 'property'))
        when ${COMPARE.above[0]} then jsonb_typeof(s.vals -> (v.trigger ->> 'property')) = 'number'
          and s.vals -> (v.trigger ->> 'property') > v.trigger -> 'value'
        when ${COMPARE.below[0]} then jsonb_typeof(s.vals -> (v.trigger ->> 'property')) = 'number'
          and s.vals -> (v.trigger ->> 'property') < v.trigger -> 'value'
        end, false) end as holds
    from devices v join devices.shadow s on s.device_id = v.device_id
      and (coalesce(v.trigger ->> 'component', '') = '' or s.component = v.trigger ->> 'component')
      and s.vals ? (v.trigger ->> 'property')
    where v.trigger_kind = ${stateTrigger.wire}
    union all
    select linkage_id, source_id, app_id, watched_at, device_id, '', since, online = ((trigger ->> 'online')::int = 1)
    from devices where trigger_kind = ${presenceTrigger.wire}
  ), gone as (
        delete from linkage.watch w using found f where f.holds = false and w.linkage_id = f.linkage_id
          and w.device_id = f.device_id and w.component = f.component
      ), fresh as (
        insert into linkage.watch (linkage_id, device_id, component, source_id, app_id, since, started)
        select linkage_id, device_id, component, source_id, app_id, coalesce(since, ${now}), watched_at is null
        from found where holds on conflict do nothing
      )
      update linkage.rule set watched_at = ${now} where state = 1 and watched_at is null
        and trigger_kind in (${stateTrigger.wire}, ${presenceTrigger.wire})`,
  )
}

/** Notes what holds now, forgets what no longer does, and returns what has lasted long enough. */
async function look(ports: Ports, query: Query): Promise<Started[]> {
  const now = ports.now()
  // One worker at a time.
  const [held] = await query<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('linkage.watch')) as held`,
  )
  if (!held!.held) return []
  await note(query, now)
  return query<Started>(
    sql`select ${RULE_COLUMNS}, a.zone, w.device_id as watch_device, d.name as device_name, w.component,
        (l.trigger ->> 'online')::int as online
      from linkage.watch w join linkage.rule l on l.id = w.linkage_id and l.state = 1
      join applications.application a on a.id = l.app_id
      join devices.device d on d.id = w.device_id and d.deleted_at is null
      join devices.session ss on ss.device_id = d.id and (ss.online or l.trigger_kind = ${presenceTrigger.wire})
      where not w.started
        and w.since <= ${now}::timestamptz - make_interval(secs => coalesce((l.trigger ->> 'forS')::int, 0))
      order by w.since limit 100`,
  )
}

/** Takes one that has lasted long enough; another worker may have been first. */
const take = (query: Query, { id, watch_device, component }: Started): Promise<unknown[]> =>
  query(
    sql`update linkage.watch set started = true where linkage_id = ${id} and device_id = ${watch_device}
      and component = ${component} and not started returning 1`,
  )

async function begin(ports: Ports, query: Query, rule: Started): Promise<string | null> {
  if (!(await take(query, rule)).length) return null
  const cause: Cause = {
    device: { id: rule.watch_device, name: rule.device_name },
    event: rule.online === null ? stateTrigger.key : rule.online === 1 ? 'online' : 'offline',
    ...{ fields: null, at: ports.now().toISOString() },
  }
  return startRule(ports, query, rule, cause)
}

async function hasRules(ports: Ports): Promise<boolean> {
  const [row] = await ports.db.query<{ found: boolean }>(
    ENGINE,
    prepared(sql`select exists (select from linkage.rule
      where state = 1 and trigger_kind in (${stateTrigger.wire}, ${presenceTrigger.wire})) as found`),
  )
  return row!.found
}

export const watchedRules = worker({
  name: 'linkage.watch',
  where: 'worker',
  async run(ports) {
    const began = performance.now()
    if (!(await hasRules(ports))) return IDLE_MS
    const lasting = await ports.db.tx(ENGINE, query => look(ports, query))
    const ids = await eachRule(ports, lasting, (query, rule) => begin(ports, query, rule), take)
    for (const id of ids) await advance(ports, id)
    return Math.max(LOOK_MS, (performance.now() - began) / SHARE)
  },
})
