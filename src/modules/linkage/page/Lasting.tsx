/** For how long a state must last before it starts a rule. */
import { UNITS } from '#base/figureTexts.ts'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { stateTrigger } from '../watched.linkage.ts'

type LastingProps = { forS: unknown; onChange: (forS: number | null) => void }

export const Lasting = ({ forS, onChange }: LastingProps) => (
  <NumberField
    label={stateTrigger.fields.forS!.label}
    value={typeof forS === 'number' ? forS : undefined}
    min={0}
    max={86_400}
    unit={UNITS.s}
    placeholder={['立即', 'At once']}
    hint={['持续这么久才触发', 'It starts only after so long']}
    onChange={value => onChange(value ?? null)}
  />
)
