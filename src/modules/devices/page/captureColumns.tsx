/** The columns of captures: the picture, what was seen in words, and when. */
import { SENT_LATER } from '#base/deviceTexts.ts'
import { showInstant } from '#base/time.ts'
import { AGE_BANDS, COLOURS, SEXES } from '#devices/abilities/seen.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { translateNow } from '#console/kit/language.tsx'
import type { Choices } from '#model/field.ts'
import type { RowOf } from '#model/row.ts'
import type { deviceCapture } from '../facts/capture.noun.ts'

export type CaptureRow = RowOf<typeof deviceCapture>

const wordOf = (choices: Choices, value: number | null): string[] => {
  const found = Object.values(choices).find(([wire]) => wire === value)
  return found ? [translateNow([found[1], found[2]])] : []
}
/** What was seen, in a few words: 男 · 青年 · 戴口罩, or the plate. */
const seenWords = (row: CaptureRow): string =>
  [
    ...(row.plate ? [row.plate] : []),
    ...wordOf(COLOURS, row.colour),
    ...wordOf(SEXES, row.sex),
    ...wordOf(AGE_BANDS, row.age),
    ...(row.mask ? [translateNow(['戴口罩', 'Mask'])] : []),
    ...(row.glasses ? [translateNow(['戴眼镜', 'Glasses'])] : []),
  ].join(' · ')

const Picture = ({ row }: { row: CaptureRow }) => (
  <Avatar name={row.name} src={usePictureUrl(row.photoFile)} shape="square" size={32} />
)
const late = (row: CaptureRow): boolean => Date.parse(row.receivedAt) - Date.parse(row.time) > 60_000

export const captureColumns: ColumnChanges<CaptureRow> = {
  photoFile: { width: 64, render: row => <Picture row={row} /> },
  name: {
    render: row => (
      <span className="two">
        <b className="ellipsis">{row.name}</b>
        <small>{seenWords(row)}</small>
      </span>
    ),
  },
  quality: { width: 80, render: row => (row.quality === null ? '—' : `${row.quality}%`) },
  time: {
    width: 176,
    render: row => (
      <span className="two">
        <span className="mono">{showInstant(row.time)}</span>
        <small className="warn">
          {row.clockOff ? translateNow(['设备时钟异常', 'Clock off']) : late(row) ? translateNow(SENT_LATER) : ''}
        </small>
      </span>
    ),
  },
}
