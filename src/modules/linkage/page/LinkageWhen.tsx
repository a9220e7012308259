/** The first part of a rule: what starts it, and at which devices. */
import { UNITS } from '#base/figureTexts.ts'
import { OFFLINE } from '#base/listTexts.ts'
import type { ReactNode } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TimeField } from '#console/kit/input/TimeField.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { partName } from '#modules/devices/page/partState.ts'
import { ALARM_LEVELS } from '#modules/devices/alarm/alarmLevels.rules.ts'
import { DAYS, EDGE, KIND, SUN, TRIGGER_FIELDS as FIELDS, type Trigger } from '../trigger.rules.ts'
import { CompareInput } from './CompareInput.tsx'
import type { Draft } from './linkageRow.ts'

export type Problems = Readonly<Record<string, Words>>
export type LinkagePartProps = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  problems: Problems
  classes: readonly DeviceClass[]
  devices: readonly DeviceRow[]
}
type PartProps = LinkagePartProps & { deviceClass: DeviceClass | undefined; change: (part: Partial<Trigger>) => void }

const KINDS = Object.values(KIND).map(([id, zh, en]) => ({ id: String(id), label: [zh, en] as const }))
const LEVELS = Object.values(ALARM_LEVELS).map(([id, zh, en]) => ({ id: String(id), label: [zh, en] as const }))

const Lasting = ({ draft, change }: Pick<PartProps, 'draft' | 'change'>) => (
  <NumberField
    label={FIELDS.forS.label}
    value={draft.trigger.forS ?? undefined}
    min={0}
    max={86_400}
    unit={UNITS.s}
    placeholder={['立即', 'At once']}
    hint={['持续这么久才触发', 'It starts only after so long']}
    onChange={value => change({ forS: value ?? null })}
  />
)

const OfState = ({ draft, change, deviceClass, devices }: PartProps) => {
  const { property, op, value, component } = draft.trigger
  const properties = Object.entries(deviceClass?.properties ?? {})
  const spec = deviceClass?.properties[property ?? '']
  const first = devices.find(one => one.id === draft.triggerDeviceIds[0])
  const parts = spec?.per ? (first?.components ?? []).filter(part => part.kind === spec.per) : []
  return (
    <>
      <Select
        label={FIELDS.property.label}
        required
        value={property ?? undefined}
        options={properties.map(([id, one]) => ({ id, label: one.field.label }))}
        onChange={name => change({ property: name ?? null, op: 1, value: undefined, component: null })}
      />
      {parts.length > 1 && draft.triggerDeviceIds.length === 1 && (
        <Select
          label={deviceClass!.components[spec!.per!]!.label}
          value={component ?? undefined}
          options={parts.map(part => ({ id: part.key, label: partName(deviceClass, part) }))}
          placeholder={['任一部件', 'Any part']}
          onChange={key => change({ component: key ?? null })}
        />
      )}
      {spec && (
        <Wide>
          <CompareInput field={spec.field} op={op} value={value} onChange={change} />
        </Wide>
      )}
      <Lasting {...{ draft, change }} />
    </>
  )
}

type Clock = 'at' | 'sun' | 'plan'
const OfTime = ({ draft, change }: PartProps) => {
  const translate = useTranslate()
  const { at, sun, offsetMin, siteId, days, planId, edge } = draft.trigger
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
        <TimeField label={FIELDS.at.label} required value={at ?? ''} onChange={value => change({ at: value })} />
      )}
      {kind === 'sun' && (
        <>
          <Segmented<'1' | '2'>
            label={FIELDS.sun.label}
            value={sun === SUN.set[0] ? '2' : '1'}
            onChange={id => change({ sun: Number(id) })}
            items={Object.values(SUN).map(([id, zh, en]) => ({
              id: String(id) as '1' | '2',
              label: [zh, en] as const,
            }))}
          />
          <ReferenceSelect
            label={FIELDS.siteId.label}
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
            label={FIELDS.planId.label}
            required
            to="timePlan"
            value={planId || undefined}
            onChange={id => change({ planId: id ?? '' })}
          />
          <Segmented<'1' | '2'>
            label={FIELDS.edge.label}
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
          label={FIELDS.days.label}
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

const OfPresence = ({ draft, change }: PartProps) => (
  <>
    <Segmented<'0' | '1'>
      label={FIELDS.online.label}
      value={draft.trigger.online === 1 ? '1' : '0'}
      onChange={id => change({ online: Number(id) })}
      items={[
        { id: '0', label: OFFLINE },
        { id: '1', label: ['上线', 'Online'] },
      ]}
    />
    <Lasting {...{ draft, change }} />
  </>
)

const OfAlarm = ({ draft, change, deviceClass }: PartProps) => (
  <>
    <Select
      label={['最低级别', 'From level']}
      value={draft.trigger.level ? String(draft.trigger.level) : undefined}
      options={LEVELS}
      placeholder={['任何级别', 'Any level']}
      onChange={id => change({ level: id ? Number(id) : null })}
    />
    <Select
      label={FIELDS.alarmKind.label}
      value={draft.trigger.alarmKind ?? undefined}
      options={Object.entries(deviceClass?.events ?? {})
        .filter(([, spec]) => spec.record === 'alarm')
        .map(([id, spec]) => ({ id, label: spec.label }))}
      placeholder={['任何告警', 'Any alarm']}
      onChange={id => change({ alarmKind: id ?? null })}
    />
  </>
)

const OfEvent = ({ draft, set, deviceClass, problems }: PartProps) => (
  <Select
    label={['触发事件', 'Event']}
    required
    value={draft.triggerEvent}
    options={Object.entries(deviceClass?.events ?? {}).map(([id, spec]) => ({ id, label: spec.label }))}
    onChange={triggerEvent => set({ triggerEvent, conditions: draft.conditions.filter(one => one.what !== 1) })}
    {...(problems.triggerEvent ? { error: problems.triggerEvent } : {})}
  />
)
const PARTS: Readonly<Record<number, (props: PartProps) => ReactNode>> = {
  [KIND.event[0]]: OfEvent,
  [KIND.state[0]]: OfState,
  [KIND.time[0]]: OfTime,
  [KIND.presence[0]]: OfPresence,
  [KIND.alarm[0]]: OfAlarm,
}

export const LinkageWhen = (props: LinkagePartProps) => {
  const { draft, set, problems, classes, devices } = props
  const translate = useTranslate()
  const deviceClass = classes.find(one => one.key === draft.deviceClass)
  const own = devices.filter(device => device.deviceClass === draft.deviceClass)
  const change = (part: Partial<Trigger>): void => set({ trigger: { ...draft.trigger, ...part } })
  const Part = PARTS[draft.triggerKind] ?? OfEvent
  return (
    <section className="rule-block" aria-label={translate(['当', 'When'])}>
      <span className="rule-word">{translate(['当', 'IF'])}</span>
      <div className="rule-body">
        <Segmented
          label={['触发方式', 'Trigger']}
          value={String(draft.triggerKind)}
          onChange={id =>
            set({
              ...{ triggerKind: Number(id), triggerEvent: undefined },
              trigger: Number(id) === KIND.presence[0] ? { online: 0 } : {},
              conditions: draft.conditions.filter(one => one.what > 2),
            })
          }
          items={KINDS}
        />
        <Grid columns={2} gap={16}>
          <Select
            label={['设备类', 'Class']}
            required
            value={draft.deviceClass}
            options={classes.map(one => ({ id: one.key, label: one.label }))}
            onChange={key =>
              key &&
              set({ deviceClass: key, triggerDeviceIds: [], triggerEvent: undefined, trigger: {}, conditions: [] })
            }
          />
          {draft.triggerKind === KIND.event[0] && <OfEvent {...{ ...props, deviceClass, change }} />}
          {draft.triggerKind !== KIND.time[0] && (
            <Wide>
              <MultiSelect
                label={['触发设备', 'Devices']}
                value={draft.triggerDeviceIds}
                options={own.map(device => ({ id: device.id, label: device.name, note: device.sn }))}
                onChange={triggerDeviceIds => set({ triggerDeviceIds })}
                placeholder={['不选则为该类全部设备', 'None chosen: every device of the class']}
                {...(problems.triggerDeviceIds ? { error: problems.triggerDeviceIds } : {})}
              />
            </Wide>
          )}
          {draft.triggerKind !== KIND.event[0] && <Part {...{ ...props, deviceClass, change }} />}
        </Grid>
        {problems.trigger && <Notice tone="bad">{translate(problems.trigger)}</Notice>}
      </div>
    </section>
  )
}
