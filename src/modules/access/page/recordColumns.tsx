/** The columns of passage records: face, person, place, result and time. */
import { SENT_LATER, UNKNOWN_PERSON } from '#base/deviceTexts.ts'
import { PASSED, REFUSED } from '#base/figureTexts.ts'
import { DONE, FAILED } from '#base/outcomeTexts.ts'
import { showInstant } from '#base/time.ts'
import { PASS_RESULTS } from '#devices/abilities/passage.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import type { RowOf } from '#model/row.ts'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { translateNow, type Words } from '#console/kit/language.tsx'
import type { passRecord } from '../passRecord.noun.ts'

const [PASSED_VALUE] = PASS_RESULTS.passed

/** For a class that moves when other devices let people pass: where the person passed, and what the device then did. */
interface Moved {
  sourceName?: string
  linkageName?: string
  actionState?: string
  actionMessage?: string
}
export type Passage = RowOf<typeof passRecord> & Moved

const Picture = ({ row }: { row: Passage }) => (
  <Avatar name={row.personName || '?'} src={usePictureUrl(row.photoFile)} shape="square" size={32} />
)
const resultPill = (row: Passage) => {
  const tone = row.result === PASSED_VALUE ? 'ok' : 'bad'
  return (
    <span className="pill" data-tone={tone} data-variant={tone === 'ok' ? 'plain' : 'soft'}>
      <i className="glyph" data-tone={tone} />
      {translateNow(tone === 'ok' ? PASSED : REFUSED)}
    </span>
  )
}
const lateWords = (row: Passage): Words =>
  row.clockOff ? ['设备时钟异常', 'Clock off'] : row.offline ? SENT_LATER : ''

export const RECORD_COLUMNS: ColumnChanges<Passage> = {
  photoFile: { width: 64, render: row => <Picture row={row} /> },
  personName: { render: row => <b className="ellipsis">{row.personName || translateNow(UNKNOWN_PERSON)}</b> },
  // For passages at other devices: where the person passed.
  deviceName: { render: row => <span className="ellipsis">{row.sourceName ?? row.deviceName}</span> },
  result: { width: 96, render: resultPill },
  time: {
    width: 176,
    render: row => (
      <span className="two">
        <span className="mono">{showInstant(row.time)}</span>
        <small className="warn">{translateNow(lateWords(row))}</small>
      </span>
    ),
  },
}

const STEPS: Readonly<Record<string, Words>> = { done: DONE, failed: FAILED }

/** What the device then did, for a class that moves when other devices let people pass. */
export const MOVED_COLUMNS: ColumnChanges<Passage> = {
  ...RECORD_COLUMNS,
  linkageName: {
    label: ['动作', 'Action'],
    render: row => (
      <span className="two">
        <b>{row.deviceName}</b>
        <small className={row.actionState === 'failed' ? 'bad' : ''}>
          {row.linkageName} · {row.actionMessage || translateNow(STEPS[row.actionState ?? ''] ?? ['执行中', 'Running'])}
        </small>
      </span>
    ),
  },
}
