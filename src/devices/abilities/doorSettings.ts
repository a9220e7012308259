/** What a door controller stores of its doors: hours in which a door stands open, how long it opens, and when that is too long. */
import type { Ability } from '#model/device.ts'

const WORK = { ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' } as const

export const doorSettings: Ability = {
  name: 'doorSettings',
  commands: {
    setTimePlan: { label: ['下发时段', 'Send hours'], input: {}, ...WORK },
    getTimePlan: { label: ['读取时段', 'Read hours'], input: {}, ...WORK },
    setDoorParam: { label: ['下发门参数', 'Send door parameters'], input: {}, ...WORK },
    getDoorParam: { label: ['读取门参数', 'Read door parameters'], input: {}, ...WORK },
    alarmReset: {
      label: ['报警复位', 'Reset alarms'],
      input: {},
      ...{ ttlS: 30, offline: 'refuse', risk: 'none', lane: 'now' },
    },
  },
  holds: [
    {
      kind: 'document',
      document: 'doorHours',
      put: { command: 'setTimePlan', content: 'plans', version: 'version' },
      readBack: { command: 'getTimePlan', version: 'version' },
    },
    {
      kind: 'document',
      document: 'doorParam',
      put: { command: 'setDoorParam', content: 'doors', version: 'version' },
      readBack: { command: 'getDoorParam', version: 'version' },
    },
  ],
}
