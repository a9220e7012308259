/** The bottom of the drawer: the last command somebody gave to this device, and its result. */
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { showClock } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { shortInstant } from '#base/ago.ts'
import { commandLabel } from '../command/classCommands.ts'
import { COMMAND_STATES, ORIGINS } from './CommandsTab.tsx'
import { msText, tookMs } from '../command/CommandSteps.tsx'
import { CONTROL } from '../deviceCache.ts'
import type { CommandRow, DeviceRow } from '../DeviceRow.ts'
import { partOfKey } from '../partState.ts'
import { useThrottled } from '../useDevices.ts'
import { useDeviceLive } from '../useDeviceLive.ts'
import { readPage } from '#console/data/rows.ts'
import type { command as commandNoun } from '../../command/command.noun.ts'

export const LastCommand = ({
  appId,
  deviceClass,
  row,
  onOpen,
}: {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
  onOpen: () => void
}) => {
  const translate = useTranslate()
  const { data, refetch } = useQuery({
    queryKey: [CONTROL, 'page', 'last', row.id],
    queryFn: ({ signal }) =>
      readPage<typeof commandNoun>(
        CONTROL,
        { appId, deviceId: row.id, origin: 'console,api,linkage,test', size: 1 },
        signal,
      ),
  })
  const renew = useThrottled(() => void refetch(), 1000)
  useDeviceLive({ appId, deviceId: row.id, types: ['command'] }, renew)
  const command = data?.records[0]
  if (!command)
    return <span className="last-command third">{data ? translate(['还没有操作记录', 'No commands yet']) : ''}</span>
  const state = COMMAND_STATES[command.state] ?? COMMAND_STATES[0]!
  const part = partOfKey(deviceClass, command.component, row.components)
  const took = tookMs(command)
  const recent = Date.now() - Date.parse(command.queuedAt) < 12 * 3_600_000
  return (
    <button type="button" className="last-command" onClick={onOpen}>
      <Icon of={History} size={14} />
      <b className="mono">{recent ? showClock(command.queuedAt) : shortInstant(command.queuedAt)}</b>
      <span className="ellipsis">
        {[
          `${translate(commandLabel(deviceClass, command.identifier, command.params))}${part ? ` ${translate(part)}` : ''}`,
          command.userName,
          translate(ORIGINS[command.origin] ?? [command.origin, command.origin]),
          command.origin === 'linkage' ? null : command.reason,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span
        className={`last-command-end ${command.state === 3 ? 'ok' : command.state === 4 || command.state === 5 ? 'bad' : 'second'}`}
      >
        {translate(state.word)}
        {took !== null && command.state === 3 && ` ${msText(took)}`}
      </span>
    </button>
  )
}
