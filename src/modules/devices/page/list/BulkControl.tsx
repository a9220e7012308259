/**
 * One command for the selected devices: command, part and reason; confirmed with the number of devices, and then a job
 * with an outcome for each.
 */
import { lowered } from '#base/text.ts'
import { counted } from '#base/counted.ts'
import { useMemo, useState } from 'react'
import type { DeviceClass } from '#model/device.ts'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { actsFor, isUpkeep } from '../command/classCommands.ts'
import { CommandTray, type Order } from '../command/CommandTray.tsx'
import { partName } from '../partState.ts'
import { useBulk } from './useBulk.ts'

export type BulkControlProps = {
  deviceClass: DeviceClass
  chosen: BulkRows
  count: number
  /** Numbers of the parts of the visible devices, by kind. */
  parts: readonly { kind: string; no: number }[]
  onClose: () => void
}

/** A state in which every command is offered, whatever state each device is in. */
const anyState = (deviceClass: DeviceClass): { statedAt: null } & Record<string, null> =>
  Object.assign(
    { statedAt: null },
    ...Object.values(deviceClass.commands).flatMap(({ input }) => Object.keys(input).map(name => ({ [name]: null }))),
  )

export const BulkControl = ({ deviceClass, chosen, count, parts, onClose }: BulkControlProps) => {
  const translate = useTranslate()
  const [id, setId] = useState<string>()
  const { problem, busy, start } = useBulk('control', chosen, onClose)
  const acts = useMemo(
    () =>
      [undefined, ...Object.keys(deviceClass.components)]
        .flatMap(kind => actsFor(deviceClass, kind, anyState(deviceClass)))
        // What asks for the serial number is given to one device at a time.
        .filter(one => one.command.typed === undefined)
        .toSorted((one, other) => Number(isUpkeep(one)) - Number(isUpkeep(other))),
    [deviceClass],
  )
  const act = acts.find(one => one.id === id)
  const kind = act?.command.per
  const numbers = [...new Set(parts.filter(part => part.kind === kind).map(part => part.no))].sort((a, b) => a - b)
  const [part, setPart] = useState('*')
  const of = kind ? deviceClass.components[kind] : undefined
  const send = ({ params, reason, act: { identifier, label, command } }: Order): void =>
    void start(
      { identifier, params, ...(reason ? { reason } : {}), ...(kind ? { component: `${kind}:${part}` } : {}) },
      command.risk === 'none' ? undefined : label,
      count,
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={['批量控制', 'Control devices']}
      note={[`${count} 台`, counted(count, 'device')]}
      width="small"
    >
      <Stack gap={12}>
        <Select
          label={['指令', 'Command']}
          required
          options={acts.map(one => ({ id: one.id, label: one.label }))}
          value={id}
          onChange={next => {
            setId(next)
            setPart('*')
          }}
        />
        {of && numbers.length > 1 && (
          <Select
            label={of.label}
            options={[
              { id: '*', label: [`全部${of.label[0]}`, `Every ${lowered(of.label[1])}`] },
              ...numbers.map(no => ({ id: String(no), label: partName(deviceClass, { kind: kind!, no, name: null }) })),
            ]}
            value={part}
            onChange={next => setPart(next ?? '*')}
          />
        )}
        {act ? (
          <CommandTray key={act.id} act={act} busy={busy} problem={problem} onClose={onClose} onSend={send} />
        ) : (
          <p className="second">
            {translate([
              '每台设备单独判断：离线或不安全的会被拒绝，并说明原因。',
              'Each device is judged by itself: one that is offline or not safe is refused, with the reason.',
            ])}
          </p>
        )}
      </Stack>
    </Dialog>
  )
}
