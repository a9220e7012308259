/** Passages of today by hour, beside those of yesterday. */
import { TODAY, YESTERDAY } from '#base/figureTexts.ts'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { BoardCell } from './BoardCell.tsx'

/** Each sixth hour and the last one. */
const HOUR_LABELS = Array.from({ length: 24 }, (_, at) =>
  at % 6 === 0 || at === 23 ? String(at).padStart(2, '0') : '',
)

type HoursCellProps = {
  /** 24 figures each. */
  today: readonly number[]
  yesterday: readonly number[]
  /** The one that is still running. */
  hour: number
  height: number
  wide?: boolean
}

export const HoursCell = ({ today, yesterday, hour, height, wide = false }: HoursCellProps) => {
  const translate = useTranslate()
  return (
    <BoardCell
      wide={wide}
      title={['分时通行', 'Passages']}
      note={['每小时', 'per hour']}
      end={
        <span>
          <span className="dc-key">{translate(TODAY)}</span>
          <span className="dc-key" data-tick="">
            {translate(YESTERDAY)}
          </span>
        </span>
      }
    >
      <Bars
        values={today.slice(0, hour + 1)}
        before={yesterday}
        labels={HOUR_LABELS}
        running={hour}
        label={translate(['每小时通行数', 'Passages per hour'])}
        height={height}
      />
    </BoardCell>
  )
}
