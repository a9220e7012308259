/** The same parameters for the devices that are chosen: only what is filled in is set. */
import type { Params } from '#model/row.ts'
import { SAY_WHY } from '#base/texts.ts'
import { useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import { FieldInput } from '#console/crud/form/FieldInput.tsx'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { useSay } from '#console/kit/language.tsx'
import { Grid } from '#console/kit/layout/Grid.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { SET_LABEL } from '../../command/commandWords.rules.ts'
import { confirmsOf, riskOf, writable } from '../../command/setProperties.rules.ts'
import { Chips } from '../command/Chips.tsx'
import { REASONS } from '../command/reasons.ts'
import { useBulk } from './useBulk.ts'
import '../command/Tray.css'

export type BulkParametersProps = { deviceClass: DeviceClass; chosen: BulkRows; count: number; onClose: () => void }

export const BulkParameters = ({ deviceClass, chosen, count, onClose }: BulkParametersProps) => {
  const say = useSay()
  const [values, setValues] = useState<Readonly<Params>>({})
  const [reason, setReason] = useState<string>()
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { problem, busy, start } = useBulk('setParameters', chosen, onClose)
  const set = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )
  const risky = riskOf(deviceClass, set) !== 'none'
  const why = REASONS.find(one => one.id === reason)
  const given = why?.id === 'other' ? words.trim() : why ? say(why.label) : ''
  const confirms = confirmsOf(deviceClass, set)
  const ready =
    Object.keys(set).length > 0 && (!risky || given !== '') && confirms.every(text => ticked.includes(text[0]))
  return (
    <Dialog
      open
      onClose={onClose}
      title={['批量参数', 'Set parameters']}
      note={[`${count} 台`, `${count} devices`]}
      submitLabel={[`下发 ${count} 台`, `Send to ${count}`]}
      submitDisabled={!ready}
      busy={busy}
      dirty={Object.keys(set).length > 0}
      onSubmit={() =>
        void start({ values: set, ...(risky ? { reason: given } : {}) }, risky ? SET_LABEL : undefined, count)
      }
    >
      <Stack gap={12}>
        <p className="second">
          {say([
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
        {risky && <Chips label={['原因', 'Reason']} items={REASONS} value={reason} onChange={setReason} />}
        {risky && reason === 'other' && (
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
        {problem !== undefined && (
          <p className="tray-problem" role="alert">
            {say(problem)}
          </p>
        )}
      </Stack>
    </Dialog>
  )
}
