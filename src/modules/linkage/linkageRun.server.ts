/** Runs of linkage rules: a stored fact starts a run, the run gives commands, and it ends when they end. */
import { TOO_LATE } from '#base/outcomeTexts.ts'
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { handler, worker } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { queueCommand, raiseAlarm } from '#modules/devices/api.ts'
import { BEFORE_IT_FAILED, stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { alarmIn } from './raiseAlarm.rules.ts'
import { RAISE_ALARM, mismatch, type Conditions, type Fact, type LinkageAction } from './linkage.rules.ts'

const ENGINE = { role: 'engine' } as const
const RUN_MAX_S = 120

interface Step extends LinkageAction {
  deviceName: string
  state: 'waiting' | 'sent' | 'done' | 'failed'
  commandId?: string
  message?: StepMessage
  dueAt: string
}
export interface Rule {
  id: string
  app_id: string
  source_id: string
  device_class: string
  name: string
  trigger_device_ids: string[]
  conditions: Conditions
  actions: LinkageAction[]
  mode: number
  silent_s: number
  last_run_at: string | null
  zone: string
}
/** The columns of a rule `l`, except its zone. */
export const RULE_COLUMNS = sql`l.id, l.app_id, l.source_id, l.device_class, l.name, l.trigger_device_ids, l.conditions, l.actions,
  l.mode, l.silent_s, l.last_run_at`

/** Null when the same fact has already started the rule. */
export async function beginRun(
  ports: Ports,
  query: Query,
  rule: Rule,
  fact: (Fact & { id: string; deviceName: string }) | null,
  now: Date,
  test: boolean,
): Promise<string | null> {
  const names = await query<{ id: string; name: string }>(
    sql`select id, name from devices.device where id = any(${rule.actions.map(action => action.deviceId)}::bigint[])`,
  )
  const steps: Step[] = rule.actions.map(action => ({
    ...action,
    deviceName: names.find(device => device.id === action.deviceId)?.name ?? '',
    state: 'waiting',
    dueAt: new Date(now.getTime() + (action.delayMs ?? 0)).toISOString(),
  }))
  const id = ports.newId()
  const rows = await query(sql`insert into linkage.run (id, source_id, app_id, device_class, linkage_id, linkage_name,
      fact_id, device_id, device_name, event, at, test, actions)
    select ${id}, l.source_id, l.app_id, l.device_class, l.id, l.name, ${fact?.id ?? null}, ${fact?.deviceId ?? null},
    ${fact?.deviceName ?? null}, l.trigger_event, ${now}, ${test}, ${JSON.stringify(steps)}::jsonb
    from linkage.rule l where l.id = ${rule.id} on conflict do nothing returning 1`)
  return rows.length ? id : null
}

/** Null for the end of an event (`on: false`): rules react to the beginning. */
async function readFact(
  query: Query,
  factId: string,
  family: number,
): Promise<(Fact & { id: string; deviceName: string; appId: string | null }) | null> {
  const [row] =
    family === 1
      ? await query<{
          device_id: string
          device_name: string
          identifier: string
          result: number
          direction: number | null
          time: string
          app_id: string | null
          groups: string[] | null
        }>(
          sql`select device_id, device_name, identifier, result, direction, time, app_id,
            (select array_agg(group_id::text) from access.group_person gp
            where gp.person_id = p.person_id) as groups
            from devices.passage p where id = ${factId}`,
        )
      : await query<{
          device_id: string
          device_name: string
          identifier: string
          result: null
          direction: null
          time: string
          app_id: string | null
          groups: null
        }>(
          sql`select device_id, device_name, identifier, null as result, null as direction, time, app_id,
            null as groups
            from devices.event where id = ${factId} and coalesce(params->>'on', 'true') <> 'false'`,
        )
  return row
    ? {
        id: factId,
        deviceId: row.device_id,
        deviceName: row.device_name,
        identifier: row.identifier,
        result: row.result,
        direction: row.direction,
        personGroups: row.groups ?? [],
        time: row.time,
        appId: row.app_id,
      }
    : null
}

export const onFact = handler({
  name: 'linkage.rule',
  on: ['fact.stored'],
  wantedBy: sql`select app_id from linkage.rule where state = 1`,
  async run(ports, event) {
    const { factId, family, deviceClass, identifier } = event.payload as {
      factId: string
      family: number
      deviceClass: string
      identifier: string
    }
    const begun = await ports.db.tx(ENGINE, async query => {
      const rules = await query<Rule>(
        sql`select ${RULE_COLUMNS}, a.zone from linkage.rule l join applications.application a on a.id = l.app_id
          where l.app_id = ${event.appId} and l.device_class = ${deviceClass} and l.trigger_event = ${identifier}
          and l.state = 1`,
      )
      if (!rules.length) return []
      const fact = await readFact(query, factId, family)
      if (!fact) return []
      const now = ports.now()
      // A fact that arrives late (after an offline period) describes the past; it must not move anything now.
      if (now.getTime() - new Date(fact.time).getTime() > 30_000) return []
      const ids: string[] = []
      for (const rule of rules) {
        if (rule.trigger_device_ids.length && !rule.trigger_device_ids.includes(fact.deviceId)) continue
        if (mismatch(rule.conditions, fact, rule.zone)) continue
        if (
          rule.silent_s > 0 &&
          rule.last_run_at &&
          now.getTime() - new Date(rule.last_run_at).getTime() < rule.silent_s * 1000
        )
          continue
        const id = await beginRun(ports, query, rule, fact, now, false)
        if (id) ids.push(id)
        await query(sql`update linkage.rule set last_run_at = ${now} where id = ${rule.id}`)
      }
      return ids
    })
    for (const id of begun) await advance(ports, id)
  },
})

/** Gives the commands that are due, reads the results of earlier ones, and ends the run. */
export async function advance(ports: Ports, runId: string): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    const [run] = await query<{
      id: string
      linkage_id: string
      actions: Step[]
      at: string
      mode: number
      linkage_name: string
    }>(
      sql`select r.id, r.linkage_id, r.actions, r.at, r.linkage_name, coalesce(l.mode, 0)::int as mode
        from linkage.run r left join linkage.rule l on l.id = r.linkage_id
        where r.id = ${runId} and r.state = 0 for update of r skip locked`,
    )
    if (!run) return
    const now = ports.now()
    for (const [index, step] of run.actions.entries()) {
      if (step.state === 'sent') await readEnd(query, step)
      const mayGo = run.mode === 0 || index === 0 || run.actions[index - 1]!.state === 'done'
      if (step.state === 'waiting' && run.mode === 1 && index > 0 && run.actions[index - 1]!.state === 'failed')
        Object.assign(step, { state: 'failed', message: BEFORE_IT_FAILED })
      if (step.state !== 'waiting' || !mayGo || step.dueAt > now.toISOString()) continue
      if (step.identifier === RAISE_ALARM) {
        await raiseByRule(ports, query, run, step)
        continue
      }
      try {
        step.commandId = await queueCommand(ports, query, {
          deviceId: step.deviceId,
          identifier: step.identifier,
          params: step.params ?? {},
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
    const open = run.actions.some(step => step.state === 'waiting' || step.state === 'sent')
    const ok = run.actions.every(step => step.state === 'done')
    const because = run.actions.find(step => step.state === 'failed')?.message
    await query(
      sql`update linkage.run set actions = ${JSON.stringify(run.actions)}::jsonb, state = ${open ? 0 : ok ? 1 : 2}, finished_at = ${open ? null : now}, reason = ${because ? stepMessage(because, 'zh') : null} where id = ${run.id}`,
    )
    if (!open)
      await query(
        sql`update linkage.rule set ok_count = ok_count + ${ok ? 1 : 0}, failed_count = failed_count + ${ok ? 0 : 1} where id = ${run.linkage_id}`,
      )
  })
}

/** One alarm for each rule and device while it is open: what triggers the rule again counts as a repetition. */
async function raiseByRule(
  ports: Ports,
  query: Query,
  run: { linkage_id: string; linkage_name: string },
  step: Step,
): Promise<void> {
  const alarm = alarmIn(step.params)
  try {
    if (!alarm) throw new Refusal('invalid')
    await raiseAlarm(ports, query, {
      ...alarm,
      deviceId: step.deviceId,
      kind: `rule.${run.linkage_id}`,
      origin: 'rule',
      originName: run.linkage_name,
    })
    step.state = 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    Object.assign(step, { state: 'failed', message: error.text })
  }
}

async function readEnd(query: Query, step: Step): Promise<void> {
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
