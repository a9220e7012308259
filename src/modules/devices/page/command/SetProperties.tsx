/**
 * Sets writable properties of a device: the form starts with the reported values, only changed ones are sent, and the
 * progress of the command is shown.
 */
import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DEVICE_DISABLED } from '#base/deviceTexts.ts'
import { SAVE } from '#base/texts.ts'
import type { DeviceClass, HeldDocumentKey } from '#model/device.ts'
import type { Field } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import { post } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { toast } from '#console/kit/overlay/toast.ts'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { confirmsOf, riskOf, unsafeToSet, writable } from '../../command/setProperties.rules.ts'
import { CommandSteps, isEnded } from './CommandSteps.tsx'
import { Confirmations, useConfirmations } from './Confirmations.tsx'
import { ReasonInput, useReason } from './ReasonInput.tsx'
import type { DeviceRow } from '../DeviceRow.ts'
import { DEVICE_DOCUMENTS } from '../drawer/DocumentList.tsx'
import { useCommand } from './useCommand.ts'
import { useEnd } from './useEnd.tsx'
import './Tray.css'

/** The document in which a device stores its parameters. */
const PARAMETERS: HeldDocumentKey = 'parameters'

export type SetPropertiesProps = {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
  onClose: () => void
}

export const SetProperties = ({ appId, deviceClass, row, onClose }: SetPropertiesProps) => {
  const translate = useTranslate()
  const [values, setValues] = useState<Readonly<Input>>({})
  const reason = useReason()
  const queries = useQueryClient()
  const { command, problem, wrong, busy, give, clear } = useCommand(appId, row.id, '')
  const stated = row.shadow[''] ?? {}
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== '' && value !== null && value !== stated[name]),
  )
  const asksReason = riskOf(deviceClass, changed) !== 'none'
  const confirmed = useConfirmations(confirmsOf(deviceClass, changed))
  const end = useEnd(deviceClass, changed)
  const unsafe = unsafeToSet(deviceClass, changed, stated)
  // What a device stores can wait for it.
  const waits = !row.online && deviceClass.documents.some(held => held.document === PARAMETERS)
  const running = command !== undefined && !isEnded(command)
  const ready =
    (row.online || waits) &&
    row.enabled &&
    !unsafe &&
    !running &&
    confirmed.all &&
    !end.missing &&
    Object.keys(changed).length > 0 &&
    (!asksReason || reason.text !== '')
  const keep = useMutation({
    mutationFn: (body: Input) => post('/api/device/setting/parameters', body),
    onSuccess: () => {
      setValues({})
      toast.ok(['已保存，设备上线后下发', 'Stored; sent when the device is online'])
      void queries.invalidateQueries({ queryKey: [DEVICE_DOCUMENTS, row.id] })
    },
  })
  const send = (): void => {
    if (!ready || busy) return
    clear()
    if (waits)
      return void keep.mutate({
        ...{ appId, deviceId: row.id, values: changed },
        ...(asksReason ? { reason: reason.text } : {}),
      })
    void give({ values: changed, ...end.until, reason: asksReason ? reason.text : null }).then(
      () => {
        setValues({})
        reason.set({ id: undefined })
        confirmed.clear()
        end.clear()
      },
      () => {},
    )
  }
  const trouble =
    !row.online && !waits
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
        {end.input}
        {asksReason && <ReasonInput reason={reason} />}
        <Confirmations confirmed={confirmed} />
        {trouble !== undefined && (
          <p className="tray-problem" role="alert">
            {translate(trouble)}
          </p>
        )}
        <div className="tray-foot">
          <span className="tray-hint">
            {translate(
              waits
                ? ['设备离线：保存后在它上线时下发', 'The device is offline: what is stored is sent when it is back']
                : ['只下发改动的项；设备报告新值才算完成', 'Only changes are sent; done when the device reports them'],
            )}
          </span>
          <span className="tray-acts">
            <Button size="small" variant="quiet" onPress={onClose}>
              {translate(['收起', 'Put away'])}
            </Button>
            <Button size="small" variant="primary" type="submit" busy={busy || keep.isPending} disabled={!ready}>
              {translate(waits ? SAVE : ['下发', 'Send'])}
            </Button>
          </span>
        </div>
      </form>
      {command && <CommandSteps command={command} deviceClass={deviceClass} />}
    </div>
  )
}
