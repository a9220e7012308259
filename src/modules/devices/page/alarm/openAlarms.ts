/** Open alarms as the server answers them for the bell, and whether a new one makes a sound. */
import type { Text } from '#base/text.ts'
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
  clearedAt: string | null
  assigneeId: string | null
}
export interface OpenAlarms {
  /** Not acknowledged. */
  active: number
  total: number
  /** When the newest of those was opened. */
  newest: string | null
  /** The worst and newest first, as many as the bell shows. */
  alarms: readonly OpenAlarm[]
}

const SOUND = 'alarmSound'
export const soundOn = (): boolean => parsed(storedText(SOUND)) !== false
export const setSound = (on: boolean): void => storePreference(SOUND, on)
