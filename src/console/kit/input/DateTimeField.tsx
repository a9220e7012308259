/** A moment, shown by the clock of the place; its value is an ISO instant in UTC. */
import { parseAbsolute, toZoned, type CalendarDateTime, type ZonedDateTime } from '@internationalized/date'
import { shownZone } from '#base/time.ts'
import { DateFrame, type DateFieldProps } from '#console/kit/input/DateField.tsx'

export type DateTimeFieldProps = DateFieldProps & { precision?: 'minute' | 'second' }

/** A field that was empty answers a wall clock without a zone. */
const toInstant = (moment: ZonedDateTime | CalendarDateTime): string =>
  ('timeZone' in moment ? moment : toZoned(moment, shownZone())).toAbsoluteString()

export const DateTimeField = ({ precision = 'minute', ...props }: DateTimeFieldProps) => (
  <DateFrame<ZonedDateTime | CalendarDateTime>
    {...props}
    read={text => parseAbsolute(text, shownZone())}
    write={toInstant}
    picker={{ hideTimeZone: true, hourCycle: 24, granularity: precision }}
  />
)
