/** Remote control from the console: one command or one set of properties at a time, with its reason, audited with the act. */
import sql from 'sql-template-tag'
import { idFrom } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { requireProof } from '#server/auth/proof.ts'
import type { Ctx } from '#server/ctx.ts'
import { implement } from '#server/parts.ts'
import { command, deviceBind } from './deviceBind.noun.ts'
import { shownCommand } from './shownCommand.rules.ts'
import { commanded, queueCommand } from './command.server.ts'
import { riskOf, SET_PROPERTIES } from './setProperties.rules.ts'
import { queueSet } from './setProperties.server.ts'

/** So many different devices opened or moved by one person within five minutes are many: the next one asks who it is. */
const MANY = 5
const MANY_MS = 5 * 60_000

async function judgeMany(ctx: Ctx, device: { id: string; device_class: string }): Promise<void> {
  const [{ n }] = (await ctx.sql<{ n: number }>(
    sql`select count(distinct device_id)::int as n from devices.command where app_id = ${ctx.appId} and device_class = ${device.device_class}
      and id >= ${idFrom(ctx.now.getTime() - MANY_MS)} and user_id = ${ctx.user.userId} and risk <> 'none' and device_id <> ${device.id}`,
  )) as [{ n: number }]
  if (n >= MANY) await requireProof(ctx.ports, ctx.user)
}

export const commandHalf = implement(command, {
  async compute(ctx, rows) {
    for (const row of rows) {
      const { params, data } = row
      Object.assign(
        row,
        shownCommand(ctx.ports.classes.get(String(row.deviceClass)), String(row.identifier), { params, data }),
      )
    }
  },
  actions: {
    async send(ctx, input) {
      const [device] = await ctx.sql<{ id: string; name: string; device_class: string }>(
        sql`select id, name, device_class from devices.device where id = ${input.deviceId} and deleted_at is null`,
      )
      if (!device) throw new Refusal('not_found')
      const spec = ctx.ports.classes.get(device.device_class)?.commands[String(input.identifier)]
      if (!spec || spec.lane === 'work')
        throw new Refusal('invalid', { text: ['该设备不支持此操作', 'This device does not support that'] })
      if (spec.risk !== 'none' && !input.reason)
        throw invalidFields([{ field: 'reason', text: ['请选择原因', 'A reason is required'] }])
      if (spec.risk !== 'none') await judgeMany(ctx, device)
      const id = await queueCommand(ctx.ports, ctx.sql, {
        deviceId: device.id,
        identifier: String(input.identifier),
        params: (input.params as Record<string, unknown> | null) ?? {},
        reason: input.reason as string | null,
        origin: 'console',
        userId: ctx.user.userId,
        userName: ctx.user.nickname,
        ...(input.component ? { component: String(input.component) } : {}),
      })
      await ctx.audit({
        action: String(input.identifier),
        object: deviceBind.key,
        objectId: device.id,
        objectName: device.name,
        changes: { commandId: id, component: input.component ?? '', params: input.params ?? {} },
        reason: input.reason as string | null,
      })
      return { id }
    },
    async setProperties(ctx, input) {
      const device = await commanded(ctx.sql, String(input.deviceId))
      const reason = input.reason as string | null
      const component = String(input.component ?? '')
      const deviceClass = ctx.ports.classes.get(device.device_class)
      if (deviceClass && riskOf(deviceClass, (input.values ?? {}) as Record<string, unknown>) !== 'none')
        await judgeMany(ctx, device)
      const { id, values } = await queueSet(ctx.ports, ctx.sql, device, {
        deviceId: device.id,
        component,
        identifier: SET_PROPERTIES,
        params: input.values as Record<string, unknown>,
        reason,
        origin: 'console',
        userId: ctx.user.userId,
        userName: ctx.user.nickname,
      })
      await ctx.audit({
        action: SET_PROPERTIES,
        object: deviceBind.key,
        objectId: device.id,
        objectName: device.name,
        changes: { commandId: id, component, values },
        reason,
      })
      return { id }
    },
    async cancel(ctx, input) {
      const rows = await ctx.sql<{ id: string; identifier: string }>(
        sql`update devices.command set state = 6, finished_at = now(), message = '已取消' where id = ${input.id} and state = 0 returning id, identifier`,
      )
      if (!rows[0])
        throw new Refusal('wrong_state', {
          text: ['指令已发出，不能取消', 'It was sent already and cannot be cancelled'],
        })
      await ctx.audit({ action: 'cancel', object: 'command', objectId: rows[0].id, objectName: rows[0].identifier })
      return true
    },
  },
})
