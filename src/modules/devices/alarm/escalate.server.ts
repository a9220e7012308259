/** Calls people about alarms that are not acknowledged, step by step, and again and again after the last one. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { invalidFields } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { readingAny } from '#modules/identity/account/neededPoints.rules.ts'
import {
  accountNames,
  accountsThatSee,
  heldBack,
  heldBackRows,
  judgeNamedAccounts,
  requirePoints,
  type Saver,
} from '#modules/identity/api.ts'
import { askNotice } from '#server/askNotice.ts'
import { handler, implement, worker } from '#server/parts.ts'
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
  async beforeWrite(ctx, values, before) {
    requirePoints(ctx.user, NEEDED)
    const steps = (values.steps ?? before?.steps ?? []) as readonly EscalationStep[]
    const alone = steps.findIndex(step => step.by !== 'callback' && !step.accountIds?.length)
    if (alone >= 0)
      throw invalidFields([
        { field: 'steps', text: [`第 ${alone + 1} 步没有通知对象`, `Step ${alone + 1} calls no one`] },
      ])
    await judgeNamedAccounts(
      ctx,
      'steps',
      accountsIn(steps),
      accountsIn((before?.steps ?? []) as readonly EscalationStep[]),
    )
  },
  async compute(ctx, rows) {
    const names = await accountNames(
      ctx,
      rows.flatMap(row => accountsIn(row.steps)),
    )
    const savers = await ctx.sql<Saver & { id: string }>(
      sql`select id, updated_by as "userId", app_id as "appId", source_id as "sourceId"
        from devices.escalation where id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const why = await heldBackRows(
      ctx,
      savers.map(one => ({ ...one, needed: NEEDED })),
    )
    for (const row of rows) row.heldBack = why.get(row.id) ?? null
    for (const { steps } of rows)
      for (const step of steps as readonly EscalationStep[])
        Object.assign(step, { accountNames: step.accountIds?.map(id => names.get(id) ?? id) })
  },
})

/** An escalation tells of alarms: it acts for who last saved it, who must be able to read them. */
const NEEDED = [readingAny('deviceAlarm')]

const accountsIn = (steps: readonly EscalationStep[]): string[] => steps.flatMap(step => step.accountIds ?? [])

interface Due {
  id: string
  sourceId: string
  appId: string
  siteId: string | null
  groupId: string | null
  deviceId: string
  deviceClass: string
  deviceName: string
  name: string
  level: number
  /** When the platform opened it: the device's own time may be wrong, or hours ago. */
  raisedAt: string
  escalated: number
}
interface Rule {
  updated_by: string | null
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
            device_class as "deviceClass", device_name as "deviceName", name, level, created_at as "raisedAt",
            escalated,
            (select d.site_id from devices.device d where d.id = device_id) as "siteId",
            (select d.group_id from devices.device d where d.id = device_id) as "groupId"
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
    sql`select steps, repeat_s, updated_by from devices.escalation
      where app_id = ${alarm.appId} and state = 1 and level <= ${alarm.level}
        and (coalesce(jsonb_array_length(device_classes), 0) = 0 or device_classes ? ${alarm.deviceClass})
      order by level desc, id desc limit 1`,
  )
  const at = { openedMs: Date.parse(alarm.raisedAt), nowMs: ports.now().getTime() }
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
  const { appId, sourceId } = alarm
  const why = await heldBack(ports, query, { userId: rule!.updated_by, appId, sourceId }, NEEDED)
  if (why) await note(ports, query, alarm, 'escalate.heldBack', why[0])
  else await perform(ports, query, alarm, next.step)
}

/** A step of the alarm's history that no person took. */
const note = (ports: Ports, query: Query, alarm: Due, act: string, remark: string | null): Promise<unknown> =>
  query(sql`insert into devices.alarm_step (id, alarm_id, source_id, app_id, at, actor_name, act, remark)
    values (${ports.newId()}, ${alarm.id}, ${alarm.sourceId}, ${alarm.appId}, ${ports.now()}, null, ${act}, ${remark})`)

async function perform(ports: Ports, query: Query, alarm: Due, step: EscalationStep): Promise<void> {
  // Who may not see the device any more is not called about it.
  const accounts = await accountsThatSee(query, step.accountIds ?? [], alarm)
  await note(ports, query, alarm, `escalate.${step.by}`, accounts.map(one => one.name).join('、') || null)
  const { id: alarmId, deviceId, deviceClass, deviceName, name: title } = alarm
  const emit = (type: string, more: Params): Promise<unknown> =>
    query(
      sql`insert into engine.outbox (id, type, key, app_id, payload) values (${ports.newId()}, ${type}, ${deviceId},
        ${alarm.appId}, ${JSON.stringify({ alarmId, deviceId, deviceClass, ...more })}::jsonb)`,
    )
  if (step.by === 'callback') await emit('alarm.escalated', {})
  if (step.by === 'sms' && accounts.length)
    await askNotice(ports, query, alarm.appId, {
      ...{ about: { deviceId }, to: { accountIds: accounts.map(one => one.id) }, title, body: deviceName, by: 'sms' },
      link: `/apply/alarm/${alarm.appId}?openedAt=all&row=${alarmId}`,
      ...{ origin: 'alarm', originId: alarmId },
    })
  publishAlarm(ports, query, alarm, step.by === 'console' ? accounts.map(one => one.id) : [])
}

/** What has become of messages by SMS: one that could not be sent is a step of the alarm, with the reason. */
export const onNoticeEnd = handler({
  name: 'alarms.notice',
  on: ['notice.ended'],
  async run(ports, event) {
    const { origin, originId, name, reason } = event.payload as Record<string, string> & { reason: Text | null }
    if (origin !== 'alarm' || !reason) return
    await ports.db.query(
      ENGINE,
      sql`insert into devices.alarm_step (id, alarm_id, source_id, app_id, at, actor_name, act, remark)
        select ${ports.newId()}, id, source_id, app_id, ${ports.now()}, null, 'escalate.failed',
          ${`${name}：${reason[0]}`} from devices.alarm where id = ${originId!}`,
    )
  },
})
