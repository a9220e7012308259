/** 报警记录: the alarms of the devices of a class, the newest first. Shared by all classes. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage } from '#console/crud/list/LensPage.tsx'
import { alarmPieces } from './page/alarm/alarmPieces.tsx'

export const AlarmRecordPage = (props: PageProps) => <LensPage {...props} pieces={alarmPieces} />
