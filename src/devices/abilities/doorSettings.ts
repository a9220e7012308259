/** What a device stores of its doors: hours in which a door stands open, how long it opens, and how it lets people pass. */
import type { Ability } from '#model/device.ts'

const WORK = { ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' } as const

/** How somebody proves who they are at a door. */
export const DOOR_MEANS = {
  any: [0, '任一方式', 'Any'],
  face: [1, '人脸', 'Face'],
  card: [2, '刷卡', 'Card'],
  pin: [3, '密码', 'PIN'],
  faceAndPin: [4, '人脸+密码', 'Face and PIN'],
} as const

/** What a device must store for them, by their value. */
export const MEANS_NEED: Readonly<Record<number, readonly string[]>> = {
  [DOOR_MEANS.face[0]]: ['person'],
  [DOOR_MEANS.card[0]]: ['card'],
  [DOOR_MEANS.pin[0]]: ['pin'],
  [DOOR_MEANS.faceAndPin[0]]: ['person', 'pin'],
}

const OF_EVERY_DOOR = ['relayMs', 'openTimeoutSec', 'openPlanId'] as const
const OF_TERMINALS = ['contact', 'means', 'interlock', 'antiPassback', 'firstOpens', 'fireInput'] as const
/** A setting of a door that not every device knows. */
export type TerminalSetting = (typeof OF_TERMINALS)[number]
export const TERMINAL_SETTINGS: readonly TerminalSetting[] = OF_TERMINALS

/** `keeps`: the settings of its doors that the device knows. */
const settingsKept = (keeps: readonly string[]): Ability => ({
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
      keeps,
      put: { command: 'setDoorParam', content: 'doors', version: 'version' },
      readBack: { command: 'getDoorParam', version: 'version' },
    },
  ],
})

export const doorSettings = settingsKept(OF_EVERY_DOOR)
export const terminalDoorSettings = settingsKept([...OF_EVERY_DOOR, ...OF_TERMINALS])
