/** What a rule must satisfy when it is saved, switched on or restored: complete, allowed to its author, and in no circle. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { lowered, type Text } from '#base/text.ts'
import type { Command } from '#model/device.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Act, Start, Words } from '#model/linkage.ts'
import type { Input, Params, Row } from '#model/row.ts'
import { judgeGiven, screenTexts } from '#modules/devices/api.ts'
import { heldIn } from '#modules/devices/command/mustEnd.rules.ts'
import { requirePoints } from '#modules/identity/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { TRIGGER_CHOICES } from './generated/kinds.ts'
import { circle, type LinkageAction, type RuleCondition } from './linkage.rules.ts'
import { neededPoints } from './neededPoints.rules.ts'
import { actProblem, conditionProblem, triggerProblem } from './problems.rules.ts'

interface LinkedDevice {
  id: string
  name: string
  sn: string
  device_class: string
}

const wrongAction = (text: Text): Refusal => invalidFields([{ field: 'actions', text }])
const NO_DEVICE: Text = ['请选择执行设备', 'Choose the device that acts']

/** Refuses a rule that cannot run, or that would form a circle with others. */
export async function judgeRule(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  const merged: Input = { ...before, ...values }
  const { classes, linkage: kinds } = ctx.ports
  const deviceClass = classes.get(String(merged.deviceClass ?? ''))
  if (merged.deviceClass && !deviceClass)
    throw invalidFields([{ field: 'deviceClass', text: ['没有这类设备', 'No such class of devices'] }])
  values.triggerDeviceIds ??= before ? before.triggerDeviceIds : []
  values.conditions ??= before ? before.conditions : []
  values.trigger ??= before ? before.trigger : {}
  values.triggerKind ??= before ? before.triggerKind : Object.values(TRIGGER_CHOICES)[0]![0]
  const triggers = triggersIn(merged.triggerDeviceIds)
  const triggerKind = Number(values.triggerKind)
  const start: Start = {
    deviceClass,
    triggerEvent: merged.triggerEvent as string | null,
    trigger: values.trigger as Params,
  }
  const problem = triggerProblem(kinds, triggerKind, start)
  if (problem) throw invalidFields([problem])
  const actions = (merged.actions ?? []) as LinkageAction[]
  const conditions = values.conditions as RuleCondition[]
  requirePoints(ctx.user, neededPoints(kinds, { ...start, triggerKind, conditions, actions }))
  if (actions.length === 0) throw invalidFields([{ field: 'actions', text: ['请添加动作', 'Add an action'] }])
  const devices = await ctx.sql<LinkedDevice>(
    sql`select id, name, sn, device_class from devices.device where app_id = ${ctx.appId} and deleted_at is null`,
  )
  judgeConditions(ctx, devices, conditions, kinds.triggers.get(triggerKind)!.gives?.(start).fields ?? {})
  const saved = (before?.actions ?? []) as LinkageAction[]
  for (const action of actions) await judgeAction(ctx, devices, action, saved)
  await refuseCircle(
    ctx,
    devices,
    { ...{ trigger_kind: triggerKind, trigger_device_ids: triggers, actions }, device_class: deviceClass?.key ?? null },
    before?.id,
  )
}

function judgeConditions(
  ctx: Ctx,
  devices: readonly LinkedDevice[],
  conditions: readonly RuleCondition[],
  fields: Words['fields'],
): void {
  const words: Words = {
    fields,
    classes: ctx.ports.classes,
    device: id => {
      const device = devices.find(one => one.id === id)
      return device && { name: device.name, deviceClass: device.device_class }
    },
    zone: ctx.zone,
  }
  const problems = conditions.flatMap((condition, at) => {
    const text = conditionProblem(ctx.ports.linkage, condition, words)
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
  saved: readonly LinkageAction[],
): Promise<void> {
  const device = devices.find(one => one.id === action.deviceId)
  if (action.deviceId && !device) throw wrongAction(['执行设备不在本应用中', 'A device is not in this application'])
  const act = ctx.ports.linkage.acts.get(action.identifier)
  if (act) return judgeAct(ctx, act, { action, device: device ?? null, saved })
  if (!device) throw wrongAction(NO_DEVICE)
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
    throw wrongAction([`${device.name} 不支持 ${action.identifier}`, `${device.name} cannot ${action.identifier}`])
  judgeParameters(ctx, command, device, action)
  await screenTexts(ctx.ports, ctx.sql, ctx.appId, command, action.params ?? {})
}

/** As when the command is given: what the rule leaves out, nobody could add when it runs. */
function judgeParameters(ctx: Ctx, command: Command, { name, sn }: LinkedDevice, action: LinkageAction): void {
  const { params, endAfterS } = action
  try {
    judgeGiven(ctx.ports, command, { sn }, { params: params ?? {}, endAfterS: endAfterS ?? null })
  } catch (error) {
    if (!(error instanceof Refusal) || !error.text) throw error
    const { text } = error
    throw wrongAction([
      `${name} · ${command.label[0]}：${text[0]}`,
      `${name}, ${lowered(command.label[1])}: ${text[1]}`,
    ])
  }
}

/** An action that the platform carries out. */
async function judgeAct(
  ctx: Ctx,
  act: Act,
  of: { action: LinkageAction; device: LinkedDevice | null; saved: readonly LinkageAction[] },
): Promise<void> {
  const params = of.action.params ?? {}
  if (act.device === 'required' && !of.device) throw wrongAction(NO_DEVICE)
  if (act.device === 'none' && of.device)
    throw wrongAction([`“${act.label[0]}”不针对设备`, `“${act.label[1]}” is about no device`])
  const problem = actProblem(act, params)
  if (problem) throw wrongAction(problem)
  if (act.mustEnd?.(params) && !of.action.endAfterS)
    throw wrongAction([
      `请填写“${act.label[0]}”多久后恢复：此后所有人都能通过`,
      `Say after how long “${act.label[1]}” ends: until then everybody can pass`,
    ])
  const before = of.saved.filter(({ identifier }) => identifier === act.key).map(one => one.params ?? {})
  await ctx.ports.linkage.halves.get(act.key)?.judge?.(ctx, { device: of.device, params }, before)
}

interface LinkedRule {
  trigger_kind: number
  trigger_device_ids: string[]
  actions: LinkageAction[]
  device_class: string | null
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
  const ofClass = (key: string | null): string[] =>
    devices.filter(device => device.device_class === key).map(device => device.id)
  const found = circle(
    ctx.ports.linkage,
    [...others, own].map(rule => ({
      triggerKind: rule.trigger_kind,
      from: rule.trigger_device_ids.length ? rule.trigger_device_ids : ofClass(rule.device_class),
      actions: rule.actions.filter(action => !isInert(ctx, devices, action)),
    })),
  )
  if (!found) return
  const names = found.flatMap(id => devices.find(device => device.id === id)?.name ?? (id || [])).join(' → ')
  throw invalidFields([{ field: 'actions', text: [`联动成环：${names}`, `The rules run in a circle: ${names}`] }])
}
