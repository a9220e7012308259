/** Commands of a device: by whom, why, and with which result; each opens its progress. */
import { FULL_STORY } from '#base/deviceTexts.ts'
import { CANCELLED, DONE, FAILED, TOO_LATE } from '#base/outcomeTexts.ts'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Text } from '#base/text.ts'
import { showClock } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { Pill, type Tone } from '#console/kit/Pill.tsx'
import { shortInstant } from '#base/ago.ts'
import { commandLabel } from '../command/classCommands.ts'
import { CommandSteps, failureText, msText, tookMs } from '../command/CommandSteps.tsx'
import { CONTROL } from '../deviceCache.ts'
import type { CommandRow, DeviceRow } from '../DeviceRow.ts'
import { partOfKey } from '../partState.ts'
import { TabPages, useTabPages } from './TabPages.tsx'
import { useThrottled } from '../useDevices.ts'
import { useDeviceLive } from '../useDeviceLive.ts'

export const COMMAND_STATES: readonly { tone: Tone; word: Text }[] = [
  { tone: 'busy', word: ['排队', 'Queued'] },
  { tone: 'busy', word: ['已发送', 'Sent'] },
  { tone: 'busy', word: ['设备确认', 'Acknowledged'] },
  { tone: 'ok', word: DONE },
  { tone: 'bad', word: FAILED },
  { tone: 'bad', word: TOO_LATE },
  { tone: 'off', word: CANCELLED },
]
export const ORIGINS: Readonly<Record<string, Text>> = {
  console: ['控制台', 'Console'],
  linkage: ['联动', 'Linkage'],
  sync: ['同步', 'Sync'],
  api: ['接口', 'API'],
  test: ['测试', 'Test'],
}

export const CommandsTab = ({
  appId,
  deviceClass,
  row,
}: {
  appId: string | undefined
  deviceClass: DeviceClass
  row: DeviceRow
}) => {
  const translate = useTranslate()
  const queries = useQueryClient()
  const [open, setOpen] = useState<string>()
  const pages = useTabPages<CommandRow>(`${CONTROL}/page`, { appId, deviceId: row.id })
  const renew = useThrottled(() => void queries.invalidateQueries({ queryKey: [CONTROL, 'page'] }), 1500)
  useDeviceLive({ appId, deviceId: row.id, types: ['command'] }, renew)
  return (
    <TabPages
      pages={pages}
      empty={['还没有操作', 'No commands yet']}
      note={['开门、常开和同步都会记在这里。', 'Door openings, modes and sync are listed here.']}
    >
      {command => {
        const state = COMMAND_STATES[command.state] ?? COMMAND_STATES[0]!
        const part = partOfKey(deviceClass, command.component, row.components)
        const took = tookMs(command)
        const why =
          command.state >= 4
            ? translate(failureText(command))
            : [translate(ORIGINS[command.origin] ?? [command.origin, command.origin]), command.userName, command.reason]
                .filter(Boolean)
                .join(' · ')
        return (
          <div key={command.id}>
            <button
              type="button"
              className="tab-row"
              aria-expanded={open === command.id}
              onClick={() => setOpen(open === command.id ? undefined : command.id)}
            >
              <span className="tab-row-time">
                {Date.now() - Date.parse(command.queuedAt) < 12 * 3_600_000
                  ? showClock(command.queuedAt)
                  : shortInstant(command.queuedAt)}
              </span>
              <span className="two">
                <b>
                  {translate(commandLabel(deviceClass, command.identifier, command.params))}
                  {part && <span className="second"> {translate(part)}</span>}
                </b>
                <small className={command.state === 4 || command.state === 5 ? 'bad' : undefined}>{why}</small>
              </span>
              <span className="tab-row-end">
                <Pill tone={state.tone} variant={command.state === 3 ? 'plain' : 'soft'}>
                  {state.word}
                </Pill>
                {took !== null && <span className="mono">{msText(took)}</span>}
              </span>
            </button>
            {open === command.id && (
              <div className="tab-row-more">
                <CommandSteps command={command} deviceClass={deviceClass} />
                <Link href={`/why/command/${command.id}/${appId}`}>{translate(FULL_STORY)}</Link>
              </div>
            )}
          </div>
        )
      }}
    </TabPages>
  )
}
