/** The zones of an alarm host: each a group of detectors with one number. */
import type { Text } from '#base/text.ts'
import type { Ability, EventSpec } from '#model/device.ts'
import { choice, flag, integer } from '#model/field.ts'
import { HOST_FIELDS } from './arming.ts'

const ZONE_STATES = {
  normal: [0, '正常', 'Normal'],
  alarm: [1, '报警', 'Alarm'],
  bypassed: [2, '旁路', 'Bypassed'],
  tamper: [3, '防拆', 'Tamper'],
  lowBattery: [4, '电池低', 'Low battery'],
  fault: [5, '故障', 'Fault'],
} as const
const ZONE_TYPES = {
  panic: [1, '紧急', 'Panic'],
  smoke: [2, '烟感', 'Smoke'],
  motion: [3, '红外', 'Motion'],
  contact: [4, '门磁', 'Contact'],
  glass: [5, '玻璃', 'Glass break'],
  perimeter: [6, '周界', 'Perimeter'],
  gas: [7, '燃气', 'Gas'],
  water: [8, '水浸', 'Water'],
} as const

const wordOf = ([, zh, en]: readonly [number, string, string]): Text => [zh, en]
const zoneAlarm = (level: 'alert' | 'urgent', zh: string, en: string): EventSpec => ({
  ...{ label: [zh, en], level, record: 'alarm', per: 'zone', ends: true },
  fields: { on: flag(['状态', 'On'], { required: true }), ...HOST_FIELDS },
})
const USER = { userNo: integer(['用户', 'User'], { min: 0, max: 9999 }) }
const NOW = { input: {}, ttlS: 15, offline: 'refuse', lane: 'now', per: 'zone' } as const
const IS = { property: 'zoneState' } as const

export const zones: Ability = {
  name: 'zones',
  components: { zone: { label: ['防区', 'Zone'], min: 1, max: 'model', param: 'zoneNo', list: 'zones' } },
  properties: {
    zoneState: { field: choice(['防区状态', 'State'], ZONE_STATES), access: 'r', per: 'zone' },
    zoneType: { field: choice(['防区类型', 'Kind'], ZONE_TYPES), access: 'r', per: 'zone' },
  },
  look: {
    ...{ label: ['防区', 'Zones'], per: 'zone' },
    states: [
      { when: { zoneState: 0 }, glyph: 'plain', tone: 'quiet', word: 'zoneState', facts: [{ property: 'zoneType' }] },
      { when: { zoneState: 1 }, glyph: 'alarm', tone: 'bad', word: 'zoneState', facts: [{ property: 'zoneType' }] },
      { when: { zoneState: 2 }, glyph: 'heldOpen', tone: 'warn', word: 'zoneState', facts: [{ property: 'zoneType' }] },
      { when: { zoneState: 3 }, glyph: 'alarm', tone: 'warn', word: 'zoneState', facts: [{ property: 'zoneType' }] },
      { when: { zoneState: 4 }, glyph: 'plain', tone: 'warn', word: 'zoneState', facts: [{ property: 'zoneType' }] },
      { when: { zoneState: 5 }, glyph: 'unknown', tone: 'warn', word: 'zoneState', facts: [{ property: 'zoneType' }] },
      { when: {}, glyph: 'unknown', tone: 'off', word: 'zoneState', facts: [{ property: 'zoneType' }] },
    ],
    alarm: [{ property: 'zoneType' }],
    legend: [
      { glyph: 'plain', word: wordOf(ZONE_STATES.normal) },
      { glyph: 'heldOpen', word: wordOf(ZONE_STATES.bypassed), tone: 'warn' },
    ],
  },
  commands: {
    // A bypassed zone reports nothing, so it needs a reason.
    bypass: {
      ...{ label: ['旁路', 'Bypass'], ...NOW, risk: 'opens' },
      never: [{ ...IS, is: ZONE_STATES.bypassed[0], because: ['防区已旁路', 'The zone is bypassed already'] }],
      proof: { ...IS, is: ZONE_STATES.bypassed[0], text: ['等防区旁路', 'Waiting until it is bypassed'] },
    },
    unbypass: { label: ['取消旁路', 'End bypass'], ...NOW, risk: 'none', atHand: true, undoes: 'bypass' },
  },
  events: {
    burglary: zoneAlarm('urgent', '入侵报警', 'Burglary'),
    fire: zoneAlarm('urgent', '火警', 'Fire'),
    panic: zoneAlarm('urgent', '紧急求助', 'Panic'),
    medical: zoneAlarm('urgent', '医疗求助', 'Medical help'),
    environment: zoneAlarm('urgent', '环境报警', 'Gas, water or temperature'),
    zoneTamper: zoneAlarm('alert', '防区防拆', 'Zone tamper'),
    zoneFault: zoneAlarm('alert', '防区故障', 'Zone fault'),
    zoneBattery: zoneAlarm('alert', '探测器电池低', 'Low battery of a detector'),
    bypassed: {
      ...{ label: ['旁路', 'Bypass'], level: 'info', record: 'operation', per: 'zone' },
      fields: { on: flag(['旁路', 'Bypassed'], { required: true }), ...USER, ...HOST_FIELDS },
    },
  },
}
