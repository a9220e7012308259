/** When a class of devices is busy: the mean of four whole weeks by weekday and hour. */
import { WEEKDAYS } from '#base/weekdays.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { HeatMap } from '#console/kit/figure/HeatMap.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { COUNTED_WORDS } from './countedWords.ts'
import { COUNTED } from './hourly.ts'
import type { Week } from './SumWeek.tsx'

/** The weeks of `hours`. */
const WEEKS = 4
const BUSY: Text = ['忙时', 'Busy hours']
export const WeekHours = ({ week, deviceClass }: { week: Week; deviceClass: DeviceClass }) => {
  const translate = useTranslate()
  const [fits] = COUNTED[deviceClass.figures]
  const counts = COUNTED_WORDS[deviceClass.figures]
  const values = WEEKDAYS.map(() => new Array<number>(24).fill(0))
  for (const entry of week.hours) if (fits(entry)) values[entry.weekday - 1]![entry.hour]! += entry.n / WEEKS
  return (
    <section className="sum-cell" data-span="6" aria-label={translate(BUSY)}>
      <header className="sum-head">
        <h2>{translate(BUSY)}</h2>
        <span>{translate(counts.busy)}</span>
      </header>
      <HeatMap label={BUSY} rows={WEEKDAYS.map(translate)} values={values} unit={counts.unit} />
    </section>
  )
}
