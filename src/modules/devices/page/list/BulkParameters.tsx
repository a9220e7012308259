/** The same properties for all selected devices: only those filled in are set. */
import { counted } from '#base/counted.ts'
import type { Params } from '#model/row.ts'
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { SET_LABEL } from '../../command/commandWords.rules.ts'
import { confirmsOf, riskOf, writable } from '../../command/setProperties.rules.ts'
import { Confirmations, useConfirmations } from '../command/Confirmations.tsx'
import { ReasonInput, useReason } from '../command/ReasonInput.tsx'
import { useEnd } from '../command/useEnd.tsx'
import { useBulk } from './useBulk.ts'
import '../command/Tray.css'

export type BulkParametersProps = { deviceClass: DeviceClass; chosen: BulkRows; count: number; onClose: () => void }

export const BulkParameters = ({ deviceClass, chosen, count, onClose }: BulkParametersProps) => {
  const translate = useTranslate()
  const [values, setValues] = useState<Readonly<Params>>({})
  const reason = useReason()
  const { problem, busy, start } = useBulk('setParameters', chosen, onClose)
  const set = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )
  const risky = riskOf(deviceClass, set) !== 'none'
  const confirmed = useConfirmations(confirmsOf(deviceClass, set))
  const end = useEnd(deviceClass, set)
  const ready = !end.missing && Object.keys(set).length > 0 && (!risky || reason.text !== '') && confirmed.all
  return (
    <Dialog
      open
      onClose={onClose}
      title={['批量参数', 'Set parameters']}
      note={[`${count} 台`, counted(count, 'device')]}
      submitLabel={[`下发 ${count} 台`, `Send to ${count}`]}
      submitDisabled={!ready}
      busy={busy}
      dirty={Object.keys(set).length > 0}
      onSubmit={() =>
        void start(
          { values: set, ...end.until, ...(risky ? { reason: reason.text } : {}) },
          risky ? SET_LABEL : undefined,
          count,
        )
      }
    >
      <Stack gap={12}>
        <p className="second">
          {translate([
            '只下发填写的项；设备报告新值才算完成。',
            'Only what is filled in is sent; done when a device reports it.',
          ])}
        </p>
        <Grid columns={2} gap={12}>
          {writable(deviceClass, undefined).map(([name, { field }]) => (
            <FieldInput
              key={name}
              field={field}
              name={name}
              values={values}
              onChange={(key, value) => setValues(before => ({ ...before, [key]: value }))}
            />
          ))}
        </Grid>
        {end.input}
        {risky && <ReasonInput reason={reason} />}
        <Confirmations confirmed={confirmed} />
        {problem !== undefined && (
          <p className="tray-problem" role="alert">
            {translate(problem)}
          </p>
        )}
      </Stack>
    </Dialog>
  )
}
