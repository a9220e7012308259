/** Whether devices that go offline or come back start a rule. */
import { OFFLINE } from '#base/listTexts.ts'
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { presenceTrigger } from '../watched.linkage.ts'
import { Lasting } from './Lasting.tsx'

export default function PresenceTrigger({ values: { online, forS }, change }: RuleFormProps) {
  return (
    <>
      <Segmented<'0' | '1'>
        label={presenceTrigger.fields.online!.label}
        value={online === 1 ? '1' : '0'}
        onChange={id => change({ online: Number(id) })}
        items={[
          { id: '0', label: OFFLINE },
          { id: '1', label: ['上线', 'Online'] },
        ]}
      />
      <Lasting forS={forS} onChange={next => change({ forS: next })} />
    </>
  )
}
