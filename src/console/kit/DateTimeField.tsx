/** A moment, shown in the person's own time zone; its value is an ISO instant in UTC. */
import { parseAbsoluteToLocal, type ZonedDateTime } from '@internationalized/date'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { DateOrder } from '#console/kit/DateOrder.tsx'
import { MonthCalendar } from '#console/kit/MonthCalendar.tsx'
import { DateBox, type DateFieldProps } from '#console/kit/DateField.tsx'
import { Field } from '#console/kit/Field.tsx'
import '#console/kit/Popover.css'

export type DateTimeFieldProps = DateFieldProps & { precision?: 'minute' | 'second' }

export const DateTimeField = ({
  value,
  onChange,
  onBlur,
  min,
  max,
  disabled,
  precision = 'minute',
  ...field
}: DateTimeFieldProps) => (
  <Field {...field} group>
    {({ labelId, describedBy }) => (
      <DateOrder>
        <DatePicker<ZonedDateTime>
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          isDisabled={disabled}
          isRequired={field.required}
          isInvalid={Boolean(field.error)}
          shouldForceLeadingZeros
          hideTimeZone
          hourCycle={24}
          granularity={precision}
          value={value ? parseAbsoluteToLocal(value) : null}
          minValue={min ? parseAbsoluteToLocal(min) : undefined}
          maxValue={max ? parseAbsoluteToLocal(max) : undefined}
          onChange={next => onChange(next?.toAbsoluteString())}
          onBlur={onBlur}
        >
          <DateBox disabled={disabled} />
          <Popover className="popover" offset={4}>
            <Dialog className="calendar-one">
              <MonthCalendar />
            </Dialog>
          </Popover>
        </DatePicker>
      </DateOrder>
    )}
  </Field>
)
