/** Alarms of an application, the open ones first; the drawer shows what was done about one, with its pictures. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage } from '#console/crud/list/LensPage.tsx'
import { alarmPieces } from './page/alarm/alarmPieces.tsx'

export const AlarmPage = (props: PageProps) => <LensPage {...props} pieces={alarmPieces} />
