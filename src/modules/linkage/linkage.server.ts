/** Linkage rules: checked when they are saved, above all against circles, and run manually as a test. */
import sql, { type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input, Params, Row } from '#model/row.ts'
import { implement } from '#server/parts.ts'
import { RAISE_ALARM, circle, type LinkageAction } from './linkage.rules.ts'
import { alarmIn } from './raiseAlarm.rules.ts'
import { linkage, linkageRun } from './linkage.noun.ts'
import { beginRun, RULE_COLUMNS, type Rule } from './linkageRun.server.ts'
import { stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'

interface LinkedDevice {
  id: string
  name: string
  device_class: string
}

/** Refuses a rule that cannot run, or that would form a circle with others. */
async function judgeRule(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  const merged: Input = { ...before, ...values }
  const deviceClass = ctx.ports.classes.get(String(merged.deviceClass))
  if (!deviceClass) throw invalidFields([{ field: 'deviceClass', text: ['没有这类设备', 'No such class of devices'] }])
  values.triggerDeviceIds ??= before ? before.triggerDeviceIds : []
  values.conditions ??= before ? before.conditions : {}
  const triggers = triggersIn(merged.triggerDeviceIds)
  const actions = (merged.actions ?? []) as LinkageAction[]
  if (actions.length === 0) throw invalidFields([{ field: 'actions', text: ['请添加动作', 'Add an action'] }])
  const devices = await ctx.sql<LinkedDevice>(
    sql`select id, name, device_class from devices.device where app_id = ${ctx.appId} and deleted_at is null`,
  )
  for (const action of actions) judgeAction(ctx, devices, action)
  const rule = {
    name: String(merged.name),
    trigger_device_ids: triggers,
    actions,
    device_class: String(merged.deviceClass),
  }
  await refuseCircle(ctx, devices, rule, before?.id)
}

function triggersIn(given: unknown): string[] {
  if (given === null || given === undefined) return []
  if (!Array.isArray(given) || given.length > 100 || !given.every(isId))
    throw invalidFields([{ field: 'triggerDeviceIds', text: ['触发设备有误', 'The trigger devices are not valid'] }])
  return given
}

function judgeAction(ctx: Ctx, devices: readonly LinkedDevice[], action: LinkageAction): void {
  const device = devices.find(one => one.id === action.deviceId)
  if (!device)
    throw invalidFields([{ field: 'actions', text: ['执行设备不在本应用中', 'A device is not in this application'] }])
  if (action.identifier === RAISE_ALARM) {
    if (alarmIn(action.params)) return
    throw invalidFields([{ field: 'actions', text: ['请填写告警的名称与级别', 'Name the alarm and choose its level'] }])
  }
  const command = ctx.ports.classes.get(device.device_class)?.commands[action.identifier]
  if (!command || command.lane === 'work')
    throw invalidFields([
      {
        field: 'actions',
        text: [`${device.name} 不支持 ${action.identifier}`, `${device.name} cannot ${action.identifier}`],
      },
    ])
}

interface LinkedRule {
  name: string
  trigger_device_ids: string[]
  actions: LinkageAction[]
  device_class: string
}
async function refuseCircle(
  ctx: Ctx,
  devices: readonly LinkedDevice[],
  own: LinkedRule,
  ownId: string | undefined,
): Promise<void> {
  const others = await ctx.sql<LinkedRule>(
    sql`select name, trigger_device_ids, actions, device_class from linkage.rule
      where state = 1 and id <> ${ownId ?? '0'}`,
  )
  const ofClass = (key: string): string[] =>
    devices.filter(device => device.device_class === key).map(device => device.id)
  const edge = (rule: LinkedRule) => ({
    rule: rule.name,
    from: rule.trigger_device_ids.length ? rule.trigger_device_ids : ofClass(rule.device_class),
    to: rule.actions.map(action => action.deviceId),
  })
  const found = circle([...others.map(edge), edge(own)])
  if (!found) return
  const names = found.map(id => devices.find(device => device.id === id)?.name ?? id).join(' → ')
  throw invalidFields([{ field: 'actions', text: [`联动成环：${names}`, `The rules run in a circle: ${names}`] }])
}

/** Whether one of the actions of a row commands a device of the class. */
const moves = (deviceClass: string): Sql => sql`exists (select from jsonb_array_elements(t.actions) a
  join devices.device d on d.id = (a->>'deviceId')::bigint where d.device_class = ${deviceClass})`
/** Rules and runs belong to the class that triggers them and to the classes they command: bollards are moved by events of terminals. */
const ofClass = (deviceClass: string): Sql => sql`(t.device_class = ${deviceClass} or ${moves(deviceClass)})`

/** All of the given rules or none; a refusal names the rule that cannot be enabled. Returns their number. */
async function turn(ctx: Ctx, ids: readonly string[], state: 0 | 1): Promise<number> {
  const rows = await ctx.sql<{
    id: string
    name: string
    deviceClass: string
    triggerDeviceIds: string[]
    conditions: Params
    actions: LinkageAction[]
  }>(
    sql`select id, name, device_class as "deviceClass", trigger_device_ids as "triggerDeviceIds", conditions, actions
      from linkage.rule where id = any(${ids}::bigint[]) and state <> ${state} order by id for update`,
  )
  for (const row of rows) {
    if (state === 1) await judgeRule(ctx, {}, row)
    await ctx.sql(sql`update linkage.rule set state = ${state}, rev = rev + 1, updated_at = ${ctx.now},
      updated_by = ${ctx.user.userId} where id = ${row.id}`)
    await ctx.audit({
      action: state === 1 ? 'turnOn' : 'turnOff',
      object: 'linkage',
      objectId: row.id,
      objectName: row.name,
      changes: { state: [1 - state, state] },
    })
  }
  return rows.length
}

export const linkageHalf = implement(linkage, {
  found: { deviceClass: ofClass },
  beforeWrite: judgeRule,
  // Rules added meanwhile may form a circle with it, and its devices may have been removed.
  afterRestore: (ctx, row) => judgeRule(ctx, {}, row),
  actions: {
    turnOn: (ctx, { ids }) => turn(ctx, ids, 1),
    turnOff: (ctx, { ids }) => turn(ctx, ids, 0),
    /** Runs the rule's actions now, with a reason; conditions are not checked. */
    async test(ctx, input) {
      const [rule] = await ctx.sql<Rule>(
        sql`select ${RULE_COLUMNS}, ${ctx.zone}::text as zone from linkage.rule l where l.id = ${input.id}`,
      )
      if (!rule) throw new Refusal('not_found')
      const id = await beginRun(ctx.ports, ctx.sql, rule, null, ctx.now, true)
      await ctx.audit({
        action: 'test',
        object: 'linkage',
        objectId: rule.id,
        objectName: rule.name,
        reason: input.reason,
      })
      return { id }
    },
  },
})
/** Reasons of failed actions and runs are shown in the reader's language. */
export const linkageRunHalf = implement(linkageRun, {
  found: { deviceClass: ofClass },
  async compute({ language }, rows) {
    for (const row of rows) {
      row.actions = row.actions.map(({ message, ...step }) => ({
        ...step,
        // Stored in both languages.
        ...(message ? { message: stepMessage(message as StepMessage, language) } : {}),
      }))
      row.reason = row.actions.find(({ state }) => state === 'failed')?.message ?? row.reason
    }
  },
})
