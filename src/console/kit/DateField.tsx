/** A day, typed or picked; its value is `2026-11-21`. */
import { CalendarDays } from 'lucide-react'
import { parseDate } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import { DateInput, DatePicker, DateSegment } from 'react-aria-components/DatePicker'
import { Group } from 'react-aria-components/Group'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { MonthCalendar } from '#console/kit/MonthCalendar.tsx'
import { DateOrder } from '#console/kit/DateOrder.tsx'
import { Field, type FieldProps } from '#console/kit/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import '#console/kit/Popover.css'
import './DateField.css'

export type DateFieldProps = FieldProps & {
  value: string | undefined
  onChange: (value: string | undefined) => void
  onBlur?: () => void
  min?: string
  max?: string
}

/** The segments and the button every date picker shows. */
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

export const DateField = ({ value, onChange, onBlur, min, max, disabled, ...field }: DateFieldProps) => (
  <Field {...field} group>
    {({ labelId, describedBy }) => (
      <DateOrder>
        <DatePicker
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          isDisabled={disabled}
          isRequired={field.required}
          isInvalid={Boolean(field.error)}
          shouldForceLeadingZeros
          value={value ? parseDate(value) : null}
          minValue={min ? parseDate(min) : undefined}
          maxValue={max ? parseDate(max) : undefined}
          onChange={next => onChange(next?.toString())}
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
