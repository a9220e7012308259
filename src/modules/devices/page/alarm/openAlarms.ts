/** Open alarms as the server answers them for the bell, and whether a new one makes a sound. */
import type { Text } from '#base/text.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queries } from '#console/data/queries.ts'
import { get } from '#console/data/request.ts'
import { parsed, storedText, storePreference } from '#console/kit/preferences.ts'

export const ALARMS: Text = ['告警', 'Alarms']
export const ALARM_API = '/api/device/alarm'

export interface OpenAlarm {
  id: string
  appId: string
  name: string
  level: number
  state: number
  component: string
  deviceId: string
  deviceName: string
  deviceClass: string
  siteName: string | null
  repeats: number
  lastAt: string
  /** When it was last announced, by the clock of the platform: those of devices have no order. */
  announcedAt: string
  clearedAt: string | null
  assigneeId: string | null
}
export interface OpenAlarms {
  /** Not acknowledged. */
  active: number
  total: number
  /** The worst and newest first, as many as the bell shows, and always the newest. */
  alarms: readonly OpenAlarm[]
}

/** Also without a live message: what was missed while the connection was away. */
const AGAIN_MS = 30_000
const OPEN = [ALARM_API, 'open'] as const

/** The open alarms of the application of the address, or of all; of one site where it is given. */
export const openAlarmsQuery = (siteId?: string) =>
  queryOptions({
    queryKey: [...OPEN, location.pathname.split('/').at(-1), siteId],
    queryFn: ({ signal }) =>
      get<OpenAlarms>(`${ALARM_API}/open`, siteId === undefined ? undefined : { siteId }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
export const refetchOpenAlarms = (): void => void queries.invalidateQueries({ queryKey: OPEN })

const SOUND = 'alarmSound'
export const soundOn = (): boolean => parsed(storedText(SOUND)) !== false
export const setSound = (on: boolean): void => storePreference(SOUND, on)
