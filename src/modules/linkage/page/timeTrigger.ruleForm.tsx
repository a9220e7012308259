/** At which times a rule starts: a clock time, sunrise or sunset, or where a time plan begins or ends. */
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { TimeField } from '#console/kit/input/TimeField.tsx'
import { Wide } from '#console/kit/layout/Grid.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { DAYS, EDGE, SUN, timeTrigger, type TimeOfRule } from '../times.linkage.ts'

const FIELDS = timeTrigger.fields
type Clock = 'at' | 'sun' | 'plan'
export default function TimeTrigger({ values, change }: RuleFormProps) {
  const translate = useTranslate()
  const { at, sun, offsetMin, siteId, days, planId, edge } = values as TimeOfRule
  const kind: Clock = sun ? 'sun' : planId !== undefined && planId !== null ? 'plan' : 'at'
  const none = { at: null, sun: null, siteId: null, offsetMin: null, planId: null, edge: null }
  return (
    <>
      <Wide>
        <Segmented<Clock>
          label={['何时', 'When']}
          value={kind}
          onChange={next =>
            change({
              ...none,
              ...(next === 'sun' ? { sun: SUN.rise[0] } : next === 'plan' ? { planId: '', edge: EDGE.begin[0] } : {}),
            })
          }
          items={[
            { id: 'at', label: ['时刻', 'Time'] },
            { id: 'sun', label: ['日出日落', 'Sun'] },
            { id: 'plan', label: ['时间计划', 'Time plan'] },
          ]}
        />
      </Wide>
      {kind === 'at' && (
        <TimeField label={FIELDS.at!.label} required value={at ?? ''} onChange={value => change({ at: value })} />
      )}
      {kind === 'sun' && (
        <>
          <Segmented<'1' | '2'>
            label={FIELDS.sun!.label}
            value={sun === SUN.set[0] ? '2' : '1'}
            onChange={id => change({ sun: Number(id) })}
            items={Object.values(SUN).map(([id, zh, en]) => ({
              id: String(id) as '1' | '2',
              label: [zh, en] as const,
            }))}
          />
          <ReferenceSelect
            label={FIELDS.siteId!.label}
            required
            to="site"
            value={siteId ?? undefined}
            onChange={id => change({ siteId: id ?? null })}
          />
          <NumberField
            label={['提前或推后', 'Offset']}
            value={offsetMin ?? undefined}
            min={-180}
            max={180}
            unit={['分钟', 'min']}
            hint={['负数为提前', 'Negative is earlier']}
            onChange={value => change({ offsetMin: value ?? null })}
          />
        </>
      )}
      {kind === 'plan' && (
        <>
          <ReferenceSelect
            label={FIELDS.planId!.label}
            required
            to="timePlan"
            value={planId || undefined}
            onChange={id => change({ planId: id ?? '' })}
          />
          <Segmented<'1' | '2'>
            label={FIELDS.edge!.label}
            value={edge === EDGE.end[0] ? '2' : '1'}
            onChange={id => change({ edge: Number(id) })}
            items={Object.values(EDGE).map(([id, zh, en]) => ({
              id: String(id) as '1' | '2',
              label: [zh, en] as const,
            }))}
          />
        </>
      )}
      {kind !== 'plan' && (
        <MultiSelect
          label={FIELDS.days!.label}
          value={(days ?? []).map(String)}
          options={DAYS.map((label, n) => ({ id: String(n + 1), label }))}
          placeholder={['每天', 'Every day']}
          onChange={ids => change({ days: ids.map(Number) })}
        />
      )}
      <Wide>
        <Notice tone="info">
          {translate([
            '平台停机期间错过的时间不会补做，只记入联动记录',
            'A time that passes while the platform does not run is recorded, not made up for',
          ])}
        </Notice>
      </Wide>
    </>
  )
}
