/** Recent passages: portrait or initial, place and result. */
import { UNKNOWN_PERSON } from '#base/deviceTexts.ts'
import { PASSED, REFUSED } from '#base/figureTexts.ts'
import { REFUSAL_REASONS } from '#devices/abilities/passage.ts'
import { showClock } from '#base/time.ts'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { Pill } from '#console/kit/Pill.tsx'
import { PASS_METHODS } from '#devices/abilities/passage.ts'
import type { RecentRow } from './overview.ts'

export const resultWords = (row: { result: number; reason: string | null }): readonly [string, string] =>
  row.result === 1 ? PASSED : row.reason ? (REFUSAL_REASONS[row.reason] ?? [row.reason, row.reason]) : REFUSED
const methodWords = (method: number | null): readonly [string, string] => {
  const found = Object.values(PASS_METHODS).find(([wire]) => wire === method)
  return found ? [found[1], found[2]] : ['', '']
}

const Line = ({ row, fresh, picture }: { row: RecentRow; fresh: boolean; picture: number }) => {
  const translate = useTranslate()
  const url = usePictureUrl(row.photoFile)
  const name = row.personName ?? translate(UNKNOWN_PERSON)
  return (
    <a
      className="dc-passage"
      data-fresh={fresh || undefined}
      href={`/why/passage/${row.id}/${row.appId}`}
      onClick={followLink}
    >
      <Avatar name={name} src={url} shape="square" size={picture} />
      <span className="dc-passage-words">
        <b>{name}</b>
        <small>{[translate(methodWords(row.method)), row.deviceName].filter(Boolean).join(' · ')}</small>
      </span>
      <Pill tone={row.result === 1 ? 'ok' : row.reason === 'expired' || row.reason === 'notInTime' ? 'warn' : 'bad'}>
        {resultWords(row)}
      </Pill>
      <time>{showClock(row.time)}</time>
    </a>
  )
}

export type PassagesProps = {
  rows: readonly RecentRow[]
  freshIds: ReadonlySet<string>
  /** The number of lines. */
  most?: number
  /** The size of a portrait in px. */
  picture?: number
}

export const Passages = ({ rows, freshIds, most = 8, picture = 32 }: PassagesProps) => (
  <div className="dc-list">
    {rows.slice(0, most).map(row => (
      <Line key={row.id} row={row} fresh={freshIds.has(row.id)} picture={picture} />
    ))}
  </div>
)
