/** A person ends that a device is behind its gateway, for example after it was moved. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { endpoint } from '#server/parts.ts'
import { notifyGateways, unlink } from '../connect/topology.server.ts'
import { deviceBind } from './deviceBind.noun.ts'

export const unlinkGateway = endpoint({
  method: 'POST',
  path: '/api/device/bind/:id/unlinkGateway',
  access: 'deviceBind:edit',
  places: true,
  scope: 'application',
  summary: [
    '解除设备与网关的关系：经由网关的会话立即结束，网关收到通知；网关再次登录它时重新建立',
    'Ends that a device is behind its gateway: its session over the gateway ends and the gateway is notified; another login over a gateway makes it anew',
  ],
  input: {},
  async run(ctx, { id }) {
    const [device] = await ctx.sql<{ sn: string; gatewayId: string | null }>(
      sql`select sn, gateway_id as "gatewayId" from devices.device
        where id = ${id} and app_id = ${ctx.appId} and deleted_at is null`,
    )
    if (!device) throw new Refusal('not_found')
    const unlinked = await unlink(ctx.sql, sql`id = ${id}`)
    if (!unlinked.length)
      throw new Refusal('conflict', { text: ['设备不在任何网关下', 'The device is not behind any gateway'] })
    notifyGateways(ctx.ports, ctx.sql, unlinked)
    await ctx.audit({
      ...{ action: 'unlinkGateway', object: deviceBind.key, objectId: id, objectName: device.sn },
      changes: { gatewayId: [device.gatewayId, null] },
    })
    return true
  },
})
