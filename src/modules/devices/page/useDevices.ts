/** The devices of a page, kept true by what they say; a storm of messages asks the server at most every three seconds. */
import { useCallback, useEffect, useRef } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveState } from '#console/data/live.ts'
import { get } from '#console/data/request.ts'
import { applyMessages, asksAnew, DEVICES } from './deviceCache.ts'
import type { DevicePage, Figures } from './DeviceRow.ts'
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

export type DeviceQuery = {
  appId: string | undefined
  deviceClass: string
  name?: string | undefined
  siteId?: string | undefined
  status?: string | undefined
  current: number
  size: number
}

export const useDevices = (query: DeviceQuery) => {
  const client = useQueryClient()
  const page = useQuery({
    queryKey: [DEVICES, 'page', query],
    queryFn: ({ signal }) => get<DevicePage>(`${DEVICES}/page`, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const figures = useFigures(query.appId, query.deviceClass)
  const renew = useThrottled(() => {
    void client.invalidateQueries({ queryKey: [DEVICES, 'page'] })
    void client.invalidateQueries({ queryKey: [DEVICES, 'stat'] })
    void client.invalidateQueries({ queryKey: [DEVICES, 'detail'] })
  })
  const live: LiveState = useDeviceLive(
    { appId: query.appId, deviceClass: query.deviceClass, types: ['state', 'session', 'fact'] },
    messages => {
      applyMessages(client, messages)
      if (asksAnew(messages)) renew()
    },
    renew,
  )
  return { page, figures: figures.data, live, renew }
}

export const useFigures = (appId: string | undefined, deviceClass: string | undefined) =>
  useQuery({
    queryKey: [DEVICES, 'stat', appId, deviceClass ?? null],
    queryFn: ({ signal }) =>
      get<Figures>(`${DEVICES}/stat`, { appId, ...(deviceClass ? { deviceClass } : {}) }, { signal, quiet: true }),
  })
