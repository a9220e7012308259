/** Changes of alarms by people and rules: each is a step with who, when and what was said, and is sent to every open console. */
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Query } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { deviceAlarm } from './deviceAlarm.noun.ts'

export const ALARM_STATE = Object.fromEntries(
  Object.entries(deviceAlarm.states.state.states).map(([name, [wire]]) => [name, wire]),
) as Record<keyof typeof deviceAlarm.states.state.states, number>
/** A condition on `a` (devices.alarm). */
export const OPEN_ALARM: Sql = sql`a.state < 3`

export interface HeldAlarm {
  id: string
  sourceId: string
  appId: string
  deviceId: string
  deviceClass: string
  name: string
  level: number
  state: number
}
const COLUMNS = sql`id, source_id as "sourceId", app_id as "appId", device_id as "deviceId",
  device_class as "deviceClass", name, level, state`

/** The alarm, locked, in any state. */
export async function anyAlarm(ctx: Ctx, id: string): Promise<HeldAlarm> {
  const [row] = await ctx.sql<HeldAlarm>(sql`select ${COLUMNS} from devices.alarm where id = ${id} for update`)
  if (!row) throw new Refusal('not_found')
  return row
}

/** The alarm, locked. Refuses one that has ended. */
export async function heldAlarm(ctx: Ctx, id: string): Promise<HeldAlarm> {
  const row = await anyAlarm(ctx, id)
  if (row.state >= ALARM_STATE.closed) throw new Refusal('wrong_state', { text: ['告警已结束', 'The alarm has ended'] })
  return row
}

/** Sends the change to consoles after the commit; `calls` are the accounts that an escalation calls. */
export const publishAlarm = (
  ports: Ports,
  query: Query,
  of: Omit<HeldAlarm, 'sourceId' | 'name' | 'state'>,
  calls?: readonly string[],
): void =>
  query.afterCommit(() =>
    ports.bus.publish('live', {
      type: 'alarm',
      id: of.id,
      appId: of.appId,
      deviceId: of.deviceId,
      deviceClass: of.deviceClass,
      level: of.level,
      ...(calls?.length ? { calls } : {}),
      at: ports.now().toISOString(),
    }),
  )

/** Sends that something has changed which others keep about the alarm, such as a run of a rule that it started. */
export async function alarmChanged(ports: Ports, query: Query, id: string): Promise<void> {
  const [alarm] = await query<HeldAlarm>(sql`select ${COLUMNS} from devices.alarm where id = ${id}`)
  if (alarm) publishAlarm(ports, query, alarm)
}

/** Stores what was done, with its reason. */
export async function keepAlarmStep(ctx: Ctx, of: HeldAlarm, act: string, remark: string | null): Promise<void> {
  await ctx.sql(sql`insert into devices.alarm_step (id, alarm_id, source_id, app_id, at, actor_id, actor_name, act, remark)
    values (${ctx.newId()}, ${of.id}, ${of.sourceId}, ${of.appId}, ${ctx.now}, ${ctx.user.userId}, ${ctx.user.nickname},
      ${act}, ${remark})`)
}

/** Changes an open alarm: `set` are its new columns. Nothing more is escalated once somebody has seen it. */
export async function changeAlarm(
  ctx: Ctx,
  of: HeldAlarm,
  act: string,
  set: Sql,
  remark: string | null,
  changes: Params = {},
): Promise<void> {
  await ctx.sql(
    sql`update devices.alarm set ${set}, escalate_at = null, rev = rev + 1, updated_at = ${ctx.now},
        updated_by = ${ctx.user.userId}
      where id = ${of.id}`,
  )
  await keepAlarmStep(ctx, of, act, remark)
  await ctx.audit({
    action: act,
    object: deviceAlarm.key,
    objectId: of.id,
    objectName: of.name,
    changes,
    ...(remark ? { reason: remark } : {}),
  })
  publishAlarm(ctx.ports, ctx.sql, of)
}

/** Ends alarms: closed with what was done, or as false ones. */
export async function endAlarms(
  ctx: Ctx,
  ids: readonly string[],
  as: 'closed' | 'false',
  measures: string | null,
): Promise<number> {
  for (const id of [...ids].sort()) {
    const row = await heldAlarm(ctx, id)
    await changeAlarm(
      ctx,
      row,
      as === 'closed' ? 'close' : 'falseAlarm',
      sql`state = ${ALARM_STATE[as]}, closed_at = ${ctx.now}, closed_name = ${ctx.user.nickname}, measures = ${measures},
        acknowledged_at = coalesce(acknowledged_at, ${ctx.now}),
        acknowledged_name = coalesce(acknowledged_name, ${ctx.user.nickname})`,
      measures,
      { state: [row.state, ALARM_STATE[as]] },
    )
  }
  return ids.length
}
