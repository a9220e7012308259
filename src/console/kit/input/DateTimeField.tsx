/** A date with a time in the displayed time zone; its value is an ISO instant in UTC. */
import { parseAbsolute, toZoned, type CalendarDateTime, type ZonedDateTime } from '@internationalized/date'
import { shownZone } from '#base/time.ts'
import { DateFrame, type DateFieldProps } from '#console/kit/input/DateField.tsx'

export type DateTimeFieldProps = DateFieldProps & { precision?: 'minute' | 'second' }

/** A field that was empty reports a date and time without a zone, which is read in the displayed one. */
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
