/** The first half of a rule: the triggering devices, their events, and the conditions. */
import { PASSED, REFUSED } from '#base/figureTexts.ts'
import type { DeviceClass } from '#model/device.ts'
import { ReferenceSelect } from '#console/crud/form/ReferenceSelect.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import type { Conditions, Draft } from './linkageRow.ts'

export type Problems = Readonly<Record<string, Words>>
export type LinkagePartProps = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  problems: Problems
  classes: readonly DeviceClass[]
  devices: readonly DeviceRow[]
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
export const clockProblem = (conditions: Conditions): Words | null => {
  const { from, to } = conditions
  if (!from && !to) return null
  return from && to && CLOCK.test(from) && CLOCK.test(to)
    ? null
    : ['请填写起止时间，例如 08:00 与 18:00', 'Enter both times, such as 08:00 and 18:00']
}

export const LinkageIf = ({ draft, set, problems, classes, devices }: LinkagePartProps) => {
  const translate = useTranslate()
  const deviceClass = classes.find(one => one.key === draft.deviceClass)
  const events = Object.entries(deviceClass?.events ?? {}).map(([id, spec]) => ({ id, label: spec.label }))
  const passage = deviceClass?.events[draft.triggerEvent ?? '']?.record === 'passage'
  const own = devices.filter(device => device.deviceClass === draft.deviceClass)
  const change = (part: Partial<Conditions>): void => set({ conditions: { ...draft.conditions, ...part } })
  const { result, direction, groupId, from, to } = draft.conditions
  return (
    <>
      <section className="rule-block" aria-label={translate(['当', 'When'])}>
        <span className="rule-word">{translate(['当', 'IF'])}</span>
        <div className="rule-body">
          <Grid columns={2} gap={16}>
            <Select
              label={['设备类', 'Class']}
              required
              value={draft.deviceClass}
              options={classes.map(one => ({ id: one.key, label: one.label }))}
              onChange={key =>
                key && set({ deviceClass: key, triggerDeviceIds: [], triggerEvent: undefined, conditions: {} })
              }
            />
            <Select
              label={['触发事件', 'Event']}
              required
              value={draft.triggerEvent}
              options={events}
              onChange={triggerEvent => set({ triggerEvent })}
              {...(problems.triggerEvent ? { error: problems.triggerEvent } : {})}
            />
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
          </Grid>
        </div>
      </section>
      <section className="rule-block" aria-label={translate(['且', 'And'])}>
        <span className="rule-word">{translate(['且', 'AND'])}</span>
        <div className="rule-body">
          {passage && (
            <div className="rule-choices">
              <Segmented<'any' | 'yes' | 'no'>
                label={['结果', 'Result']}
                value={result === 1 ? 'yes' : result === 0 ? 'no' : 'any'}
                onChange={id => change({ result: id === 'any' ? null : id === 'yes' ? 1 : 0 })}
                items={[
                  { id: 'any', label: ['任何结果', 'Any result'] },
                  { id: 'yes', label: PASSED },
                  { id: 'no', label: REFUSED },
                ]}
              />
              <Segmented<'any' | 'in' | 'out'>
                label={['方向', 'Direction']}
                value={direction === 1 ? 'in' : direction === 2 ? 'out' : 'any'}
                onChange={id => change({ direction: id === 'any' ? null : id === 'in' ? 1 : 2 })}
                items={[
                  { id: 'any', label: ['任何方向', 'Any way'] },
                  { id: 'in', label: ['进', 'In'] },
                  { id: 'out', label: ['出', 'Out'] },
                ]}
              />
            </div>
          )}
          <Grid columns={2} gap={16}>
            {passage && (
              <ReferenceSelect
                label={['权限组', 'Permission group']}
                to="authGroup"
                value={groupId ?? undefined}
                onChange={id => change({ groupId: id ?? null })}
              />
            )}
            <div className="rule-clock">
              <TextField
                label={['时段', 'Hours']}
                value={from ?? ''}
                onChange={value => change({ from: value })}
                placeholder="08:00"
                maxLength={5}
                inputMode="numeric"
                mono
                {...(problems.conditions ? { error: problems.conditions } : {})}
              />
              <TextField
                label={['至', 'to']}
                value={to ?? ''}
                onChange={value => change({ to: value })}
                placeholder="18:00"
                maxLength={5}
                inputMode="numeric"
                mono
              />
            </div>
          </Grid>
        </div>
      </section>
    </>
  )
}
