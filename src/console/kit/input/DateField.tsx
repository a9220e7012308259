/** A day, typed or picked; its value is `2026-11-21`. */
import { CalendarDays } from 'lucide-react'
import { parseDate } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import {
  DateInput,
  DatePicker,
  DateSegment,
  type DatePickerProps,
  type DateValue,
} from 'react-aria-components/DatePicker'
import { Group } from 'react-aria-components/Group'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { MonthCalendar } from '#console/kit/input/MonthCalendar.tsx'
import { DateOrder } from '#console/kit/input/DateOrder.tsx'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import '#console/kit/overlay/Popover.css'
import './DateField.css'

export type DateFieldProps = FieldProps & {
  value: string | undefined
  onChange: (value: string | undefined) => void
  onBlur?: () => void
  min?: string
  max?: string
}

/** The segments and the button of every date picker. */
export const DateBox = ({ disabled }: { disabled: boolean | undefined }) => (
  <Group className="box date-box" data-disabled={disabled || undefined}>
    <DateInput className="date-input">
      {segment => <DateSegment segment={segment} className="date-segment" />}
    </DateInput>
    <Button className="date-open">
      <Icon of={CalendarDays} size={14} />
    </Button>
  </Group>
)

type FrameProps<V extends DateValue> = DateFieldProps & {
  read: (value: string) => V
  write: (value: V) => string
  picker?: Pick<DatePickerProps<V>, 'hideTimeZone' | 'hourCycle' | 'granularity'>
}

/** A date picker with a calendar of one month, for dates with or without a time. */
export const DateFrame = <V extends DateValue>({
  value,
  onChange,
  onBlur,
  min,
  max,
  disabled,
  read,
  write,
  picker,
  ...field
}: FrameProps<V>) => (
  <Field {...field} group>
    {({ labelId, describedBy }) => (
      <DateOrder>
        <DatePicker<DateValue>
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          isDisabled={disabled}
          isRequired={field.required}
          isInvalid={Boolean(field.error)}
          shouldForceLeadingZeros
          {...picker}
          value={value ? read(value) : null}
          minValue={min ? read(min) : undefined}
          maxValue={max ? read(max) : undefined}
          onChange={next => onChange(next ? write(next as V) : undefined)}
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

export const DateField = (props: DateFieldProps) => <DateFrame {...props} read={parseDate} write={String} />
