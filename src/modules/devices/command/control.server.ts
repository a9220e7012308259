/** Remote control from the console: one command or one set of properties at a time, with a reason, and audited. */
import { CHOOSE_REASON, NOT_SUPPORTED } from '#base/deviceTexts.ts'
import sql from 'sql-template-tag'
import { idFrom } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { ActionInput, Input } from '#model/row.ts'
import { inPlaces } from '#server/auth/places.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import type { DirectCtx } from '#server/ctx.ts'
import { toState } from '#server/moves/toState.ts'
import { implement } from '#server/parts.ts'
import { deviceBind } from '../stock/deviceBind.noun.ts'
import { command } from './command.noun.ts'
import { shownCommand } from './shownCommand.rules.ts'
import {
  commanded,
  giveCommand,
  judgeCommand,
  screenTexts,
  type Commanded,
  type CommandRequest,
} from './command.server.ts'
import { SET_PROPERTIES } from './commandWords.rules.ts'
import { riskOf } from './setProperties.rules.ts'
import { judgeSet } from './setProperties.server.ts'

/** The number of different devices that one user may open or move within five minutes; the next one requires a new proof of identity. */
const MANY = 5
const MANY_MS = 5 * 60_000
const ENGINE = { role: 'engine' } as const

/** Reads the device, which must belong to the application, and how many others of its kind the user moved recently. */
const lookAt = (ctx: DirectCtx, deviceId: string, component: string): Promise<Commanded & { others: number }> =>
  commanded(text => ctx.ports.db.query(ENGINE, text), deviceId, component, {
    within: sql` and d.app_id = ${ctx.appId}${inPlaces(ctx.user, ctx.appId)}`,
    more: sql`,
      (select count(distinct c.device_id)::int from devices.command c
      where c.app_id = d.app_id and c.device_class = d.device_class
      and c.id >= ${idFrom(ctx.now.getTime() - MANY_MS)} and c.user_id = ${ctx.user.userId} and c.risk <> 'none' and c.device_id <> d.id) as others`,
  })

async function judgeMany(ctx: DirectCtx, device: { others: number }): Promise<void> {
  if (device.others >= MANY) await requireProof(ctx.ports, ctx.user)
}

const givenBy = (
  ctx: DirectCtx,
  device: Commanded,
): Pick<CommandRequest, 'deviceId' | 'origin' | 'userId' | 'userName'> => ({
  deviceId: device.id,
  origin: 'console',
  userId: ctx.user.userId,
  userName: ctx.user.nickname,
})
const objectOf = (device: Commanded) => ({ object: deviceBind.key, objectId: device.id, objectName: device.name })

/** One command by a user; with `forced`, reasons that can be overridden do not refuse it. */
async function sendCommand(
  ctx: DirectCtx,
  input: Omit<ActionInput<(typeof command)['actions']['send']>, 'params'> & { params?: unknown },
  forced: boolean,
): Promise<{ id: string }> {
  const { reason, identifier } = input
  const component = String(input.component ?? '')
  const device = await lookAt(ctx, input.deviceId, component)
  const spec = ctx.ports.classes.get(device.device_class)?.commands[identifier]
  if (!spec || spec.lane === 'work' || (forced && !spec.never?.some(rule => rule.force)))
    throw new Refusal('invalid', { text: NOT_SUPPORTED })
  if (spec.risk !== 'none') {
    if (!reason) throw invalidFields([{ field: 'reason', text: CHOOSE_REASON }])
    await judgeMany(ctx, device)
  }
  const params = (input.params as Input | null) ?? {}
  const request: CommandRequest = { ...givenBy(ctx, device), identifier, params, component, reason, forced }
  const judged = judgeCommand(ctx.ports, device, request)
  await screenTexts(ctx.ports, text => ctx.ports.db.query(ENGINE, text), device.app_id, spec, judged.params)
  const id = await giveCommand(ctx, request, device, judged, commandId => ({
    action: identifier,
    ...objectOf(device),
    changes: { commandId, component, params: judged.params },
    reason,
  }))
  return { id }
}

export const commandHalf = implement(command, {
  async compute(ctx, rows) {
    for (const row of rows) {
      const { params, data } = row
      Object.assign(row, shownCommand(ctx.ports.classes.get(row.deviceClass), row.identifier, { params, data }))
    }
  },
  actions: {
    async cancel(ctx, input) {
      const rows = await ctx.sql<{ id: string; identifier: string }>(
        sql`update devices.command set ${toState(command.fields.state.values, 'cancelled')}, finished_at = now(), message = '已取消'
          where id = ${input.id} and state = 0 returning id, identifier`,
      )
      if (!rows[0])
        throw new Refusal('wrong_state', {
          text: ['指令已发出，不能取消', 'It was sent already and cannot be cancelled'],
        })
      await ctx.audit({ action: 'cancel', object: 'command', objectId: rows[0].id, objectName: rows[0].identifier })
      return true
    },
  },
  direct: {
    send: (ctx, input) => sendCommand(ctx, input, false),
    force: (ctx, input) => sendCommand(ctx, input, true),
    async setProperties(ctx, input) {
      const reason = input.reason
      const component = String(input.component ?? '')
      const params = (input.values ?? {}) as Input
      const device = await lookAt(ctx, input.deviceId, component)
      const deviceClass = ctx.ports.classes.get(device.device_class)
      if (deviceClass && riskOf(deviceClass, params) !== 'none') await judgeMany(ctx, device)
      const request: CommandRequest = {
        ...{ ...givenBy(ctx, device), identifier: SET_PROPERTIES, params, component, reason },
        until: input.until ?? null,
      }
      const judged = judgeSet(ctx.ports, device, request)
      const id = await giveCommand(ctx, request, device, judged, commandId => ({
        action: SET_PROPERTIES,
        ...objectOf(device),
        changes: { commandId, component, values: judged.params, ...(judged.heldUntil && { until: judged.heldUntil }) },
        reason,
      }))
      return { id }
    },
  },
})
