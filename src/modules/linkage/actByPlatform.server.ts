/** The actions of a run that no device carries out: an alarm is opened, people are notified. */
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { raiseAlarm } from '#modules/devices/api.ts'
import { noticesOf, notify } from '#modules/notices/api.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { NOTIFY } from './linkage.rules.ts'
import { alarmIn, noticeIn } from './readPlatformAct.rules.ts'
import type { Step } from './startRule.server.ts'

interface Acting {
  linkage_id: string
  linkage_name: string
}

const NOBODY_SEES: Text = [
  '没有账号可通知：已锁定，或不能查看该设备',
  'No account to notify: locked, or may not see the device',
]

/** Carries out the action and stores its result in `step`. */
export async function actByPlatform(ports: Ports, query: Query, run: Acting, step: Step): Promise<void> {
  try {
    if (step.identifier === NOTIFY) await notifyByRule(ports, query, run, step)
    else await raiseByRule(ports, query, run, step)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    Object.assign(step, { state: 'failed', message: error.text })
  }
}

/** One alarm for each rule and device while it is open: what triggers the rule again counts as a repetition. */
async function raiseByRule(ports: Ports, query: Query, run: Acting, step: Step): Promise<void> {
  const alarm = alarmIn(step.params)
  if (!alarm) throw new Refusal('invalid')
  await raiseAlarm(ports, query, {
    ...alarm,
    deviceId: step.deviceId,
    kind: `rule.${run.linkage_id}`,
    origin: 'rule',
    originName: run.linkage_name,
  })
  step.state = 'done'
}

/** The action ends when every message by SMS has ended; notices in the console arrive at once. */
async function notifyByRule(ports: Ports, query: Query, run: Acting, step: Step): Promise<void> {
  const notice = noticeIn(step.params)
  if (!notice) throw new Refusal('invalid')
  const noticesId = ports.newId()
  const names = await notify(ports, query, {
    ...notice,
    deviceId: step.deviceId,
    title: run.linkage_name,
    origin: 'linkage',
    originId: noticesId,
  })
  if (names.length === 0) throw new Refusal('invalid', { text: NOBODY_SEES })
  const notified: Text = [`已通知 ${names.join('、')}`, `Notified ${names.join(', ')}`]
  Object.assign(step, {
    message: notified,
    ...(notice.by === 'sms' ? { state: 'sent', noticesId } : { state: 'done' }),
  })
}

/** Whether the notices of the action have ended, and which of them failed. */
export async function readNotices(query: Query, step: Step, noticesId: string): Promise<void> {
  const { waiting, failed } = await noticesOf(query, 'linkage', noticesId)
  if (waiting > 0) return
  step.state = failed.length > 0 ? 'failed' : 'done'
  if (failed.length > 0)
    step.message = [
      failed.map(({ name, reason }) => `${name}：${reason[0]}`).join('；'),
      failed.map(({ name, reason }) => `${name}: ${reason[1]}`).join('; '),
    ]
}
