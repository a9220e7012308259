/** What can be done with a device besides its commands: unbind, disable, a new secret; each asks first. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { can } from '#console/data/me.ts'
import { post, RequestError } from '#console/data/request.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { toast } from '#console/kit/overlay/toast.ts'
import type { Credentials } from './connect/connectSnippets.ts'
import { DEVICES } from './deviceCache.ts'
import type { DeviceRow } from './DeviceRow.ts'

const WAREHOUSE = '/api/device/warehouse'

const confirmUnbind = ({ name }: DeviceRow): Promise<boolean> =>
  confirm({
    message: [
      `解绑“${name}”后，设备上的人员与权限会被清除，设备回到仓库。确定吗？`,
      `Unbinding ${name} removes the people and rights on it and returns it to the warehouse. Continue?`,
    ],
    danger: true,
    okLabel: ['解绑', 'Unbind'],
  })
const confirmKick = ({ name }: DeviceRow): Promise<boolean> =>
  confirm({
    message: [`断开“${name}”的连接？设备随后可以重新连接。`, `Disconnect ${name}? It may connect again.`],
    okLabel: ['断开', 'Disconnect'],
  })
const confirmRotate = ({ name }: DeviceRow): Promise<boolean> =>
  confirm({
    message: [
      `为“${name}”生成新密钥？新旧密钥在 24 小时内同时有效。`,
      `Make a new secret for ${name}? Old and new both work for 24 hours.`,
    ],
    danger: true,
    okLabel: ['重置密钥', 'New secret'],
  })

/** Rights that an application's people may lack. */
const mayDo = () => ({
  unbind: can('deviceBind:unbind'),
  disable: can('device:disable'),
  enable: can('device:enable'),
  rotate: can('device:rotateSecret'),
  kick: can('device:kick'),
  edit: can('deviceBind:edit'),
})

export const useDeviceActs = (appId: string | undefined, onGone: (id: string) => void) => {
  const queries = useQueryClient()
  const [credentials, setCredentials] = useState<Credentials>()
  const [disabling, setDisabling] = useState<DeviceRow>()
  const renew = (): void => {
    void queries.invalidateQueries({ queryKey: [DEVICES] })
  }
  const run = async (work: () => Promise<unknown>, done: readonly [string, string]): Promise<boolean> => {
    try {
      await work()
      toast.ok(done)
      renew()
      return true
    } catch (error) {
      if (!(error instanceof RequestError && error.shown)) toast.error()
      return false
    }
  }
  return {
    credentials,
    closeCredentials: () => setCredentials(undefined),
    disabling,
    closeDisabling: () => setDisabling(undefined),
    async unbind(row: DeviceRow) {
      if (!(await confirmUnbind(row))) return
      if (await run(() => post(`${DEVICES}/${row.id}/unbind`, { appId }), ['已解绑', 'Unbound'])) onGone(row.id)
    },
    async enable(row: DeviceRow) {
      await run(
        () => post(`${WAREHOUSE}/${row.id}/enable`),
        ['已启用，设备可以重新连接', 'Enabled; it may connect again'],
      )
    },
    askDisable: setDisabling,
    disable: (row: DeviceRow, reason: string) =>
      run(() => post(`${WAREHOUSE}/${row.id}/disable`, { reason }), ['已禁用', 'Disabled']),
    async kick(row: DeviceRow) {
      if (!(await confirmKick(row))) return
      await run(() => post(`${WAREHOUSE}/${row.id}/kick`), ['已断开', 'Disconnected'])
    },
    async rotate(row: DeviceRow) {
      if (!(await confirmRotate(row))) return
      await run(
        async () =>
          setCredentials({
            ...(await post<Omit<Credentials, 'id'>>(`${WAREHOUSE}/${row.id}/rotateSecret`)),
            id: row.id,
          }),
        ['已生成新密钥', 'A new secret was made'],
      )
    },
    may: mayDo(),
  }
}
export type DeviceActs = ReturnType<typeof useDeviceActs>
