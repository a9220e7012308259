/** 抓拍记录: the faces that passed the cameras of recorders, as a wall of pictures. */
import { useMemo } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { lazy, WhileLoading } from '#console/kit/layout/lazy.tsx'
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import type { deviceCapture } from '#modules/devices/facts/capture.noun.ts'
import { captureColumns } from '#modules/devices/page/captureColumns.tsx'

const CaptureDetail = lazy(async () => (await import('#modules/devices/page/CaptureDetail.tsx')).CaptureDetail)

export default function ChannelCapturePage(props: PageProps) {
  const { appId } = props
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
  return <LensPage {...props} pieces={pieces} />
}
