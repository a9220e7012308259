/** 抓拍记录: what the cameras of a class saw, as a wall of pictures; beside it their events. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import type { TabPieces } from '#console/crud/layouts/LensTabs.tsx'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { captureColumns } from '../page/captureColumns.tsx'
import { eventColumns } from '../page/eventColumns.tsx'
import type { deviceCapture } from './capture.noun.ts'
import { eventLens } from './facts.noun.ts'

const CaptureDetail = lazy(async () => (await import('../page/CaptureDetail.tsx')).CaptureDetail)

export default function CaptureEventPage(props: PageProps) {
  const { appId, deviceClass } = props
  const pieces = useMemo(
    (): LensPieces<typeof deviceCapture> => ({
      columns: captureColumns,
      drawer: row => (
        <WhileLoading show={<Skeleton lines={8} />}>
          <CaptureDetail appId={appId} capture={row} />
        </WhileLoading>
      ),
    }),
    [appId],
  )
  const tabPieces = useMemo(
    (): TabPieces =>
      deviceClass ? { [eventLens.key]: { columns: eventColumns(deviceClass) } as unknown as TabPieces[string] } : {},
    [deviceClass],
  )
  return <LensPage {...props} pieces={pieces} tabPieces={tabPieces} />
}
