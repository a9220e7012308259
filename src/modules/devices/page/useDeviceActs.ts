/** Actions on a device besides its commands: unbind, disable, new secret; each asks for confirmation. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Credentials } from '#model/protocol.ts'
import { DEVICES } from './deviceCache.ts'
import type { DeviceRow } from './DeviceRow.ts'

const load = () => import('./deviceActs.ts')

export const useDeviceActs = (appId: string | undefined, onGone: (id: string) => void) => {
  const queries = useQueryClient()
  const [credentials, setCredentials] = useState<Credentials>()
  const [disabling, setDisabling] = useState<DeviceRow>()
  const renewed = async (doing: Promise<boolean>): Promise<boolean> => {
    const done = await doing
    if (done) void queries.invalidateQueries({ queryKey: [DEVICES] })
    return done
  }
  return {
    credentials,
    closeCredentials: () => setCredentials(undefined),
    disabling,
    closeDisabling: () => setDisabling(undefined),
    async unbind(row: DeviceRow) {
      if (await renewed((await load()).unbind(row, appId))) onGone(row.id)
    },
    enable: async (row: DeviceRow) => renewed((await load()).enable(row)),
    askDisable: setDisabling,
    disable: async (row: DeviceRow, reason: string) => renewed((await load()).disable(row, reason)),
    unlinkGateway: async (row: DeviceRow) => renewed((await load()).unlinkGateway(row, appId)),
    kick: async (row: DeviceRow) => renewed((await load()).kick(row)),
    async rotate(row: DeviceRow) {
      const made = await (await load()).rotate(row)
      if (made) setCredentials(made)
      await renewed(Promise.resolve(made !== undefined))
    },
  }
}
export type DeviceActs = ReturnType<typeof useDeviceActs>
