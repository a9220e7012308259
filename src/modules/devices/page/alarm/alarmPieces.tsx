/** How lists of alarms show them: the state as a pill, and in the drawer what was done about one, with its pictures. */
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { AlarmState } from './AlarmState.tsx'
import type { deviceAlarm } from '../../alarm/deviceAlarm.noun.ts'

const AlarmDetail = lazy(async () => (await import('./AlarmDetail.tsx')).AlarmDetail)

export const alarmPieces: LensPieces<typeof deviceAlarm> = {
  columns: { state: { width: 204, least: 148, glow: row => row.state, render: row => <AlarmState alarm={row} /> } },
  drawer: row => <AlarmDetail row={row} appId={String(row.appId)} />,
}
