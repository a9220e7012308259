/** Doors that open: at most `max`, each with its lock, magnet and mode. */
import type { Text } from '#base/text.ts'
import type { Ability } from '#model/device.ts'
import { choice, flag, instant, integer, text } from '#model/field.ts'

const DOOR_MODE = {
  normal: [0, '正常', 'Normal'],
  open: [1, '常开', 'Held open'],
  closed: [2, '常闭', 'Held closed'],
} as const
const MAGNET = { closed: [0, '关', 'Closed'], open: [1, '开', 'Open'], unknown: [2, '未知', 'Unknown'] } as const

const wordOf = ([, zh, en]: readonly [number, string, string]): Text => [zh, en]

const PROPERTIES: Ability['properties'] = {
  lock: {
    field: choice(['门锁', 'Lock'], { locked: [0, '已上锁', 'Locked'], released: [1, '已开锁', 'Released'] }),
    access: 'r',
    per: 'door',
  },
  magnet: { field: choice(['门磁', 'Door'], MAGNET), access: 'r', per: 'door' },
  mode: { field: choice(['门模式', 'Mode'], DOOR_MODE), access: 'r', per: 'door' },
  modeUntil: { field: instant(['模式截止', 'Mode until']), access: 'r', per: 'door' },
}

const LOOK: Ability['look'] = {
  label: ['门', 'Doors'],
  per: 'door',
  states: [
    {
      when: { mode: DOOR_MODE.open[0] },
      ...{ glyph: 'heldOpen', tone: 'warn', word: 'mode' },
      facts: [{ property: 'modeUntil' }, { property: 'magnet', unless: MAGNET.open[0] }],
    },
    {
      when: { mode: DOOR_MODE.closed[0] },
      ...{ glyph: 'heldClosed', tone: 'quiet', word: 'mode' },
      facts: [{ property: 'modeUntil' }, { property: 'magnet', unless: MAGNET.closed[0] }],
    },
    { when: { magnet: MAGNET.open[0] }, glyph: 'open', tone: 'info', word: 'magnet', facts: [{ property: 'lock' }] },
    {
      when: { magnet: MAGNET.closed[0] },
      ...{ glyph: 'closed', tone: 'quiet', word: 'magnet' },
      facts: [{ property: 'lock' }],
    },
    { when: {}, glyph: 'unknown', tone: 'off', word: 'magnet', facts: [{ property: 'lock' }] },
  ],
  alarm: [{ property: 'magnet' }, { property: 'lock' }],
  legend: [
    { glyph: 'closed', word: wordOf(MAGNET.closed) },
    { glyph: 'open', word: wordOf(MAGNET.open) },
    { glyph: 'heldOpen', word: wordOf(DOOR_MODE.open) },
    { glyph: 'heldClosed', word: wordOf(DOOR_MODE.closed) },
    { glyph: 'alarm', word: ['告警', 'Alarm'] },
    { glyph: 'unknown', word: wordOf(MAGNET.unknown) },
  ],
}

const COMMANDS: Ability['commands'] = {
  openDoor: {
    label: ['开门', 'Open'],
    per: 'door',
    input: {},
    ttlS: 10,
    offline: 'refuse',
    risk: 'opens',
    lane: 'now',
    never: [
      {
        property: 'mode',
        is: DOOR_MODE.closed[0],
        because: ['门处于常闭，请先恢复正常', 'The door is held closed; set it to normal first'],
      },
    ],
    proof: { property: 'magnet', is: MAGNET.open[0], text: ['等门磁', 'Waiting for the door contact'] },
  },
  doorMode: {
    label: ['门模式', 'Mode'],
    per: 'door',
    input: { mode: choice(['模式', 'Mode'], DOOR_MODE, { required: true }), until: instant(['直到', 'Until']) },
    ttlS: 30,
    offline: 'refuse',
    risk: 'opens',
    lane: 'now',
  },
}

const EVENTS: Ability['events'] = {
  forcedOpen: { label: ['强行闯入', 'Forced open'], level: 'fault', record: 'alarm', per: 'door', fields: {} },
  openTimeout: {
    label: ['开门超时', 'Held open too long'],
    level: 'alert',
    record: 'alarm',
    per: 'door',
    fields: { seconds: integer(['时长', 'Duration'], { unit: 's' }), on: flag(['状态', 'On']) },
    ends: true,
  },
  button: { label: ['出门按钮', 'Exit button'], level: 'info', record: 'event', per: 'door', fields: {} },
  fire: {
    label: ['消防输入', 'Fire input'],
    level: 'fault',
    record: 'alarm',
    fields: { on: flag(['状态', 'On'], { required: true }), zone: text(['防区', 'Zone'], { example: '3' }) },
    ends: true,
  },
}

export const doors = (max: number | 'model'): Ability => ({
  name: 'doors',
  faults: ['opening'],
  components: { door: { label: ['门', 'Door'], min: 1, max, param: 'doorNo', list: 'doors' } },
  properties: PROPERTIES,
  look: LOOK,
  mustEnd: [{ property: 'mode', is: DOOR_MODE.open[0] }],
  opens: 'openDoor',
  commands: COMMANDS,
  events: EVENTS,
})
