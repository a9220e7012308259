/** A comparison: how, and with which value, as the kind of the field needs it. */
import { UNITS } from '#base/figureTexts.ts'
import { VALUE } from '#base/labelTexts.ts'
import { NO, YES } from '#base/listTexts.ts'
import { type Field } from '#model/field.ts'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { COMPARE, isNumber } from '../../linkage/compare.rules.ts'

type CompareInputProps = {
  field: Field | undefined
  op: number | null | undefined
  value: unknown
  onChange: (change: { op?: number; value?: unknown }) => void
}
const { above, among, below, is, isNot } = COMPARE

const opsOf = (field: Field | undefined) =>
  (field && isNumber(field)
    ? [is, isNot, above, below]
    : field?.kind === 'text'
      ? [is, isNot, among]
      : [is, isNot]
  ).map(([id, zh, en]) => ({ id: String(id), label: [zh, en] as const }))

const ValueInput = ({ field, op, value, onChange }: CompareInputProps) => {
  const set = (next: unknown): void => onChange({ value: next })
  if (field?.kind === 'flag' || field?.kind === 'choice') {
    const options =
      field.kind === 'flag'
        ? [
            { id: 'true', label: field.words?.true ?? YES, wire: true },
            { id: 'false', label: field.words?.false ?? NO, wire: false },
          ]
        : Object.values(field.values).map(([wire, zh, en]) => ({ id: String(wire), label: [zh, en] as const, wire }))
    return (
      <Select
        label={VALUE}
        required
        value={value === undefined || value === null ? undefined : String(value)}
        options={options}
        onChange={id => set(options.find(one => one.id === id)?.wire)}
      />
    )
  }
  if (field && isNumber(field))
    return (
      <NumberField
        label={VALUE}
        required
        value={typeof value === 'number' ? value : undefined}
        {...(field.kind === 'decimal' ? { decimals: 2 } : {})}
        {...(field.unit ? { unit: UNITS[field.unit] } : {})}
        onChange={set}
      />
    )
  const many = op === among[0]
  return (
    <TextField
      label={VALUE}
      required
      value={Array.isArray(value) ? value.join('，') : String(value ?? '')}
      maxLength={many ? 1000 : 255}
      {...(many ? { hint: ['多个值用逗号分隔', 'Separate values by commas'] as const } : {})}
      onChange={text => set(many ? text.split(/[,，]\s*/) : text)}
    />
  )
}

export const CompareInput = (props: CompareInputProps) => {
  const { field, op, value, onChange } = props
  return (
    <Grid columns={2} gap={12}>
      <Select
        label={['比较', 'Comparison']}
        required
        value={op ? String(op) : undefined}
        options={opsOf(field)}
        onChange={id => {
          const next = Number(id ?? is[0])
          const list = next === among[0]
          onChange({ op: next, ...(list === Array.isArray(value) ? {} : { value: list ? [] : undefined }) })
        }}
      />
      <ValueInput {...props} />
    </Grid>
  )
}
