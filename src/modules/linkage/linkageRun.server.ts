/** Runs of linkage rules: an event starts a run, the run gives commands, and it ends when they end. */
import { TOO_LATE } from '#base/outcomeTexts.ts'
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Text } from '#base/text.ts'
import type { Trigger } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import { queueCommand } from '#modules/devices/api.ts'
import { BEFORE_IT_FAILED, stepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { LATE_MS } from '#modules/devices/facts/translate.rules.ts'
import { heldBack } from '#modules/identity/api.ts'
import type { Cause } from '#server/linkageParts.ts'
import { toState } from '#server/moves/toState.ts'
import { handler, worker, type OutboxEvent } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import { isDown } from '#server/sql/isDown.ts'
import { prepared } from '#server/sql/prepared.ts'
import { actByPlatform, readActed } from './actByPlatform.server.ts'
import { linkageRun } from './linkage.noun.ts'
import type { RuleCondition } from './linkage.rules.ts'
import { neededPoints } from './neededPoints.rules.ts'
import { concerns, rulesOf, startOf, startRule, type Rule, type Step } from './startRule.server.ts'

const RUN_STATES = linkageRun.fields.state.values

const ENGINE = { role: 'engine' } as const
const RUN_MAX_S = 120

/** What waited at its device during an outage, or here while no worker ran, describes the past: it must not move anything now. */
const isLate = (ports: Ports, { late, received }: { late?: boolean; received: string }): boolean =>
  late === true || ports.now().getTime() - Date.parse(received) > LATE_MS

/** What the event says, where its module does not read more. */
const carried = (trigger: Trigger, event: OutboxEvent): Cause & { received: string } => ({
  ...{ factId: event.id, event: trigger.key, fields: event.payload, at: event.createdAt, received: event.createdAt },
  ...(typeof event.payload.personId === 'string' ? { personId: event.payload.personId } : {}),
  ...(trigger.devices
    ? { device: { id: String(event.payload.deviceId), name: String(event.payload.deviceName ?? '') } }
    : {}),
})
/** Without a test of its own a trigger has every value that the rule names. */
function isStarted(ports: Ports, trigger: Trigger, rule: Rule, { payload }: OutboxEvent): boolean {
  const start = startOf(ports.classes, rule)
  if (trigger.starts) return trigger.starts(start, payload)
  return Object.keys(trigger.fields).every(name => {
    const wanted = rule.trigger[name]
    return wanted === null || wanted === undefined || wanted === '' || wanted === payload[name]
  })
}

async function beginRuns(
  ports: Ports,
  query: Query,
  event: OutboxEvent,
  { trigger, rules }: { trigger: Trigger; rules: readonly Rule[] },
): Promise<(string | null)[]> {
  const half = ports.linkage.causes.get(trigger.key)
  const cause = half ? await half.read(query, event) : carried(trigger, event)
  if (!cause || isLate(ports, cause)) return []
  const ids: (string | null)[] = []
  for (const rule of rules) if (concerns(rule, cause)) ids.push(await startRule(ports, query, rule, cause))
  return ids
}

/** Rules that wait for events of the outbox, which modules name in their triggers. */
export const onEvent = handler({
  name: 'linkage.rule',
  on: ({ linkage }) => [...linkage.triggers.values()].flatMap(trigger => trigger.on ?? []),
  // Of the facts of devices.
  wantedBy: sql`select app_id, device_class, trigger_event as identifier, null::text as stored
    from linkage.rule where state = 1 and trigger_event is not null`,
  async run(ports, event) {
    if (!event.appId) return
    const triggers = [...ports.linkage.triggers.values()].filter(one => one.on === event.type)
    const { deviceClass = null } = event.payload as { deviceClass?: string | null }
    const started = async (query: RunSql): Promise<{ trigger: Trigger; rules: Rule[] }[]> => {
      const all = await rulesOf(query, event.appId!, triggers, deviceClass)
      return triggers.flatMap(trigger => {
        const rules = all.filter(rule => rule.trigger_kind === trigger.wire && isStarted(ports, trigger, rule, event))
        return rules.length ? [{ trigger, rules }] : []
      })
    }
    // Most facts start no rule, and one statement costs less than a transaction. The others read their rules again.
    if (!(await started(text => ports.db.query(ENGINE, text))).length) return
    const begun = await ports.db.tx(ENGINE, async query => {
      const ids: (string | null)[] = []
      for (const one of await started(query)) ids.push(...(await beginRuns(ports, query, event, one)))
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
  device_class: string | null
  /** As the rule is now; nothing where it was removed. */
  trigger_kind: number | null
  trigger_event: string | null
  trigger: Params | null
  conditions: RuleCondition[] | null
  actions: Step[]
  at: string
  mode: number
  linkage_name: string
  /** What started it: the key of an event or a trigger, and the row. */
  event: string
  fact_id: string | null
}

/** Carries out the actions that are due, reads the results of earlier ones, and ends the run. */
export async function advance(ports: Ports, runId: string): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    const [run] = await query<OpenRun>(
      sql`select r.id, r.app_id, r.source_id, r.linkage_id, r.acts_for, r.device_class, l.trigger_kind, l.trigger_event,
          l.trigger, l.conditions, r.actions, r.at, r.linkage_name, coalesce(l.mode, 0)::int as mode, r.event, r.fact_id
        from linkage.run r left join linkage.rule l on l.id = r.linkage_id
        where r.id = ${runId} and r.state = 0 for update of r skip locked`,
    )
    if (!run) return
    const now = ports.now()
    const before = JSON.stringify(run.actions)
    const isOver = now.getTime() - new Date(run.at).getTime() > RUN_MAX_S * 1000
    // Before anything is tried once more: what fails each time must end.
    if (isOver) giveUp(run, 'waiting')
    await holdBack(ports, query, run)
    await leaveOthersAlone(query, run)
    for (const [index, step] of run.actions.entries()) {
      if (step.state === 'sent') await readEnd(ports, query, step)
      const previous = run.mode === 1 && !step.safety ? run.actions[index - 1] : undefined
      const mayGo = !previous || previous.state === 'done'
      if (step.state === 'waiting' && previous?.state === 'failed')
        Object.assign(step, { state: 'failed', message: BEFORE_IT_FAILED })
      if (step.state !== 'waiting' || !mayGo || step.dueAt > now.toISOString()) continue
      if (ports.linkage.acts.has(step.identifier)) {
        await actByPlatform(ports, query, run, step)
        continue
      }
      try {
        step.commandId = await queueCommand(ports, query, {
          ...{ deviceId: step.deviceId!, appId: run.app_id },
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
    if (isOver) giveUp(run, 'sent')
    await keep(ports, query, run, before)
  })
}

function giveUp(run: OpenRun, state: Step['state']): void {
  for (const step of run.actions) if (step.state === state) Object.assign(step, { state: 'failed', message: TOO_LATE })
}

const ELSEWHERE: Text = ['设备已不在本应用中', 'The device is not in this application any more']
/** A device that left the application since the rule was saved belongs to somebody else. */
async function leaveOthersAlone(query: Query, run: OpenRun): Promise<void> {
  const waiting = run.actions.filter(step => step.state === 'waiting' && step.deviceId)
  if (!waiting.length) return
  const own = await query<{ id: string }>(
    sql`select id from devices.device
      where id = any(${waiting.map(step => step.deviceId!)}::bigint[]) and app_id = ${run.app_id} and deleted_at is null`,
  )
  for (const step of waiting)
    if (!own.some(({ id }) => id === step.deviceId)) Object.assign(step, { state: 'failed', message: ELSEWHERE })
}

/** Actions that wait are not carried out where the account for which the run acts has lost a point of the rule. */
async function holdBack(ports: Ports, query: Query, run: OpenRun): Promise<void> {
  const waiting = run.actions.filter(step => step.state === 'waiting')
  if (!waiting.length) return
  const needed = neededPoints(ports.linkage, {
    ...startOf(ports.classes, { ...run, trigger: run.trigger ?? {} }),
    ...{ triggerKind: run.trigger_kind, conditions: run.conditions ?? [], actions: run.actions },
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
  if (run.fact_id && (!open || actions !== before))
    await ports.linkage.causes.get(run.event)?.ran?.(ports, query, run.fact_id)
}

async function readEnd(ports: Ports, query: Query, step: Step): Promise<void> {
  if (step.ref) return readActed(ports, query, step, step.ref)
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
    for (const run of open)
      try {
        await advance(ports, run.id)
      } catch (error) {
        // One that cannot go on ends by its time; the others do not wait for it.
        if (isDown(error)) throw error
        ports.log.error({ run: run.id, error: (error as Error).message }, 'a run of a linkage rule cannot go on')
      }
    return 250
  },
})
