/** Keeps the devices of a page up to date by live messages; however many arrive, the server is asked at most every three seconds. */
import { useCallback, useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { can } from '#console/data/me.ts'
import { get } from '#console/data/request.ts'
import { DEVICES } from './deviceCache.ts'
import type { Figures } from './DeviceRow.ts'
import { useDeviceLive } from './useDeviceLive.ts'

const PAUSE_MS = 3000

/** Calls `act` soon, and not again within the pause. */
export const useThrottled = (act: () => void, pauseMs = PAUSE_MS): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        last.current = Date.now()
        latest.current()
      },
      Math.max(150, last.current + pauseMs - Date.now()),
    )
  }, [pauseMs])
}

/** Updates displayed rows of the class by live messages; returns the figures of the class. */
export const useDevicesLive = (appId: string | undefined, deviceClass: string | undefined): Figures | undefined => {
  const client = useQueryClient()
  const figures = useFigures(appId, deviceClass)
  const renew = useThrottled(() => {
    for (const part of ['page', 'stat', 'detail']) void client.invalidateQueries({ queryKey: [DEVICES, part] })
  })
  useDeviceLive(
    { appId, deviceClass, types: ['state', 'session', 'fact'] },
    messages => {
      // Loaded with the first message of a device.
      void import('./applyMessages.ts').then(({ applyMessages, asksAnew }) => {
        applyMessages(client, messages)
        if (asksAnew(messages)) renew()
      })
    },
    renew,
  )
  return figures.data
}

export const useFigures = (appId: string | undefined, deviceClass: string | undefined) =>
  useQuery({
    queryKey: [DEVICES, 'stat', appId, deviceClass ?? null],
    queryFn: ({ signal }) =>
      get<Figures>(`${DEVICES}/stat`, { appId, ...(deviceClass ? { deviceClass } : {}) }, { signal, quiet: true }),
    enabled: can('deviceBind:stat'),
  })
