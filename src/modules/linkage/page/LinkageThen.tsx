/** The second half of a rule: which devices act, how, after which delay, and in which order. */
import { UNITS } from '#base/figureTexts.ts'
import { useMemo, useRef } from 'react'
import { ArrowDown, ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react'
import type { DeviceClass } from '#model/device.ts'
import type { Act as PlatformAct, LinkageKinds } from '#model/linkage.ts'
import type { Input, Params } from '#model/row.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import { Button } from '#console/kit/Button.tsx'
import { ComboBox } from '#console/kit/input/ComboBox.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import { Segmented } from '#console/kit/input/Segmented.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { LONGEST_S } from '#modules/devices/command/mustEnd.rules.ts'
import { actsFor, initialOf, type Act } from '#modules/devices/page/command/classCommands.ts'
import type { DeviceRow } from '#modules/devices/page/DeviceRow.ts'
import type { LinkagePartProps } from './LinkageWhen.tsx'
import type { Draft } from './linkageRow.ts'
import { partName } from '#modules/devices/page/partState.ts'

type DraftAction = Draft['actions'][number]

/** Every command of a class, whatever state a device is in, and what the platform does; without a device what needs none. */
const actsOf = (kinds: LinkageKinds, deviceClass: DeviceClass | undefined): readonly Act[] => [
  ...(deviceClass ? commandsOf(deviceClass) : []),
  ...[...kinds.acts.values()]
    .filter(({ device }) => device !== (deviceClass ? 'none' : 'required'))
    .map(act => byPlatform(act)),
]
/** Offered like a command of a device. */
const byPlatform = ({ key, label, fields }: PlatformAct): Act => ({
  ...{ id: key, identifier: key, label, params: {}, asks: fields },
  command: { ...{ label, input: fields, ttlS: 30, offline: 'queue', risk: 'none', lane: 'now' } },
  ...{ inForce: false, never: null, forcible: false },
})
/** Whether the action cannot do without a device: a command, or an act about one. */
export const asksForDevice = (kinds: LinkageKinds, { identifier }: Pick<DraftAction, 'identifier'>): boolean =>
  (kinds.acts.get(identifier)?.device ?? 'required') === 'required'
const commandsOf = (deviceClass: DeviceClass): readonly Act[] =>
  [undefined, ...Object.keys(deviceClass.components)].flatMap(kind =>
    actsFor(deviceClass, kind, everyState(deviceClass)),
  )
/** A state in which no choice is active, so that returning to normal is offered too. */
const everyState = (deviceClass: DeviceClass): Params =>
  Object.fromEntries(Object.keys(deviceClass.properties).map(name => [name, Number.NaN]))
const actIn = (acts: readonly Act[], action: DraftAction): Act | undefined =>
  acts.find(
    act =>
      act.identifier === action.identifier &&
      Object.entries(act.params).every(([name, value]) => action.params?.[name] === value),
  )

const ActionRow = ({
  action,
  at,
  last,
  kinds,
  classes,
  devices,
  onChange,
  onMove,
  onRemove,
}: {
  action: DraftAction
  at: number
  last: boolean
  kinds: LinkageKinds
  classes: readonly DeviceClass[]
  devices: readonly DeviceRow[]
  onChange: (change: Partial<DraftAction>) => void
  onMove: (by: 1 | -1) => void
  onRemove: (() => void) | undefined
}) => {
  const translate = useTranslate()
  const device = devices.find(one => one.id === action.deviceId)
  const deviceClass = classes.find(one => one.key === device?.deviceClass)
  const acts = useMemo(() => actsOf(kinds, deviceClass), [kinds, deviceClass])
  const act = actIn(acts, action)
  const parts = act?.command.per ? (device?.components ?? []).filter(part => part.kind === act.command.per) : []
  const latest = useRef(devices)
  latest.current = devices
  const load = useMemo(
    () => async (text: string) =>
      latest.current
        .filter(one => !text || one.name.includes(text) || one.sn.toLowerCase().includes(text.toLowerCase()))
        .slice(0, 30)
        .map(one => ({ id: one.id, label: one.name, note: one.sn })),
    [],
  )
  const choose = (id: string | undefined): void => {
    const next = acts.find(one => one.id === id)
    const first = next?.command.per ? device?.components.find(part => part.kind === next.command.per)?.key : undefined
    onChange({
      identifier: next?.identifier ?? '',
      params: next ? { ...initialOf(next.asks), ...next.params } : {},
      endAfterS: null,
      component: next?.command.per ? (action.component ?? first ?? null) : null,
    })
  }
  return (
    <li className="rule-action">
      <span className="rule-action-no">{at + 1}</span>
      <div className="rule-action-fields">
        <ComboBox
          label={['执行设备', 'Device']}
          required={action.identifier !== '' && asksForDevice(kinds, action)}
          value={device ? { id: device.id, label: device.name } : undefined}
          load={load}
          onChange={option => onChange({ deviceId: option?.id ?? null, identifier: '', params: {}, component: null })}
        />
        <Select
          label={['动作', 'Action']}
          required
          value={act?.id}
          options={acts.map(one => ({ id: one.id, label: one.label }))}
          onChange={choose}
        />
        {parts.length > 1 && (
          <Select
            label={deviceClass!.components[act!.command.per!]!.label}
            required
            value={action.component ?? undefined}
            options={parts.map(part => ({ id: part.key, label: partName(deviceClass, part) }))}
            onChange={key => onChange({ component: key ?? null })}
          />
        )}
        <NumberField
          label={['延时', 'After']}
          value={action.delayMs ? action.delayMs / 1000 : undefined}
          min={0}
          max={60}
          decimals={1}
          step={0.5}
          unit={UNITS.s}
          placeholder={['立即', 'At once']}
          onChange={value => onChange({ delayMs: value ? Math.round(value * 1000) : null })}
        />
        {(act?.end?.must || kinds.acts.get(action.identifier)?.mustEnd?.(action.params ?? {})) && (
          <NumberField
            label={['多久后恢复', 'Ends after']}
            required
            value={action.endAfterS ? action.endAfterS / 60 : undefined}
            min={1}
            max={Math.floor(LONGEST_S / 60)}
            unit={UNITS.min}
            onChange={value => onChange({ endAfterS: value ? Math.round(value * 60) : null })}
          />
        )}
        {act &&
          Object.entries(act.asks).map(([name, field]) => (
            <FieldInput
              key={name}
              field={field}
              name={name}
              values={(action.params ?? {}) as Input}
              onChange={(key, value) => onChange({ params: { ...action.params, [key]: value } })}
            />
          ))}
      </div>
      <span className="rule-action-tools">
        <IconButton icon={ArrowUp} size="small" label={['上移', 'Up']} disabled={at === 0} onPress={() => onMove(-1)} />
        <IconButton icon={ArrowDown} size="small" label={['下移', 'Down']} disabled={last} onPress={() => onMove(1)} />
        <IconButton
          icon={Trash2}
          size="small"
          label={['删除动作', 'Remove']}
          disabled={!onRemove}
          {...(onRemove ? { onPress: onRemove } : {})}
        />
      </span>
      <span className="visually-hidden">{translate([`动作 ${at + 1}`, `Action ${at + 1}`])}</span>
    </li>
  )
}

const MOST = 16

export const LinkageThen = ({ draft, set, problems, kinds, classes, devices }: LinkagePartProps) => {
  const translate = useTranslate()
  const { actions } = draft
  const put = (next: Draft['actions']): void => set({ actions: next })
  const move = (at: number, by: 1 | -1): void => {
    const next = [...actions]
    const [one] = next.splice(at, 1)
    next.splice(at + by, 0, one!)
    put(next)
  }
  return (
    <section className="rule-block" aria-label={translate(['则', 'Then'])}>
      <span className="rule-word">{translate(['则', 'THEN'])}</span>
      <div className="rule-body">
        <ol className="rule-actions" data-serial={draft.mode === 1 || undefined}>
          {actions.map((action, at) => (
            <ActionRow
              key={action.key}
              action={action}
              at={at}
              last={at === actions.length - 1}
              kinds={kinds}
              classes={classes}
              devices={devices}
              onChange={change => put(actions.map(one => (one.key === action.key ? { ...one, ...change } : one)))}
              onMove={by => move(at, by)}
              onRemove={actions.length > 1 ? () => put(actions.filter(one => one.key !== action.key)) : undefined}
            />
          ))}
        </ol>
        {problems.actions && (
          <p className="rule-problem" role="alert">
            <Icon of={CircleAlert} size={14} />
            {translate(problems.actions)}
          </p>
        )}
        <Button
          icon={Plus}
          size="small"
          disabled={actions.length >= MOST}
          onPress={() =>
            put([...actions, { key: Math.max(0, ...actions.map(one => one.key)) + 1, deviceId: null, identifier: '' }])
          }
        >
          {translate(['添加动作', 'Add an action'])}
        </Button>
        <div className="rule-choices">
          <Segmented<'0' | '1'>
            label={['执行方式', 'Order']}
            value={String(draft.mode) as '0' | '1'}
            onChange={id => set({ mode: id === '1' ? 1 : 0 })}
            items={[
              { id: '0', label: ['同时执行', 'All at once'] },
              { id: '1', label: ['依次执行', 'One after another'] },
            ]}
          />
          <span className="small third">
            {translate(
              draft.mode === 1
                ? ['前一动作完成后才执行下一个；失败则停止', 'Each waits for the one before; a failure stops the rest']
                : ['各动作互不等待', 'None waits for another'],
            )}
          </span>
        </div>
        <Grid columns={2} gap={16}>
          <NumberField
            label={['静默', 'Silent for']}
            value={draft.silentS}
            min={0}
            max={86_400}
            unit={UNITS.s}
            placeholder={['不静默', 'Never']}
            hint={['触发一次后这段时间内不再触发', 'After a run it does not run again for so long']}
            onChange={silentS => set({ silentS })}
            {...(problems.silentS ? { error: problems.silentS } : {})}
          />
        </Grid>
      </div>
    </section>
  )
}
