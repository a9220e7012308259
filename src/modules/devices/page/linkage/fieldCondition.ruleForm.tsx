/** A condition on what started the rule: one of its fields. */
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { Select } from '#console/kit/input/Select.tsx'
import { CompareInput } from './CompareInput.tsx'

export default function FieldCondition({ values: { name, op, value }, change, given }: RuleFormProps) {
  const field = typeof name === 'string' ? given.fields[name] : undefined
  return (
    <>
      <Select
        label={['内容', 'Field']}
        required
        value={typeof name === 'string' ? name : undefined}
        options={Object.entries(given.fields).map(([id, one]) => ({ id, label: one.label }))}
        onChange={id => change({ name: id ?? null, op: 1, value: undefined })}
      />
      {field && <CompareInput field={field} op={op as number | null} value={value} onChange={change} />}
    </>
  )
}
