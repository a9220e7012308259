/** The first part of a rule: what starts it, and at which devices. */
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import type { DeviceClass } from '#model/device.ts'
import type { Given, LinkageKinds } from '#model/linkage.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import { KindFields } from './KindFields.tsx'
import type { Draft } from './linkageRow.ts'

export type Problems = Readonly<Record<string, Words>>
export type LinkagePartProps = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  problems: Problems
  kinds: LinkageKinds
  classes: readonly DeviceClass[]
  devices: readonly DeviceRow[]
}
type Part = Pick<LinkagePartProps, 'draft' | 'kinds' | 'classes'>

/** More of them do not fit beside each other. */
const MOST_SIDE_BY_SIDE = 6
const NOTHING: Given = { fields: {} }
const classOf = ({ draft, classes }: Part): DeviceClass | undefined =>
  classes.find(one => one.key === draft.deviceClass)
/** What conditions can look at. */
export const givenBy = (part: Part): Given => {
  const { triggerEvent, trigger, triggerKind } = part.draft
  return part.kinds.triggers.get(triggerKind)?.gives?.({ deviceClass: classOf(part), triggerEvent, trigger }) ?? NOTHING
}
/** Whether the condition has something to look at. */
export const isOffered = ({ of }: { of?: 'fields' | 'person' }, { fields, person }: Given): boolean =>
  of === undefined || (of === 'person' ? person === true : Object.keys(fields).length > 0)

/** The form of the trigger, or of one of the conditions. */
export const formOf = (
  { draft, set, problems, kinds, classes, devices }: LinkagePartProps,
  values: RuleFormProps['values'],
  change: RuleFormProps['change'],
): RuleFormProps => ({
  ...{ values, change, classes, devices, problems, deviceClass: classOf({ draft, kinds, classes }) },
  ...{ triggerDeviceIds: draft.triggerDeviceIds, triggerEvent: draft.triggerEvent },
  given: givenBy({ draft, kinds, classes }),
  setEvent(triggerEvent) {
    const given = givenBy({ draft: { ...draft, triggerEvent }, kinds, classes })
    // The fields of another event are others.
    const stays = (what: number): boolean => {
      const kind = kinds.conditions.get(what)
      return kind?.of !== 'fields' && isOffered(kind ?? {}, given)
    }
    set({ triggerEvent, conditions: draft.conditions.filter(one => stays(one.what)) })
  },
})

const KindChoice = ({ draft, set, kinds }: LinkagePartProps) => {
  const choose = (id: string | undefined): void => {
    const kind = kinds.triggers.get(Number(id))
    if (!kind) return
    set({
      ...{ triggerKind: kind.wire, triggerEvent: undefined, trigger: { ...kind.initial } },
      conditions: draft.conditions.filter(one => !kinds.conditions.get(one.what)?.of),
    })
  }
  const value = String(draft.triggerKind)
  const all = [...kinds.triggers.values()]
    .sort((one, other) => one.wire - other.wire)
    .map(({ wire, label }) => ({ id: String(wire), label }))
  return all.length > MOST_SIDE_BY_SIDE ? (
    <Select label={['触发方式', 'Trigger']} required value={value} options={all} onChange={choose} />
  ) : (
    <Segmented label={['触发方式', 'Trigger']} value={value} items={all} onChange={choose} />
  )
}

export const LinkageWhen = (props: LinkagePartProps) => {
  const { draft, set, problems, kinds, classes, devices } = props
  const translate = useTranslate()
  const kind = kinds.triggers.get(draft.triggerKind)
  const own = devices.filter(device => device.deviceClass === draft.deviceClass)
  const form = formOf(props, draft.trigger, part => set({ trigger: { ...draft.trigger, ...part } }))
  return (
    <section className="rule-block" aria-label={translate(['当', 'When'])}>
      <span className="rule-word">{translate(['当', 'IF'])}</span>
      <div className="rule-body">
        <KindChoice {...props} />
        <Grid columns={2} gap={16}>
          {kind?.devices && (
            <Select
              label={['设备类', 'Class']}
              required
              value={draft.deviceClass}
              options={classes.map(one => ({ id: one.key, label: one.label }))}
              onChange={key =>
                key &&
                set({
                  ...{ deviceClass: key, triggerDeviceIds: [], triggerEvent: undefined, conditions: [] },
                  trigger: { ...kind.initial },
                })
              }
              {...(problems.deviceClass ? { error: problems.deviceClass } : {})}
            />
          )}
          {kind && <KindFields kind={kind} form={form} />}
          {kind?.devices && (
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
        </Grid>
        {problems.trigger && <Notice tone="bad">{translate(problems.trigger)}</Notice>}
      </div>
    </section>
  )
}
