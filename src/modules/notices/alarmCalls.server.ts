/** Escalations of alarms by SMS: a notice to each account that is called. */
import type { Text } from '#base/text.ts'
import { handler } from '#server/parts.ts'
import { notify } from './notify.server.ts'

const CALLED: Text = ['请尽快处理告警', 'Please handle the alarm']

export const alarmCalls = handler({
  name: 'notices.alarm',
  on: ['alarm.calling'],
  async run(ports, event) {
    const { alarmId, deviceId, deviceName, title, accountIds } = event.payload as Record<string, string> & {
      accountIds: readonly string[]
    }
    await ports.db.tx({ role: 'engine' }, query =>
      notify(ports, query, {
        ...{ deviceId: deviceId!, accountIds, title: title!, body: `${deviceName} · ${CALLED[0]}` },
        ...{ by: 'sms', origin: 'alarm', originId: alarmId! },
      }),
    )
  },
})
