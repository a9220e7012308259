/** Which alarms start a rule. */
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { Select } from '#console/kit/input/Select.tsx'
import { ALARM_LEVELS } from '../../alarm/alarmLevels.rules.ts'
import { alarmTrigger } from '../../linkage/devices.linkage.ts'

const LEVELS = Object.values(ALARM_LEVELS).map(([id, zh, en]) => ({ id: String(id), label: [zh, en] as const }))

export default function AlarmTrigger({ values: { level, alarmKind }, change, deviceClass }: RuleFormProps) {
  return (
    <>
      <Select
        label={['最低级别', 'From level']}
        value={level ? String(level) : undefined}
        options={LEVELS}
        placeholder={['任何级别', 'Any level']}
        onChange={id => change({ level: id ? Number(id) : null })}
      />
      <Select
        label={alarmTrigger.fields.alarmKind!.label}
        value={typeof alarmKind === 'string' ? alarmKind : undefined}
        options={Object.entries(deviceClass?.events ?? {})
          .filter(([, spec]) => spec.record === 'alarm')
          .map(([id, spec]) => ({ id, label: spec.label }))}
        placeholder={['任何告警', 'Any alarm']}
        onChange={id => change({ alarmKind: id ?? null })}
      />
    </>
  )
}
