/** The calendar of one month in which a date or a range is picked. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { Icon } from '#console/kit/Icon.tsx'
import './MonthCalendar.css'

const Inside = () => (
  <>
    <div className="calendar-head">
      <Button slot="previous" className="calendar-step">
        <Icon of={ChevronLeft} />
      </Button>
      <CalendarHeading className="calendar-title" />
      <Button slot="next" className="calendar-step">
        <Icon of={ChevronRight} />
      </Button>
    </div>
    <CalendarGrid className="calendar-grid" weekdayStyle="short">
      <CalendarGridHeader>
        {day => <CalendarHeaderCell className="calendar-weekday">{day.replace(/^周/, '')}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>
        {date => (
          <CalendarCell date={date} className="calendar-day">
            {({ formattedDate }) => <span className="calendar-number">{formattedDate}</span>}
          </CalendarCell>
        )}
      </CalendarGridBody>
    </CalendarGrid>
  </>
)

export const MonthCalendar = ({ range }: { range?: boolean }) =>
  range ? (
    <RangeCalendar className="calendar" firstDayOfWeek="mon">
      <Inside />
    </RangeCalendar>
  ) : (
    <Calendar className="calendar" firstDayOfWeek="mon">
      <Inside />
    </Calendar>
  )
