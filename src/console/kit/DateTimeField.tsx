/** A moment, shown in the person's own time zone; its value is an ISO instant in UTC. */
import { parseAbsoluteToLocal } from '@internationalized/date'
import { DateFrame, type DateFieldProps } from '#console/kit/DateField.tsx'

export type DateTimeFieldProps = DateFieldProps & { precision?: 'minute' | 'second' }

export const DateTimeField = ({ precision = 'minute', ...props }: DateTimeFieldProps) => (
  <DateFrame
    {...props}
    read={parseAbsoluteToLocal}
    write={moment => moment.toAbsoluteString()}
    picker={{ hideTimeZone: true, hourCycle: 24, granularity: precision }}
  />
)
