/** 设备日志: the messages of devices in both directions; a message leads to the others of its request. */
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { linkTo } from '#console/crud/row/linkTo.ts'
import { type deviceLog, deviceLogLens } from '../facts/facts.noun.ts'

const pieces: LensPieces<typeof deviceLog> = {
  // Its name and its serial number.
  columns: { deviceId: { grow: 2 }, content: { grow: 2 } },
  acts: row =>
    linkTo(deviceLogLens.key, ['关联请求', 'Same request'], { deviceId: row.deviceId, requestId: row.requestId }),
}

export default function DeviceLogPage(props: PageProps) {
  return <LensPage {...props} pieces={pieces} />
}
