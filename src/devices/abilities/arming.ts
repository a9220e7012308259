/** An alarm host as a whole: whether it is armed, what people do at its keypad, and its own faults. */
import type { Text } from '#base/text.ts'
import type { Ability, EventSpec } from '#model/device.ts'
import { choice, flag, integer, text } from '#model/field.ts'

const ARM_STATES = {
  disarmed: [0, '撤防', 'Disarmed'],
  away: [1, '外出布防', 'Armed away'],
  stay: [2, '留守布防', 'Armed stay'],
} as const
const ARM_MODES = { away: ARM_STATES.away, stay: ARM_STATES.stay } as const

const wordOf = ([, zh, en]: readonly [number, string, string]): Text => [zh, en]
/** What hosts say with any event. */
export const HOST_FIELDS = {
  partition: integer(['分区', 'Partition'], { min: 0, max: 99 }),
  code: text(['代码', 'Code'], { max: 8, mono: true, example: '1130' }),
  text: text(['说明', 'Text'], { max: 200, example: '仓库后门' }),
} as const
const ON = flag(['状态', 'On'], { required: true })
const USER = { userNo: integer(['用户', 'User'], { min: 0, max: 9999 }) }

const operation = (zh: string, en: string, fields: EventSpec['fields'] = {}): EventSpec => ({
  label: [zh, en],
  level: 'info',
  record: 'operation',
  fields: { ...USER, ...fields, ...HOST_FIELDS },
})
const alarm = (zh: string, en: string): EventSpec => ({
  ...{ label: [zh, en], level: 'alert', record: 'alarm', ends: true },
  fields: { on: ON, ...HOST_FIELDS },
})

const NOW = { input: {}, ttlS: 15, offline: 'refuse', lane: 'now' } as const

export const arming: Ability = {
  name: 'arming',
  properties: {
    armState: { field: choice(['布防状态', 'Arming'], ARM_STATES), access: 'r' },
    siren: { field: flag(['警号', 'Siren']), access: 'r' },
    battery: {
      field: integer(['电池', 'Battery'], { min: 0, max: 100, unit: '%' }),
      unit: '%',
      access: 'r',
      record: 'reading',
    },
  },
  look: {
    label: ['布防', 'Arming'],
    states: [
      { when: { armState: ARM_STATES.away[0] }, glyph: 'heldClosed', tone: 'quiet', word: 'armState', facts: [] },
      { when: { armState: ARM_STATES.stay[0] }, glyph: 'closed', tone: 'quiet', word: 'armState', facts: [] },
      { when: { armState: ARM_STATES.disarmed[0] }, glyph: 'open', tone: 'info', word: 'armState', facts: [] },
      { when: {}, glyph: 'unknown', tone: 'off', word: 'armState', facts: [] },
    ],
    alarm: [{ property: 'armState' }],
    legend: [
      { glyph: 'heldClosed', word: wordOf(ARM_STATES.away) },
      { glyph: 'closed', word: wordOf(ARM_STATES.stay) },
      { glyph: 'open', word: wordOf(ARM_STATES.disarmed) },
      { glyph: 'alarm', word: ['报警', 'Alarm'] },
    ],
  },
  commands: {
    arm: {
      ...{ label: ['布防', 'Arm'], ...NOW, risk: 'none', atHand: true },
      input: { mode: choice(['方式', 'Mode'], ARM_MODES, { help: ['不选为外出布防', 'Away by default'] }) },
    },
    // It leaves the place without protection, so it needs a reason and is never carried out late.
    disarm: {
      ...{ label: ['撤防', 'Disarm'], ...NOW, risk: 'opens' },
      proof: {
        ...{ property: 'armState', is: ARM_STATES.disarmed[0] },
        text: ['等主机撤防', 'Waiting until it is disarmed'],
      },
    },
    silence: { label: ['消音', 'Silence'], ...NOW, risk: 'none', atHand: true },
    alarmReset: { label: ['复位', 'Reset'], ...NOW, risk: 'none', atHand: true },
  },
  events: {
    armed: operation('布防', 'Armed', { mode: choice(['方式', 'Mode'], ARM_MODES) }),
    disarmed: operation('撤防', 'Disarmed'),
    silenced: operation('消音', 'Silenced'),
    alarmCancelled: operation('取消报警', 'Alarm cancelled'),
    lowBattery: alarm('主机电池低', 'Low battery of the host'),
    commFault: alarm('通信故障', 'Communication fault'),
    testReport: { label: ['测试报告', 'Test report'], level: 'info', record: 'event', fields: HOST_FIELDS },
    // Anything without a meaning in our table, by its code.
    otherReport: { label: ['其他报告', 'Other report'], level: 'info', record: 'event', fields: HOST_FIELDS },
  },
}
