/** A condition on the state of a device. */
import { STATE } from '#base/listTexts.ts'
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { stateCondition } from '../../linkage/devices.linkage.ts'
import { partName } from '../partState.ts'
import { CompareInput } from './CompareInput.tsx'

const chosen = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

export default function StateCondition({ values, change, classes, devices }: RuleFormProps) {
  const device = devices.find(one => one.id === values.deviceId)
  const deviceClass = classes.find(one => one.key === device?.deviceClass)
  const spec = deviceClass?.properties[chosen(values.name) ?? '']
  const parts = spec?.per ? (device?.components ?? []).filter(part => part.kind === spec.per) : []
  return (
    <>
      <ReferenceSelect
        label={stateCondition.fields.deviceId!.label}
        required
        to="deviceBind"
        value={chosen(values.deviceId)}
        onChange={id => change({ deviceId: id ?? null, name: null, op: 1, value: undefined, component: null })}
      />
      <Select
        label={STATE}
        required
        disabled={!device}
        value={chosen(values.name)}
        options={Object.entries(deviceClass?.properties ?? {}).map(([id, one]) => ({ id, label: one.field.label }))}
        onChange={name => {
          const per = deviceClass?.properties[name ?? '']?.per
          const first = per ? device?.components.find(part => part.kind === per)?.key : undefined
          change({ name: name ?? null, op: 1, value: undefined, component: first ?? null })
        }}
      />
      {parts.length > 1 && (
        <Select
          label={deviceClass!.components[spec!.per!]!.label}
          required
          value={chosen(values.component)}
          options={parts.map(part => ({ id: part.key, label: partName(deviceClass, part) }))}
          onChange={key => change({ component: key ?? null })}
        />
      )}
      {spec && (
        <CompareInput field={spec.field} op={values.op as number | null} value={values.value} onChange={change} />
      )}
    </>
  )
}
