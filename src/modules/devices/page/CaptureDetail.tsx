/** One capture in its drawer: its pictures, what was seen, and a link to its whole story. */
import { FULL_STORY } from '#base/deviceTexts.ts'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { StoredPicture } from '#console/crud/row/StoredPicture.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { deviceCapture as noun } from '../facts/capture.noun.ts'
import type { CaptureRow } from './captureColumns.tsx'

const SHOWN = ['kind', 'plate', 'colour', 'sex', 'age', 'mask', 'glasses', 'quality', 'component', 'time', 'receivedAt']

export type CaptureDetailProps = { appId: string | undefined; capture: CaptureRow }

export const CaptureDetail = ({ appId, capture }: CaptureDetailProps) => {
  const translate = useTranslate()
  const known = SHOWN.filter(
    name => capture[name as keyof CaptureRow] !== null && capture[name as keyof CaptureRow] !== '',
  )
  return (
    <Stack gap={20}>
      {capture.pictures?.length ? (
        <span className="crud-pictures">
          {capture.pictures.map(file => (
            <StoredPicture key={file} id={file} label={capture.name} />
          ))}
        </span>
      ) : (
        <Notice tone="info">
          {translate([
            '没有照片：设备没有上传，或已到保存期限并删除',
            'No picture: the device sent none, or it was removed at the end of its period',
          ])}
        </Notice>
      )}
      <DetailView
        items={[
          {
            label: noun.fields.deviceId.label,
            value: (
              <Link href={`/${capture.deviceClass}/equi/${appId}?row=${capture.deviceId}`}>{capture.deviceName}</Link>
            ),
          },
          ...detailsOf(noun, capture, known, translate),
        ]}
      />
      <p>
        <Link href={`/why/capture/${capture.id}/${appId}`}>{translate(FULL_STORY)}</Link>
      </p>
    </Stack>
  )
}
