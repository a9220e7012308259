/** Linkage rules: checked when they are saved, above all against circles, and run manually as a test. */
import sql, { type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Input, Params, Row } from '#model/row.ts'
import type { RunSql } from '#server/sql/db.ts'
import { implement } from '#server/parts.ts'
import { circle, type LinkageAction } from './linkage.rules.ts'
import { PLATFORM_ACTS } from './platformActs.rules.ts'
import { judgeRecipients, recipientsIn } from './judgeRecipients.server.ts'
import { isComplete } from './readPlatformAct.rules.ts'
import { linkage, linkageRun } from './linkage.noun.ts'
import { fieldsOf, type Condition, type Words } from './condition.rules.ts'
import { neededPoints } from './neededPoints.rules.ts'
import { heldIn } from '#modules/devices/command/mustEnd.rules.ts'
import { heldBackRules, pointsOfRule } from './heldBackRules.server.ts'
import { conditionProblem, triggerProblem } from './problems.rules.ts'
import { beginRun, checksOf, RULE_COLUMNS, type Cause, type Rule } from './startRule.server.ts'
import { KIND, type Started, type Trigger } from './trigger.rules.ts'
import { requirePoints } from '#modules/identity/api.ts'
import { picturesOfCommands, screenTexts } from '#modules/devices/api.ts'
import { stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { toState } from '#server/moves/toState.ts'

interface LinkedDevice {
  id: string
  name: string
  device_class: string
}

const wrongAction = (text: Text): Refusal => invalidFields([{ field: 'actions', text }])

/** Refuses a rule that cannot run, or that would form a circle with others. */
async function judgeRule(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  const merged: Input = { ...before, ...values }
  const deviceClass = ctx.ports.classes.get(String(merged.deviceClass))
  if (!deviceClass) throw invalidFields([{ field: 'deviceClass', text: ['没有这类设备', 'No such class of devices'] }])
  values.triggerDeviceIds ??= before ? before.triggerDeviceIds : []
  values.conditions ??= before ? before.conditions : []
  values.trigger ??= before ? before.trigger : {}
  values.triggerKind ??= before ? before.triggerKind : KIND.event[0]
  const triggers = triggersIn(merged.triggerDeviceIds)
  const started: Started = {
    triggerKind: Number(values.triggerKind),
    triggerEvent: merged.triggerEvent as string | null,
    trigger: values.trigger as Trigger,
  }
  const problem = triggerProblem(started, deviceClass)
  if (problem) throw invalidFields([problem])
  const actions = (merged.actions ?? []) as LinkageAction[]
  const conditions = values.conditions as Condition[]
  requirePoints(
    ctx.user,
    neededPoints({ deviceClass, ...started, triggerEvent: started.triggerEvent ?? null, conditions, actions }),
  )
  if (actions.length === 0) throw invalidFields([{ field: 'actions', text: ['请添加动作', 'Add an action'] }])
  const devices = await ctx.sql<LinkedDevice>(
    sql`select id, name, device_class from devices.device where app_id = ${ctx.appId} and deleted_at is null`,
  )
  judgeConditions(ctx, devices, conditions, fieldsOf(deviceClass, started.triggerEvent))
  const notified = ((before?.actions ?? []) as LinkageAction[]).flatMap(recipientsIn)
  for (const action of actions) await judgeAction(ctx, devices, action, notified)
  await refuseCircle(
    ctx,
    devices,
    {
      trigger_kind: started.triggerKind,
      trigger_device_ids: triggers,
      actions,
      device_class: String(merged.deviceClass),
    },
    before?.id,
  )
}

/** A rule that changed is planned and watched anew: what holds already does not start it. */
export const beginAnew = (query: RunSql, ids: readonly string[]): Promise<unknown> =>
  query(
    sql`with gone as (delete from linkage.watch where linkage_id = any(${ids}::bigint[]))
      update linkage.rule set next_at = null, planned_at = null, watched_at = null where id = any(${ids}::bigint[])`,
  )

function judgeConditions(
  ctx: Ctx,
  devices: readonly LinkedDevice[],
  conditions: readonly Condition[],
  fields: Words['fields'],
): void {
  const words: Words = {
    fields,
    classes: ctx.ports.classes,
    device: id => {
      const device = devices.find(one => one.id === id)
      return device && { name: device.name, deviceClass: device.device_class }
    },
    name: () => undefined,
    zone: ctx.zone,
  }
  const problems = conditions.flatMap((condition, at) => {
    const text = conditionProblem(condition, words)
    return text ? [{ field: `conditions[${at}]`, text }] : []
  })
  if (problems.length) throw invalidFields(problems)
}

function triggersIn(given: unknown): string[] {
  if (given === null || given === undefined) return []
  if (!Array.isArray(given) || given.length > 100 || !given.every(isId))
    throw invalidFields([{ field: 'triggerDeviceIds', text: ['触发设备有误', 'The trigger devices are not valid'] }])
  return given
}

async function judgeAction(
  ctx: Ctx,
  devices: readonly LinkedDevice[],
  action: LinkageAction,
  notified: readonly string[],
): Promise<void> {
  const device = devices.find(one => one.id === action.deviceId)
  if (!device)
    throw invalidFields([{ field: 'actions', text: ['执行设备不在本应用中', 'A device is not in this application'] }])
  const platformAct = PLATFORM_ACTS.get(action.identifier)
  if (platformAct) {
    if (!isComplete(action.identifier, action.params))
      throw invalidFields([{ field: 'actions', text: platformAct.asks }])
    return judgeRecipients(ctx, device, recipientsIn(action), notified)
  }
  const deviceClass = ctx.ports.classes.get(device.device_class)
  const command = deviceClass?.commands[action.identifier]
  if (deviceClass && heldIn(deviceClass, action.params ?? {}) && !action.endAfterS)
    throw wrongAction([
      `请填写${device.name}多久后恢复：这个状态下所有人都能通过`,
      `Say after how long ${device.name} returns: in that state everybody can pass`,
    ])
  if (command?.safety && action.delayMs)
    throw wrongAction([
      `“${command.label[0]}”是安全动作，不能延时`,
      `“${command.label[1]}” prevents harm and cannot be delayed`,
    ])
  if (!command || command.lane === 'work')
    throw invalidFields([
      {
        field: 'actions',
        text: [`${device.name} 不支持 ${action.identifier}`, `${device.name} cannot ${action.identifier}`],
      },
    ])
  await screenTexts(ctx.ports, ctx.sql, ctx.appId, command, action.params ?? {})
}

interface LinkedRule {
  trigger_kind: number
  trigger_device_ids: string[]
  actions: LinkageAction[]
  device_class: string
}
const isInert = (ctx: Ctx, devices: readonly LinkedDevice[], { deviceId, identifier }: LinkageAction): boolean => {
  const device = devices.find(one => one.id === deviceId)
  return ctx.ports.classes.get(device?.device_class ?? '')?.commands[identifier]?.inert === true
}

async function refuseCircle(
  ctx: Ctx,
  devices: readonly LinkedDevice[],
  own: LinkedRule,
  ownId: string | undefined,
): Promise<void> {
  const others = await ctx.sql<LinkedRule>(
    sql`select trigger_kind, trigger_device_ids, actions, device_class from linkage.rule
      where state = 1 and id <> ${ownId ?? '0'}`,
  )
  const ofClass = (key: string): string[] =>
    devices.filter(device => device.device_class === key).map(device => device.id)
  const found = circle(
    [...others, own].map(rule => ({
      triggerKind: rule.trigger_kind,
      from: rule.trigger_device_ids.length ? rule.trigger_device_ids : ofClass(rule.device_class),
      actions: rule.actions.filter(action => !isInert(ctx, devices, action)),
    })),
  )
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
    triggerKind: number
    triggerEvent: string | null
    trigger: Params
    triggerDeviceIds: string[]
    conditions: Params[]
    actions: LinkageAction[]
  }>(
    sql`select id, name, device_class as "deviceClass", trigger_kind as "triggerKind", trigger_event as "triggerEvent",
        trigger, trigger_device_ids as "triggerDeviceIds", conditions, actions
      from linkage.rule where id = any(${ids}::bigint[]) and state <> ${state} order by id for update`,
  )
  for (const row of rows) {
    if (state === 1) await judgeRule(ctx, {}, row)
    await ctx.sql(sql`update linkage.rule set ${toState(linkage.fields.state.values, state === 1 ? 'on' : 'off')},
      rev = rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId} where id = ${row.id}`)
    await ctx.audit({
      action: state === 1 ? 'turnOn' : 'turnOff',
      object: 'linkage',
      objectId: row.id,
      objectName: row.name,
      changes: { state: [1 - state, state] },
    })
  }
  await beginAnew(
    ctx.sql,
    rows.map(row => row.id),
  )
  return rows.length
}

export const linkageHalf = implement(linkage, {
  found: { deviceClass: ofClass },
  async compute(ctx, rows) {
    const why = await heldBackRules(ctx, rows)
    for (const row of rows) row.heldBack = why.get(row.id) ?? null
  },
  beforeWrite: judgeRule,
  async afterWrite(ctx, row) {
    await beginAnew(ctx.sql, [row.id])
  },
  async beforeRemove(ctx, row) {
    await ctx.sql(sql`delete from linkage.watch where linkage_id = ${row.id}`)
  },
  // Rules added meanwhile may form a circle with it, and its devices may have been removed.
  afterRestore: (ctx, row) => judgeRule(ctx, {}, row),
  actions: {
    turnOn: (ctx, { ids }) => turn(ctx, ids, 1),
    turnOff: (ctx, { ids }) => turn(ctx, ids, 0),
    /** Runs the rule's actions now, with a reason; the conditions say what they see, and need not hold. */
    async test(ctx, input) {
      const [rule] = await ctx.sql<Rule>(
        sql`select ${RULE_COLUMNS}, ${ctx.zone}::text as zone from linkage.rule l where l.id = ${input.id}`,
      )
      if (!rule) throw new Refusal('not_found')
      requirePoints(ctx.user, pointsOfRule(ctx.ports, rule))
      const cause: Cause = { event: 'test', fields: null, groups: null, at: ctx.now.toISOString() }
      const checks = await checksOf(ctx.ports, ctx.sql, rule, cause)
      const id = await beginRun(ctx.ports, ctx.sql, rule, cause, { checks, testedBy: ctx.user.userId })
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
const answersWithPictures = ({ classes }: Ctx['ports'], identifier: string): boolean =>
  [...classes.values()].some(({ commands }) =>
    Object.values(commands[identifier]?.output ?? {}).some(field => field.kind === 'text' && field.picture),
  )

/** Reasons of failed actions and runs are shown in the reader's language. */
export const linkageRunHalf = implement(linkageRun, {
  found: { deviceClass: ofClass },
  async compute({ language, ports, sql: run }, rows) {
    const pictured = rows.flatMap(({ actions }) =>
      actions.flatMap(({ commandId, identifier }) =>
        commandId && answersWithPictures(ports, identifier) ? [commandId] : [],
      ),
    )
    const pictures = pictured.length ? await picturesOfCommands(run, pictured) : null
    for (const row of rows) {
      row.actions = row.actions.map(({ message, ...step }) => ({
        ...step,
        ...(step.commandId && pictures?.has(step.commandId)
          ? { pictures: pictures.get(step.commandId)!.map(({ file }) => file) }
          : {}),
        // Stored in both languages.
        ...(message ? { message: stepMessage(message as StepMessage, language) } : {}),
      }))
      row.reason = row.actions.find(({ state }) => state === 'failed')?.message ?? row.reason
    }
  },
})
