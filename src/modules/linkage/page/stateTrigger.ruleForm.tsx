/** Which state of its devices starts a rule. */
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { Select } from '#console/kit/input/Select.tsx'
import { Wide } from '#console/kit/layout/Grid.tsx'
import { CompareInput } from '#modules/devices/page/linkage/CompareInput.tsx'
import { partName } from '#modules/devices/page/partState.ts'
import { stateTrigger } from '../watched.linkage.ts'
import { Lasting } from './Lasting.tsx'

const chosen = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

export default function StateTrigger({ values, change, deviceClass, devices, triggerDeviceIds }: RuleFormProps) {
  const { property, op, value, component, forS } = values
  const spec = deviceClass?.properties[chosen(property) ?? '']
  const first = devices.find(one => one.id === triggerDeviceIds[0])
  const parts = spec?.per ? (first?.components ?? []).filter(part => part.kind === spec.per) : []
  return (
    <>
      <Select
        label={stateTrigger.fields.property!.label}
        required
        value={chosen(property)}
        options={Object.entries(deviceClass?.properties ?? {}).map(([id, one]) => ({ id, label: one.field.label }))}
        onChange={name => change({ property: name ?? null, op: 1, value: undefined, component: null })}
      />
      {parts.length > 1 && triggerDeviceIds.length === 1 && (
        <Select
          label={deviceClass!.components[spec!.per!]!.label}
          value={chosen(component)}
          options={parts.map(part => ({ id: part.key, label: partName(deviceClass, part) }))}
          placeholder={['任一部件', 'Any part']}
          onChange={key => change({ component: key ?? null })}
        />
      )}
      {spec && (
        <Wide>
          <CompareInput field={spec.field} op={op as number | null} value={value} onChange={change} />
        </Wide>
      )}
      <Lasting forS={forS} onChange={next => change({ forS: next })} />
    </>
  )
}
