/** Starting rules: the rules of an application, what their conditions see, and the run that begins. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Params } from '#model/row.ts'
import type { Exception, Span } from '#modules/access/timePlan.rules.ts'
import type { Ports } from '#server/ports.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import type { StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { check, stateKey, type Seen } from './checkCondition.rules.ts'
import { conditionWords, fieldsOf, WHAT, type Condition, type Words } from './condition.rules.ts'
import { KIND, whatText, type Trigger } from './trigger.rules.ts'
import type { LinkageAction } from './linkage.rules.ts'

export interface Step extends LinkageAction {
  deviceName: string
  state: 'waiting' | 'sent' | 'done' | 'failed'
  commandId?: string
  /** The origin of its notices. */
  noticesId?: string
  message?: StepMessage
  /** It prevents harm: it waits for no other action. */
  safety?: boolean
  dueAt: string
}
export interface Rule {
  id: string
  app_id: string
  source_id: string
  device_class: string
  name: string
  trigger_kind: number
  trigger_event: string | null
  trigger_device_ids: string[]
  trigger: Trigger
  conditions: Condition[]
  actions: LinkageAction[]
  mode: number
  silent_s: number
  last_run_at: string | null
  /** Who last saved it; null where the platform did. */
  updated_by: string | null
  zone: string
}
/** The columns of a rule `l`, except its zone. */
export const RULE_COLUMNS = sql`l.id, l.app_id, l.source_id, l.device_class, l.name, l.trigger_kind, l.trigger_event,
  l.trigger_device_ids, l.trigger, l.conditions, l.actions, l.mode, l.silent_s, l.last_run_at, l.updated_by`

/** What started a rule. */
export interface Cause {
  /** Of a fact or an alarm: a rule starts once for each. */
  factId?: string
  device?: { id: string; name: string }
  /** The key of the event, or of the kind of trigger. */
  event: string
  fields: Params | null
  groups: readonly string[] | null
  at: string
}
export interface StoredCheck {
  label: Text
  held: boolean
  saw: Text
}

async function namesFor(query: Query, rule: Pick<Rule, 'conditions'>): Promise<Pick<Words, 'device' | 'name'>> {
  const ids = (pick: (condition: Condition) => string | null | undefined): string[] =>
    rule.conditions.flatMap(one => pick(one) ?? [])
  // One after another: they share a connection.
  const devices = await query<{ id: string; name: string; deviceClass: string }>(
    sql`select id, name, device_class as "deviceClass" from devices.device
      where id = any(${ids(one => one.deviceId)}::bigint[])`,
  )
  const groups = await query<{ id: string; name: string }>(
    sql`select id, name from access.auth_group where id = any(${ids(one => one.groupId)}::bigint[])`,
  )
  const plans = await query<{ id: string; name: string }>(
    sql`select id, name from access.time_plan where id = any(${ids(one => one.planId)}::bigint[])`,
  )
  const names = { group: groups, plan: plans }
  return {
    device: id => devices.find(one => one.id === id),
    name: (of, id) => names[of].find(one => one.id === id)?.name,
  }
}

async function look(query: Query, rule: Rule, cause: Cause): Promise<Seen> {
  const planIds = rule.conditions.flatMap(one => one.planId ?? [])
  const deviceIds = rule.conditions.flatMap(one => (one.what === WHAT.state[0] ? (one.deviceId ?? []) : []))
  const plans = planIds.length
    ? await query<{ id: string; name: string; week: Span[]; exceptions: Exception[] }>(
        sql`select id, name, week, exceptions from access.time_plan
          where id = any(${planIds}::bigint[])`,
      )
    : []
  const states = deviceIds.length
    ? await query<{ device_id: string; component: string; vals: Params; online: boolean }>(
        sql`select s.device_id, s.component, s.vals, coalesce(ss.online, false) as online from devices.shadow s
          left join devices.session ss on ss.device_id = s.device_id
          where s.device_id = any(${deviceIds}::bigint[])`,
      )
    : []
  return {
    ...{ fields: cause.fields, groups: cause.groups, at: cause.at, zone: rule.zone },
    plans: new Map(plans.map(plan => [plan.id, plan])),
    states: new Map(states.map(one => [stateKey(one.device_id, one.component), one])),
  }
}

/** What every condition of the rule saw. */
export async function checksOf(ports: Ports, query: Query, rule: Rule, cause: Cause): Promise<StoredCheck[]> {
  if (!rule.conditions.length) return []
  const words: Words = {
    fields: fieldsOf(ports.classes.get(rule.device_class), rule.trigger_event),
    classes: ports.classes,
    ...(await namesFor(query, rule)),
    zone: rule.zone,
  }
  const seen = await look(query, rule, cause)
  return rule.conditions.map(condition => ({
    label: conditionWords(condition, words),
    ...check(condition, seen, words),
  }))
}

/** Begins a run unless the rule is silent or a condition does not hold. Returns its id. */
export async function startRule(ports: Ports, query: Query, rule: Rule, cause: Cause): Promise<string | null> {
  const now = ports.now()
  if (rule.silent_s > 0 && rule.last_run_at && now.getTime() - Date.parse(rule.last_run_at) < rule.silent_s * 1000)
    return null
  const checks = await checksOf(ports, query, rule, cause)
  if (checks.some(one => !one.held)) return null
  const id = await beginRun(ports, query, rule, cause, { checks })
  await query(sql`update linkage.rule set last_run_at = ${now} where id = ${rule.id}`)
  return id
}

interface Begun {
  checks: readonly StoredCheck[]
  /** The account that tests it; otherwise a run acts for who last saved the rule. */
  testedBy?: string
  /** Nothing is done, for this reason. */
  skipped?: Text
}
/** Null when the same fact has already started the rule. */
export async function beginRun(
  ports: Ports,
  query: Query,
  rule: Rule,
  cause: Cause,
  { checks, testedBy, skipped }: Begun,
): Promise<string | null> {
  const now = ports.now()
  const names = await query<{ id: string; name: string; device_class: string }>(
    sql`select id, name, device_class from devices.device
      where id = any(${rule.actions.map(action => action.deviceId)}::bigint[])`,
  )
  const isSafety = (action: LinkageAction): boolean => {
    const device = names.find(one => one.id === action.deviceId)
    return ports.classes.get(device?.device_class ?? '')?.commands[action.identifier]?.safety === true
  }
  // What prevents harm comes first and waits for nothing, whatever the order of the rule.
  const ordered = [...rule.actions.filter(isSafety), ...rule.actions.filter(action => !isSafety(action))]
  const steps: Step[] = ordered.map(action => ({
    ...action,
    deviceName: names.find(device => device.id === action.deviceId)?.name ?? '',
    state: 'waiting',
    ...(isSafety(action) ? { safety: true } : {}),
    dueAt: new Date(now.getTime() + (action.delayMs ?? 0)).toISOString(),
  }))
  const words = whatText(
    { triggerKind: rule.trigger_kind, triggerEvent: rule.trigger_event, trigger: rule.trigger },
    ports.classes.get(rule.device_class),
    rule.zone,
  )
  const id = ports.newId()
  const rows = await query(sql`insert into linkage.run (id, source_id, app_id, device_class, linkage_id, linkage_name,
      fact_id, device_id, device_name, event, at, test, acts_for, actions, cause, checks, state, reason, finished_at)
    select ${id}, l.source_id, l.app_id, l.device_class, l.id, l.name, ${cause.factId ?? null}, ${cause.device?.id ?? null},
      ${cause.device?.name ?? null}, ${cause.event}, ${now}, ${testedBy !== undefined},
      coalesce(${testedBy ?? null}::bigint, l.updated_by), ${JSON.stringify(steps)}::jsonb,
      ${JSON.stringify(words)}::jsonb, ${JSON.stringify(checks)}::jsonb, ${skipped ? 3 : 0}, ${skipped?.[0] ?? null},
      ${skipped ? now : null}
    from linkage.rule l where l.id = ${rule.id} on conflict do nothing returning 1`)
  return rows.length ? id : null
}

/** Rules of one kind that are on, with the zone of their application. */
export const rulesOf = (query: RunSql, appId: string, kind: keyof typeof KIND, deviceClass: string): Promise<Rule[]> =>
  query<Rule>(
    prepared(sql`select ${RULE_COLUMNS}, a.zone from linkage.rule l join applications.application a on a.id = l.app_id
      where l.app_id = ${appId} and l.device_class = ${deviceClass} and l.trigger_kind = ${KIND[kind][0]}
        and l.state = 1`),
  )
export const concerns = (rule: Rule, deviceId: string): boolean =>
  !rule.trigger_device_ids.length || rule.trigger_device_ids.includes(deviceId)
