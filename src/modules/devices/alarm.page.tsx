/** Alarms of an application, the open ones first; the drawer shows what was done about one, with its pictures. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Pill } from '#console/kit/Pill.tsx'
import type { deviceAlarm } from './alarm/deviceAlarm.noun.ts'
import { ALARM_STATES, alarmTone } from './page/alarm/alarmWords.ts'

const AlarmDetail = lazy(async () => (await import('./page/alarm/AlarmDetail.tsx')).AlarmDetail)

const pieces: LensPieces<typeof deviceAlarm> = {
  columns: {
    state: {
      width: 120,
      glow: row => row.state,
      render: row => <Pill tone={alarmTone(row)}>{ALARM_STATES[row.state]!.word}</Pill>,
    },
  },
  drawer: row => <AlarmDetail row={row} appId={String(row.appId)} />,
}

export const AlarmPage = (props: PageProps) => <LensPage {...props} pieces={pieces} />
