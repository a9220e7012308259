/** Runs of linkage rules: a stored fact starts a run, the run gives commands, and it ends when they end. */
import { TOO_LATE } from '#base/outcomeTexts.ts'
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { isPassage } from '#model/families.ts'
import { handler, worker } from '#server/parts.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { toState } from '#server/moves/toState.ts'
import { prepared } from '#server/sql/prepared.ts'
import { alarmChanged, queueCommand } from '#modules/devices/api.ts'
import { heldBack } from '#modules/identity/api.ts'
import { LATE_MS, liveTimeOf } from '#modules/devices/facts/translate.rules.ts'
import { BEFORE_IT_FAILED, stepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { actByPlatform, readNotices } from './actByPlatform.server.ts'
import type { Condition } from './condition.rules.ts'
import { linkageRun } from './linkage.noun.ts'
import { neededPoints } from './neededPoints.rules.ts'
import { PLATFORM_ACTS } from './platformActs.rules.ts'
import { concerns, rulesOf, startRule, type Cause, type Rule, type Step } from './startRule.server.ts'
import { KIND } from './trigger.rules.ts'

const RUN_STATES = linkageRun.fields.state.values

const ENGINE = { role: 'engine' } as const
const RUN_MAX_S = 120

/** Null for the end of an event (`on: false`), because rules react to the beginning, and for what is late. */
async function readFact(ports: Ports, query: Query, factId: string, family: number): Promise<Cause | null> {
  const [row] = isPassage(family)
    ? await query<{
        device_id: string
        device_name: string
        identifier: string
        fields: Params
        time: string
        received: string
        late: boolean | null
        groups: string[] | null
      }>(
        sql`select device_id, device_name, identifier, time, received_at as received, late,
            params || jsonb_strip_nulls(jsonb_build_object(
              'result', result, 'direction', direction, 'method', method, 'cardNo', card_no, 'personType', person_type,
              'reason', reason, 'score', score)) as fields,
            case when p.person_id is not null then
              coalesce((select array_agg(group_id::text) from access.group_person gp
                where gp.person_id = p.person_id), '{}')
            end as groups
            from devices.passage p where id = ${factId}`,
      )
    : await query<{
        device_id: string
        device_name: string
        identifier: string
        fields: Params
        time: string
        received: string
        late: boolean | null
        groups: null
      }>(
        sql`select device_id, device_name, identifier, time, received_at as received, late,
              params as fields, null as groups
            from devices.event where id = ${factId} and coalesce(params->>'on', 'true') <> 'false'`,
      )
  return row && !isLate(ports, row)
    ? {
        factId,
        device: { id: row.device_id, name: row.device_name },
        event: row.identifier,
        fields: row.fields,
        groups: row.groups,
        at: liveTimeOf(row.time, row.received),
      }
    : null
}

/** What waited at its device during an outage, or here while no worker ran, describes the past: it must not move anything now. */
const isLate = (ports: Ports, { late, received }: { late: boolean | null; received: string }): boolean =>
  late === true || ports.now().getTime() - Date.parse(received) > LATE_MS

export const onFact = handler({
  name: 'linkage.rule',
  on: ['fact.stored'],
  wantedBy: sql`select app_id, device_class, trigger_event as identifier, null::boolean as passages
    from linkage.rule where state = 1 and trigger_kind = ${KIND.event[0]}`,
  async run(ports, event) {
    const { factId, family, deviceClass, identifier } = event.payload as {
      factId: string
      family: number
      deviceClass: string
      identifier: string
    }
    const startedBy = async (query: RunSql): Promise<Rule[]> =>
      (await rulesOf(query, event.appId!, 'event', deviceClass)).filter(rule => rule.trigger_event === identifier)
    // Most facts start no rule, and one statement costs less than a transaction. The others read their rules again.
    if (!(await startedBy(text => ports.db.query(ENGINE, text))).length) return
    const begun = await ports.db.tx(ENGINE, async query => {
      const rules = await startedBy(query)
      if (!rules.length) return []
      const cause = await readFact(ports, query, factId, family)
      if (!cause) return []
      const ids: (string | null)[] = []
      for (const rule of rules)
        if (concerns(rule, cause.device!.id)) ids.push(await startRule(ports, query, rule, cause))
      return ids.filter(id => id !== null)
    })
    for (const id of begun) await advance(ports, id)
  },
})

/** Rules that wait for alarms of their class: opened by a device, another rule or a person. */
export const onAlarm = handler({
  name: 'linkage.alarm',
  on: ['alarm.opened'],
  async run(ports, event) {
    const { alarmId, deviceId, deviceClass, kind, level, component } = event.payload as Record<string, string>
    // An alarm that no device reported was raised here, with its event.
    const { late, receivedAt: received = event.createdAt } = event.payload as { late?: boolean; receivedAt?: string }
    if (isLate(ports, { late: late ?? null, received })) return
    const begun = await ports.db.tx(ENGINE, async query => {
      const rules = (await rulesOf(query, event.appId!, 'alarm', deviceClass!)).filter(
        ({ trigger }) =>
          (!trigger.level || Number(level) >= trigger.level) && (!trigger.alarmKind || trigger.alarmKind === kind),
      )
      const [alarm] = rules.length
        ? await query<{ name: string; at: string }>(
            sql`select device_name as name, opened_at as at from devices.alarm where id = ${alarmId}`,
          )
        : []
      if (!alarm) return []
      const cause: Cause = {
        factId: alarmId!,
        device: { id: deviceId!, name: alarm.name },
        ...{ event: 'alarm', fields: { kind, level, component }, groups: null, at: liveTimeOf(alarm.at, received) },
      }
      const ids: (string | null)[] = []
      for (const rule of rules) if (concerns(rule, deviceId!)) ids.push(await startRule(ports, query, rule, cause))
      return ids.filter(id => id !== null)
    })
    for (const id of begun) await advance(ports, id)
  },
})

interface OpenRun {
  id: string
  app_id: string
  source_id: string
  linkage_id: string
  /** The account whose points it has: who last saved the rule, or tests it. */
  acts_for: string | null
  device_class: string
  /** As the rule is now; nothing where it was removed. */
  trigger_kind: number | null
  trigger_event: string | null
  conditions: Condition[] | null
  actions: Step[]
  at: string
  mode: number
  linkage_name: string
  /** The alarm that started it, if one did. */
  alarm_id: string | null
}

/** Carries out the actions that are due, reads the results of earlier ones, and ends the run. */
export async function advance(ports: Ports, runId: string): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    const [run] = await query<OpenRun>(
      sql`select r.id, r.app_id, r.source_id, r.linkage_id, r.acts_for, r.device_class, l.trigger_kind, l.trigger_event,
          l.conditions, r.actions, r.at, r.linkage_name, coalesce(l.mode, 0)::int as mode,
          case when r.event = 'alarm' then r.fact_id end as alarm_id
        from linkage.run r left join linkage.rule l on l.id = r.linkage_id
        where r.id = ${runId} and r.state = 0 for update of r skip locked`,
    )
    if (!run) return
    const now = ports.now()
    const before = JSON.stringify(run.actions)
    await holdBack(ports, query, run)
    for (const [index, step] of run.actions.entries()) {
      if (step.state === 'sent') await readEnd(query, step)
      const previous = run.mode === 1 && !step.safety ? run.actions[index - 1] : undefined
      const mayGo = !previous || previous.state === 'done'
      if (step.state === 'waiting' && previous?.state === 'failed')
        Object.assign(step, { state: 'failed', message: BEFORE_IT_FAILED })
      if (step.state !== 'waiting' || !mayGo || step.dueAt > now.toISOString()) continue
      if (PLATFORM_ACTS.has(step.identifier)) {
        await actByPlatform(ports, query, run, step)
        continue
      }
      try {
        step.commandId = await queueCommand(ports, query, {
          deviceId: step.deviceId,
          identifier: step.identifier,
          params: step.params ?? {},
          endAfterS: step.endAfterS ?? null,
          reason: `联动：${run.linkage_name}`,
          origin: 'linkage',
          originId: run.id,
          userName: run.linkage_name,
          ...(step.component ? { component: step.component } : {}),
        })
        step.state = 'sent'
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        Object.assign(step, { state: 'failed', message: error.text })
      }
    }
    if (now.getTime() - new Date(run.at).getTime() > RUN_MAX_S * 1000)
      for (const step of run.actions)
        if (step.state === 'waiting' || step.state === 'sent')
          Object.assign(step, { state: 'failed', message: TOO_LATE })
    await keep(ports, query, run, before)
  })
}

/** Actions that wait are not carried out where the account for which the run acts has lost a point of the rule. */
async function holdBack(ports: Ports, query: Query, run: OpenRun): Promise<void> {
  const waiting = run.actions.filter(step => step.state === 'waiting')
  if (!waiting.length) return
  const needed = neededPoints({
    deviceClass: ports.classes.get(run.device_class),
    triggerKind: run.trigger_kind ?? KIND.time[0],
    triggerEvent: run.trigger_event,
    conditions: run.conditions ?? [],
    actions: run.actions,
  })
  const { acts_for: userId, app_id: appId, source_id: sourceId } = run
  const message = await heldBack(ports, query, { userId, appId, sourceId }, needed)
  if (message) for (const step of waiting) Object.assign(step, { state: 'failed', message })
}

/** Stores its actions, and that it has ended once none is open; `before` are the actions as they were, as JSON. */
async function keep(ports: Ports, query: Query, run: OpenRun, before: string): Promise<void> {
  const open = run.actions.some(step => step.state === 'waiting' || step.state === 'sent')
  const ok = run.actions.every(step => step.state === 'done')
  const because = run.actions.find(step => step.state === 'failed')?.message
  const actions = JSON.stringify(run.actions)
  await query(
    sql`update linkage.run set ${toState(RUN_STATES, open ? 'running' : ok ? 'ok' : 'failed')},
      actions = ${actions}::jsonb, finished_at = ${open ? null : ports.now()},
      reason = ${because ? stepMessage(because, 'zh') : null} where id = ${run.id}`,
  )
  if (!open)
    await query(
      sql`update linkage.rule set ok_count = ok_count + ${ok ? 1 : 0}, failed_count = failed_count + ${ok ? 0 : 1} where id = ${run.linkage_id}`,
    )
  if (run.alarm_id && (!open || actions !== before)) await alarmChanged(ports, query, run.alarm_id)
}

async function readEnd(query: Query, step: Step): Promise<void> {
  if (step.noticesId) return readNotices(query, step, step.noticesId)
  const [command] = await query<{ state: number; message: string | null }>(
    sql`select state, message from devices.command where id = ${step.commandId!}`,
  )
  if (!command || command.state < 3) return
  step.state = command.state === 3 ? 'done' : 'failed'
  if (command.message) step.message = command.message
}

export const onCommandEnd = handler({
  name: 'linkage.end',
  on: ['command.finished'],
  async run(ports, event) {
    if (event.payload.origin !== 'linkage') return
    const [command] = await ports.db.query<{ origin_id: string | null }>(
      ENGINE,
      sql`select origin_id from devices.command where id = ${String(event.payload.commandId)}`,
    )
    if (command?.origin_id && isId(command.origin_id)) await advance(ports, command.origin_id)
  },
})

/** Continues delayed actions, and runs whose events were lost. */
export const openRuns = worker({
  name: 'linkage',
  where: 'worker',
  async run(ports) {
    const open = await ports.db.query<{ id: string }>(
      ENGINE,
      prepared(sql`select id from linkage.run where state = 0 order by id limit 100`),
    )
    for (const run of open) await advance(ports, run.id)
    return 250
  },
})
