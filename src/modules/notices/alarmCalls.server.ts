/** Escalations of alarms by SMS: a notice to each account that is called. */
import { handler } from '#server/parts.ts'
import { notify } from './notify.server.ts'

export const alarmCalls = handler({
  name: 'notices.alarm',
  on: ['alarm.calling'],
  async run(ports, event) {
    const { alarmId, deviceId, deviceName, title, accountIds } = event.payload as Record<string, string> & {
      accountIds: readonly string[]
    }
    await ports.db.tx({ role: 'engine' }, query =>
      notify(ports, query, {
        ...{ about: { deviceId: deviceId! }, to: { accountIds }, title: title!, body: deviceName!, by: 'sms' },
        link: `/apply/alarm/${event.appId}?openedAt=all&row=${alarmId}`,
        ...{ origin: 'alarm', originId: alarmId! },
      }),
    )
  },
})
