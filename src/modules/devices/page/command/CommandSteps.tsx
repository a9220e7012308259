/**
 * The progress of a command: queued, sent, acknowledged, done; the first with its time, the others as +ms, a waiting
 * one with what it waits for.
 */
import { CANCELLED, DONE } from '#base/outcomeTexts.ts'
import { Check, X } from 'lucide-react'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { SET_PROPERTIES } from '../../command/commandWords.rules.ts'
import { clockMs } from '#base/ago.ts'
import { commandLabel } from './classCommands.ts'
import type { CommandRow } from '../DeviceRow.ts'
import { useNow } from '../useNow.ts'
import './CommandSteps.css'

const NAMES: readonly Text[] = [['排队', 'Queued'], ['已发送', 'Sent'], ['设备确认', 'Acknowledged'], DONE]
const WAITS: readonly Text[] = [
  ['', ''],
  ['等网关', 'For the gateway'],
  ['等设备', 'For the device'],
  ['等完成', 'For the end'],
]

export const isEnded = (command: CommandRow): boolean => command.state >= 3
const timesOf = (command: CommandRow): readonly (string | null)[] => [
  command.queuedAt,
  command.sentAt,
  command.ackedAt,
  command.state === 3 ? command.finishedAt : null,
]
/** ms from queueing to the end, or null. */
export const tookMs = (command: CommandRow): number | null =>
  command.finishedAt ? Date.parse(command.finishedAt) - Date.parse(command.queuedAt) : null
export const msText = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** Why it was not done: the device's code and a plain sentence. */
export const failureText = (command: CommandRow): Text => {
  const text = command.message ?? ''
  const code = command.code !== null && command.code !== 0 && command.code !== 200 ? `${command.code} ` : ''
  if (command.state === 5)
    return [`超时：${text || '设备没有应答'}`, `Timed out: ${text || 'the device did not answer'}`]
  if (command.state === 6) return CANCELLED
  return [`${code}${text || '设备拒绝执行'}`, `${code}${text || 'The device refused'}`]
}

export const CommandSteps = ({ command, deviceClass }: { command: CommandRow; deviceClass: DeviceClass }) => {
  const translate = useTranslate()
  const ended = isEnded(command)
  const now = useNow(100, !ended)
  const times = timesOf(command)
  const reached = times.reduce((last, at, nth) => (at ? nth : last), 0)
  const start = Date.parse(command.queuedAt)
  const failed = ended && command.state !== 3
  const proof: Text | undefined =
    command.identifier === SET_PROPERTIES
      ? ['等设备报告', 'For its report']
      : deviceClass.commands[command.identifier]?.proof?.text
  const label = commandLabel(deviceClass, command.identifier, command.params)
  const title: Text =
    command.state === 3
      ? [`已${label[0]}`, `${label[1]}: done`]
      : failed
        ? [`${label[0]}未完成`, `${label[1]}: not done`]
        : [`正在${label[0]}`, `${label[1]}…`]
  return (
    <div className="steps-of-command" data-failed={failed || undefined}>
      <div className="steps-of-command-head">
        <b>{translate(title)}</b>
        <span className="second ellipsis">
          {[command.reason && translate([`原因 ${command.reason}`, `Reason: ${command.reason}`]), command.userName]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="mono third">#{command.id.slice(-6)}</span>
      </div>
      <ol aria-label={translate(['指令进度', 'Progress of the command'])}>
        {NAMES.map((name, nth) => {
          const at = times[nth]
          const state = at
            ? 'done'
            : failed && nth === reached + 1
              ? 'failed'
              : !ended && nth === reached + 1
                ? 'now'
                : 'coming'
          const waits = nth === 3 && proof ? proof : WAITS[nth]!
          return (
            <li key={nth} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <i>
                {state === 'done' ? (
                  <Icon of={Check} size={12} />
                ) : state === 'failed' ? (
                  <Icon of={X} size={12} />
                ) : null}
              </i>
              <b>{translate(name)}</b>
              <span className="mono">
                {at
                  ? nth === 0
                    ? clockMs(at)
                    : `+${msText(Date.parse(at) - start)}`
                  : state === 'now'
                    ? `${translate(waits)} ${msText(Math.max(0, now - start))}…`
                    : nth < reached
                      ? translate(['未应答', 'No answer'])
                      : ''}
              </span>
            </li>
          )
        })}
      </ol>
      {failed && (
        <p className="steps-of-command-why" role="alert">
          {translate(failureText(command))}
          {command.provenAt &&
            translate(['；但设备随后上报了对应状态', '; yet the device then reported the state of it'])}
        </p>
      )}
    </div>
  )
}
