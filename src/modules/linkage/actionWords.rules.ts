/** What a rule did with one device, in both languages. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'
import { PLATFORM_ACTS } from './platformActs.rules.ts'

/** An action of a run, as it is stored. */
export interface RunAction {
  deviceName: string
  identifier: string
  state: string
  message?: StepMessage
}

export function actionWords(
  classes: ReadonlyMap<string, DeviceClass>,
  { deviceName, identifier, state, message }: RunAction,
): Text {
  const command = [...classes.values()].map(one => one.commands[identifier]).find(Boolean)
  const [zh, en] = (command ?? PLATFORM_ACTS.get(identifier))?.label ?? [identifier, identifier]
  if (state === 'done') return [`${deviceName} ${zh} 成功`, `${deviceName} ${en}: done`]
  if (state === 'failed')
    return [
      `${deviceName} ${zh} 失败${message ? `：${stepMessage(message, 'zh')}` : ''}`,
      `${deviceName} ${en}: failed${message ? `: ${stepMessage(message, 'en')}` : ''}`,
    ]
  return [`${deviceName} ${zh} 执行中`, `${deviceName} ${en}: under way`]
}
