/** A condition on the time of day. */
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { TimeField } from '#console/kit/input/TimeField.tsx'
import { hoursCondition } from '../times.linkage.ts'

export default function HoursCondition({ values, change }: RuleFormProps) {
  return Object.entries(hoursCondition.fields).map(([name, { label }]) => (
    <TimeField
      key={name}
      label={label}
      required
      value={typeof values[name] === 'string' ? values[name] : ''}
      onChange={value => change({ [name]: value })}
    />
  ))
}
