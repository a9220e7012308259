/** Passages by hour of today or by day of a longer period, beside those of the period before. */
import { YESTERDAY } from '#base/figureTexts.ts'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { BoardCell } from './BoardCell.tsx'
import type { Series } from './overview.ts'
import { periodOf } from './periods.ts'

type HoursCellProps = { series: Omit<Series, 'refused' | 'minutes'>; days: number; height: number; wide?: boolean }

export const HoursCell = ({ series, days, height, wide = false }: HoursCellProps) => {
  const translate = useTranslate()
  const hourly = days === 1
  return (
    <BoardCell
      wide={wide}
      title={hourly ? ['分时通行', 'Passages'] : ['每日通行', 'Passages']}
      note={hourly ? ['每小时', 'per hour'] : ['每天', 'per day']}
      end={
        <span>
          <span className="dc-key">{translate(periodOf(days).label)}</span>
          <span className="dc-key" data-tick="">
            {translate(hourly ? YESTERDAY : [`前 ${days} 天`, `${days} days before`])}
          </span>
        </span>
      }
    >
      <Bars
        values={series.passed.slice(0, series.now + 1)}
        before={series.before}
        labels={series.labels}
        running={series.now}
        label={translate(hourly ? ['每小时通行数', 'Passages per hour'] : ['每天通行数', 'Passages per day'])}
        height={height}
      />
    </BoardCell>
  )
}
