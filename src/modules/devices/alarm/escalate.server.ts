/** Calls people about alarms that nobody acknowledges, step by step, and again and again after the last one. */
import sql from 'sql-template-tag'
import { invalidFields } from '#model/error.ts'
import { implement, worker } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { publishAlarm } from './alarmActs.server.ts'
import { nextStepAt, type EscalationStep } from './escalate.rules.ts'
import { escalation } from './escalation.noun.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 500
const AT_ONCE = 50

export const escalationHalf = implement(escalation, {
  async beforeWrite(_ctx, values, before) {
    const steps = (values.steps ?? before?.steps ?? []) as readonly EscalationStep[]
    const alone = steps.findIndex(step => step.by === 'console' && !step.accountIds?.length)
    if (alone >= 0)
      throw invalidFields([
        { field: 'steps', text: [`第 ${alone + 1} 步没有通知对象`, `Step ${alone + 1} calls no one`] },
      ])
  },
})

interface Due {
  id: string
  sourceId: string
  appId: string
  deviceId: string
  deviceClass: string
  name: string
  level: number
  openedAt: string
  escalated: number
}
interface Rule {
  steps: readonly EscalationStep[]
  repeat_s: number | null
}

export const escalate = worker({
  name: 'alarms.escalate',
  where: 'worker',
  async run(ports) {
    const done = await ports.db.tx(ENGINE, async query => {
      const due = await query<Due>(
        prepared(sql`select id, source_id as "sourceId", app_id as "appId", device_id as "deviceId",
            device_class as "deviceClass", name, level, opened_at as "openedAt", escalated
          from devices.alarm where escalate_at <= ${ports.now()} and state = 0
          order by escalate_at limit ${AT_ONCE} for update skip locked`),
      )
      for (const alarm of due) await advance(ports, query, alarm)
      return due.length
    })
    return done === AT_ONCE ? 0 : EVERY_MS
  },
})

async function advance(ports: Ports, query: Query, alarm: Due): Promise<void> {
  // The rule for the highest level that the alarm reaches; of several, the newest.
  const [rule] = await query<Rule>(
    sql`select steps, repeat_s from devices.escalation
      where app_id = ${alarm.appId} and state = 1 and level <= ${alarm.level}
        and (coalesce(jsonb_array_length(device_classes), 0) = 0 or device_classes ? ${alarm.deviceClass})
      order by level desc, id desc limit 1`,
  )
  const at = { openedMs: Date.parse(alarm.openedAt), nowMs: ports.now().getTime() }
  const steps = [...(rule?.steps ?? [])].sort((one, other) => one.afterS - other.afterS)
  const next = rule ? nextStepAt(steps, rule.repeat_s, alarm.escalated, at) : null
  if (!next || next.atMs > at.nowMs) {
    await query(sql`update devices.alarm set escalate_at = ${next ? new Date(next.atMs) : null} where id = ${alarm.id}`)
    return
  }
  const after = nextStepAt(steps, rule!.repeat_s, alarm.escalated + 1, { ...at, openedMs: at.openedMs })
  await query(
    sql`update devices.alarm set escalated = escalated + 1, escalate_at = ${after ? new Date(after.atMs) : null}
      where id = ${alarm.id}`,
  )
  await perform(ports, query, alarm, next.step)
}

async function perform(ports: Ports, query: Query, alarm: Due, step: EscalationStep): Promise<void> {
  const accounts = await query<{ id: string; name: string }>(
    sql`select id, coalesce(nickname, username) as name from identity.account
      where id = any(${step.accountIds ?? []}::bigint[]) and state = 0 and deleted_at is null`,
  )
  await query(sql`insert into devices.alarm_step (id, alarm_id, source_id, app_id, at, actor_name, act, remark)
    values (${ports.newId()}, ${alarm.id}, ${alarm.sourceId}, ${alarm.appId}, ${ports.now()}, null,
      ${`escalate.${step.by}`}, ${accounts.map(one => one.name).join('、') || null})`)
  if (step.by === 'callback')
    await query(
      sql`insert into engine.outbox (id, type, key, app_id, payload) values (${ports.newId()}, 'alarm.escalated',
        ${alarm.deviceId}, ${alarm.appId}, ${JSON.stringify({
          ...{ alarmId: alarm.id, deviceId: alarm.deviceId, deviceClass: alarm.deviceClass },
        })}::jsonb)`,
    )
  publishAlarm(
    ports,
    query,
    alarm,
    accounts.map(one => one.id),
  )
}
