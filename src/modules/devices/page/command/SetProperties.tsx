/** Sets what may be set on a device: the values it stated stand in the form, only those that differ are sent, and the way of the command is shown. */
import { useState } from 'react'
import { DEVICE_DISABLED, SAY_WHY } from '#base/texts.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Field } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import { Button } from '#console/kit/Button.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { useSay } from '#console/kit/language.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { confirmsOf, riskOf, unsafeToSet, writable } from '../../command/setProperties.rules.ts'
import { Chips } from './Chips.tsx'
import { CommandSteps, isEnded } from './CommandSteps.tsx'
import type { DeviceRow } from '../DeviceRow.ts'
import { REASONS } from './reasons.ts'
import { useCommand } from './useCommand.ts'
import './Tray.css'

/** What its form can ask. */
export const SET_KINDS: readonly Field['kind'][] = ['text', 'integer', 'flag', 'choice']

export type SetPropertiesProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
  onClose: () => void
}

export const SetProperties = ({ appId, deviceClass, row, onClose }: SetPropertiesProps) => {
  const say = useSay()
  const [values, setValues] = useState<Readonly<Input>>({})
  const [reason, setReason] = useState<string>()
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { command, problem, wrong, busy, give, clear } = useCommand(appId, row.id, '')
  const stated = row.shadow[''] ?? {}
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== '' && value !== null && value !== stated[name]),
  )
  const asksReason = riskOf(deviceClass, changed) !== 'none'
  const chosen = REASONS.find(one => one.id === reason)
  const told = chosen?.id === 'other' ? words.trim() : chosen ? say(chosen.label) : ''
  const confirms = confirmsOf(deviceClass, changed)
  const unsafe = unsafeToSet(deviceClass, changed, stated)
  const confirmed = confirms.filter(text => ticked.includes(text[0]))
  const running = command !== undefined && !isEnded(command)
  const ready =
    row.online &&
    row.enabled &&
    !unsafe &&
    !running &&
    confirmed.length === confirms.length &&
    Object.keys(changed).length > 0 &&
    (!asksReason || told !== '')
  const send = (): void => {
    if (!ready || busy) return
    clear()
    void give({ values: changed, reason: asksReason ? told : null }).then(
      () => {
        setValues({})
        setReason(undefined)
        setTicked([])
      },
      () => {},
    )
  }
  const trouble = !row.online
    ? (['设备离线，不能设置', 'The device is offline; nothing can be set'] as const)
    : !row.enabled
      ? DEVICE_DISABLED
      : (unsafe ?? (wrong.length ? undefined : problem))
  return (
    <div className="set-properties">
      <form
        className="tray"
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          send()
        }}
      >
        <Grid columns={2} gap={12}>
          {writable(deviceClass, undefined).map(([name, { field }]) => {
            const error = wrong.find(one => one.field === name)?.msg
            return (
              <FieldInput
                key={name}
                field={field}
                name={name}
                values={{ ...stated, ...values }}
                disabled={running}
                onChange={(key, value) => {
                  if (problem !== undefined) clear()
                  setValues(before => ({ ...before, [key]: value }))
                }}
                {...(error ? { error } : {})}
              />
            )
          })}
        </Grid>
        {asksReason && <Chips label={['原因', 'Reason']} items={REASONS} value={reason} onChange={setReason} />}
        {asksReason && reason === 'other' && (
          <TextField label={SAY_WHY} hideLabel value={words} onChange={setWords} maxLength={100} />
        )}
        {confirms.map(text => (
          <Checkbox
            key={text[0]}
            checked={ticked.includes(text[0])}
            onChange={on => setTicked(before => (on ? [...before, text[0]] : before.filter(one => one !== text[0])))}
          >
            {say(text)}
          </Checkbox>
        ))}
        {trouble !== undefined && (
          <p className="tray-problem" role="alert">
            {say(trouble)}
          </p>
        )}
        <div className="tray-foot">
          <span className="tray-hint">
            {say(['只下发改动的项；设备报告新值才算完成', 'Only changes are sent; done when the device reports them'])}
          </span>
          <span className="tray-acts">
            <Button size="small" variant="quiet" onPress={onClose}>
              {say(['收起', 'Put away'])}
            </Button>
            <Button size="small" variant="primary" type="submit" busy={busy} disabled={!ready}>
              {say(['下发', 'Send'])}
            </Button>
          </span>
        </div>
      </form>
      {command && <CommandSteps command={command} deviceClass={deviceClass} />}
    </div>
  )
}
