/** Starting rules: the rules of an application, what their conditions see, and the run that begins. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Known, Start, Trigger, Words } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import type { Cause } from '#server/linkageParts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import type { StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import type { LinkageAction, RuleCondition } from './linkage.rules.ts'

export interface Step extends LinkageAction {
  deviceName: string
  state: 'waiting' | 'sent' | 'done' | 'failed'
  commandId?: string
  /** What its act asks for the end by. */
  ref?: string
  message?: StepMessage
  /** It prevents harm: it waits for no other action. */
  safety?: boolean
  dueAt: string
}
export interface Rule {
  id: string
  app_id: string
  source_id: string
  /** Null where it starts at no device. */
  device_class: string | null
  name: string
  trigger_kind: number
  trigger_event: string | null
  trigger_device_ids: string[]
  trigger: Params
  conditions: RuleCondition[]
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

export interface StoredCheck {
  label: Text
  held: boolean
  saw: Text
}

/** A rule as its trigger reads it. */
export const startOf = (
  classes: ReadonlyMap<string, DeviceClass>,
  rule: Pick<Rule, 'device_class' | 'trigger_event' | 'trigger'>,
): Start => ({
  deviceClass: classes.get(rule.device_class ?? ''),
  triggerEvent: rule.trigger_event,
  trigger: rule.trigger,
})

/**
 * What the conditions of the rule saw; of all of them when it is tested. To start it, what is known comes before what is read from
 * the database, and the first that does not hold ends the answer.
 */
export async function checksOf(
  ports: Ports,
  query: Query,
  rule: Rule,
  cause: Cause,
  { all }: { all: boolean },
): Promise<StoredCheck[]> {
  const { classes, linkage } = ports
  const ids = rule.conditions.flatMap(({ deviceId }) => (typeof deviceId === 'string' && deviceId ? [deviceId] : []))
  const devices = ids.length
    ? await query<{ id: string; name: string; deviceClass: string }>(
        sql`select id, name, device_class as "deviceClass" from devices.device
          where id = any(${ids}::bigint[]) and app_id = ${rule.app_id}`,
      )
    : []
  const known: Known = {
    ...{ fields: cause.fields, personId: cause.personId ?? null, at: cause.at, zone: rule.zone, appId: rule.app_id },
  }
  const words: Words = {
    fields: linkage.triggers.get(rule.trigger_kind)?.gives?.(startOf(classes, rule)).fields ?? {},
    classes,
    device: id => devices.find(one => one.id === id),
    zone: rule.zone,
  }
  const judge = async (condition: RuleCondition): Promise<StoredCheck | undefined> => {
    const kind = linkage.conditions.get(condition.what)
    if (!kind) return { label: GONE, held: false, saw: GONE }
    if (kind.check) return { label: kind.words(condition, words), ...kind.check(condition, known, words) }
    const found = await linkage.looks.get(kind.key)?.look(ports, query, condition, known)
    if (!found) return undefined
    const { name, ...check } = found
    return { label: kind.words(condition, { ...words, name }), ...check }
  }
  const isRead = ({ what }: RuleCondition): boolean => linkage.looks.has(linkage.conditions.get(what)?.key ?? '')
  const ordered = all ? rule.conditions : rule.conditions.toSorted((a, b) => Number(isRead(a)) - Number(isRead(b)))
  const checks = new Map<RuleCondition, StoredCheck>()
  // One after another: they share a connection.
  for (const condition of ordered) {
    const check = await judge(condition)
    if (!check) continue
    checks.set(condition, check)
    if (!all && !check.held) break
  }
  return rule.conditions.flatMap(condition => checks.get(condition) ?? [])
}
/** Of a module that is not installed any more. */
const GONE: Text = ['没有这种条件', 'There is no such condition']

/** Begins a run unless the rule is silent or a condition does not hold. Returns its id. */
export async function startRule(ports: Ports, query: Query, rule: Rule, cause: Cause): Promise<string | null> {
  const now = ports.now()
  if (rule.silent_s > 0 && rule.last_run_at && now.getTime() - Date.parse(rule.last_run_at) < rule.silent_s * 1000)
    return null
  const checks = await checksOf(ports, query, rule, cause, { all: false })
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
      where id = any(${rule.actions.flatMap(action => action.deviceId ?? [])}::bigint[]) and app_id = ${rule.app_id}`,
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
  const trigger = ports.linkage.triggers.get(rule.trigger_kind)
  const words = trigger?.words(startOf(ports.classes, rule), rule.zone) ?? null
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

/** Rules of these kinds that are on, with the zone of their application; at devices of the class, or at none. */
export const rulesOf = (
  query: RunSql,
  appId: string,
  triggers: readonly Trigger[],
  deviceClass: string | null,
): Promise<Rule[]> =>
  query<Rule>(
    prepared(sql`select ${RULE_COLUMNS}, a.zone from linkage.rule l join applications.application a on a.id = l.app_id
      where l.app_id = ${appId} and l.trigger_kind = any(${triggers.map(one => one.wire)}::int[]) and l.state = 1
        and (l.device_class = ${deviceClass}
          or l.trigger_kind = any(${triggers.filter(one => !one.devices).map(one => one.wire)}::int[]))`),
  )
export const concerns = (rule: Rule, { device }: Cause): boolean =>
  !rule.trigger_device_ids.length || (device !== undefined && rule.trigger_device_ids.includes(device.id))
