/** What a rule did, in both languages. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { LinkageKinds } from '#model/linkage.ts'
import { stepMessage, type StepMessage } from '#modules/devices/command/stepMessage.rules.ts'

/** An action of a run, as it is stored. */
export interface RunAction {
  /** Empty where it was about no device. */
  deviceName: string
  identifier: string
  state: string
  message?: StepMessage
}
interface Known {
  classes: ReadonlyMap<string, DeviceClass>
  linkage: LinkageKinds
}

export function actionWords({ classes, linkage }: Known, { deviceName, identifier, state, message }: RunAction): Text {
  const command = [...classes.values()].map(one => one.commands[identifier]).find(Boolean)
  const [zh, en] = (command ?? linkage.acts.get(identifier))?.label ?? [identifier, identifier]
  const who = deviceName && `${deviceName} `
  if (state === 'done') return [`${who}${zh} 成功`, `${who}${en}: done`]
  if (state === 'failed')
    return [
      `${who}${zh} 失败${message ? `：${stepMessage(message, 'zh')}` : ''}`,
      `${who}${en}: failed${message ? `: ${stepMessage(message, 'en')}` : ''}`,
    ]
  return [`${who}${zh} 执行中`, `${who}${en}: under way`]
}
