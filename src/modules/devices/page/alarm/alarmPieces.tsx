/** How lists of alarms show them: the state as a pill, and in the drawer what was done about one, with its pictures. */
import type { LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import type { deviceAlarm } from '../../alarm/deviceAlarm.noun.ts'
import { ALARM_STATES, alarmTone } from './alarmWords.ts'

const AlarmDetail = lazy(async () => (await import('./AlarmDetail.tsx')).AlarmDetail)

export const alarmPieces: LensPieces<typeof deviceAlarm> = {
  columns: {
    state: {
      width: 120,
      glow: row => row.state,
      render: row => <Pill tone={alarmTone(row)}>{ALARM_STATES[row.state]!.word}</Pill>,
    },
  },
  drawer: row => <AlarmDetail row={row} appId={String(row.appId)} />,
}
