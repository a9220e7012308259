/** A span of days: 今天, 昨天, 近7天, 全部, or any two days. */
import { CalendarDays } from 'lucide-react'
import { parseDate } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import { DateInput, DateSegment } from 'react-aria-components/DatePicker'
import { DateRangePicker } from 'react-aria-components/DateRangePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Popover } from 'react-aria-components/Popover'
import { DateOrder } from '#console/kit/input/DateOrder.tsx'
import { MonthCalendar } from '#console/kit/input/MonthCalendar.tsx'
import { quickDates } from '#console/kit/defaults.ts'
import { quickDateOf, spanOf, type DaySpan } from '#console/kit/input/daySpan.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import '#console/kit/input/DateField.css'
import '#console/kit/overlay/Popover.css'
import './DateRange.css'

export type DateRangeProps = {
  label: Words
  /** `undefined` is 全部; begin with `defaultSpan()` of dateSpan.ts for the last 30 days. */
  value: DaySpan | undefined
  onChange: (value: DaySpan | undefined) => void
  /** Hides the four quick choices. */
  plain?: boolean
  max?: string
  disabled?: boolean
}

export const DateRange = ({ label, value, onChange, plain, max, disabled }: DateRangeProps) => {
  const translate = useTranslate()
  return (
    <div className="date-range">
      {!plain && (
        <Segmented
          label={label}
          items={quickDates}
          value={quickDateOf(value)}
          onChange={quick => onChange(spanOf(quick))}
          disabled={disabled}
        />
      )}
      <DateOrder>
        <DateRangePicker
          aria-label={translate(label)}
          shouldForceLeadingZeros
          isDisabled={disabled}
          maxValue={max ? parseDate(max) : undefined}
          value={value ? { start: parseDate(value.from), end: parseDate(value.to) } : null}
          onChange={next => onChange(next ? { from: next.start.toString(), to: next.end.toString() } : undefined)}
        >
          <Group className="box date-box calm" data-disabled={disabled || undefined}>
            <DateInput slot="start" className="date-input date-range-input">
              {segment => <DateSegment segment={segment} className="date-segment" />}
            </DateInput>
            <span className="date-dash" aria-hidden="true">
              –
            </span>
            <DateInput slot="end" className="date-input date-range-input">
              {segment => <DateSegment segment={segment} className="date-segment" />}
            </DateInput>
            <Button className="date-open">
              <Icon of={CalendarDays} size={14} />
            </Button>
          </Group>
          <Popover className="popover" offset={4}>
            <Dialog className="calendar-range">
              <MonthCalendar range />
            </Dialog>
          </Popover>
        </DateRangePicker>
      </DateOrder>
    </div>
  )
}
