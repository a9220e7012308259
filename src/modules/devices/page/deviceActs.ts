/** Actions on a device besides its commands, each after a confirmation; loaded when the first of them is used. */
import { DISABLED } from '#base/texts.ts'
import { post, RequestError } from '#console/data/request.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Credentials } from '#model/protocol.ts'
import { DEVICES } from './deviceCache.ts'
import type { DeviceRow } from './DeviceRow.ts'

const WAREHOUSE = '/api/device/warehouse'

/** Returns whether it was done. */
async function run(work: () => Promise<unknown>, done: readonly [string, string]): Promise<boolean> {
  try {
    await work()
    toast.ok(done)
    return true
  } catch (error) {
    if (!(error instanceof RequestError && error.shown)) toast.error()
    return false
  }
}

export async function unbind(row: DeviceRow, appId: string | undefined): Promise<boolean> {
  const agreed = await confirm({
    message: [
      `解绑“${row.name}”后，设备上的人员与权限会被清除，设备回到仓库。确定吗？`,
      `Unbinding ${row.name} removes the people and rights on it and returns it to the warehouse. Continue?`,
    ],
    danger: true,
    okLabel: ['解绑', 'Unbind'],
  })
  return agreed && run(() => post(`${DEVICES}/${row.id}/unbind`, { appId }), ['已解绑', 'Unbound'])
}

export const enable = (row: DeviceRow): Promise<boolean> =>
  run(() => post(`${WAREHOUSE}/${row.id}/enable`), ['已启用，设备可以重新连接', 'Enabled; it may connect again'])

export const disable = (row: DeviceRow, reason: string): Promise<boolean> =>
  run(() => post(`${WAREHOUSE}/${row.id}/disable`, { reason }), DISABLED)

export async function kick(row: DeviceRow): Promise<boolean> {
  const agreed = await confirm({
    message: [`断开“${row.name}”的连接？设备随后可以重新连接。`, `Disconnect ${row.name}? It may connect again.`],
    okLabel: ['断开', 'Disconnect'],
  })
  return agreed && run(() => post(`${WAREHOUSE}/${row.id}/kick`), ['已断开', 'Disconnected'])
}

export async function unlinkGateway(row: DeviceRow, appId: string | undefined): Promise<boolean> {
  const name = row.gateway?.name ?? ''
  const agreed = await confirm({
    message: [
      `“${row.name}”不再经由网关“${name}”？经由它的连接会立即断开，网关会收到通知；网关若再次登录这台设备，关系会重新建立。`,
      `Unlink ${row.name} from the gateway ${name}? Its connection through the gateway ends at once, and the gateway is notified. If the gateway logs it in again, the link is made anew.`,
    ],
    okLabel: ['解除', 'Unlink'],
  })
  return agreed && run(() => post(`${DEVICES}/${row.id}/unlinkGateway`, { appId }), ['已解除', 'Unlinked'])
}

/** Returns the new credentials, which are shown once; undefined when nothing was changed. */
export async function rotate(row: DeviceRow): Promise<Credentials | undefined> {
  const agreed = await confirm({
    message: [
      `为“${row.name}”生成新密钥？新旧密钥在 24 小时内同时有效。`,
      `Make a new secret for ${row.name}? Old and new both work for 24 hours.`,
    ],
    danger: true,
    okLabel: ['重置密钥', 'New secret'],
  })
  if (!agreed) return undefined
  let made: Credentials | undefined
  await run(async () => {
    made = { ...(await post<Omit<Credentials, 'id'>>(`${WAREHOUSE}/${row.id}/rotateSecret`)), id: row.id }
  }, ['已生成新密钥', 'A new secret was made'])
  return made
}
