/** Which event of its devices starts a rule. */
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { Select } from '#console/kit/input/Select.tsx'

export default function EventTrigger({ deviceClass, triggerEvent, setEvent, problems }: RuleFormProps) {
  return (
    <Select
      label={['触发事件', 'Event']}
      required
      value={triggerEvent}
      options={Object.entries(deviceClass?.events ?? {}).map(([id, spec]) => ({ id, label: spec.label }))}
      onChange={setEvent}
      {...(problems.triggerEvent ? { error: problems.triggerEvent } : {})}
    />
  )
}
