/** A reader of QR codes at a door: it asks the platform about every code, or judges signed codes by itself, and opens by the answer. */
import type { Ability } from '#model/device.ts'
import { choice, flag, integer, text } from '#model/field.ts'
import { DIRECTIONS, PASS_METHODS, REFUSAL_CHOICES } from './passage.ts'

/** Who decides about a code: the platform, the reader, or the platform and in its silence the reader. */
export const READER_MODES = {
  online: [0, '在线', 'Online'],
  offline: [1, '离线', 'Offline'],
  mixed: [2, '混合', 'Online, then offline'],
} as const
const DOCUMENT = { ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' } as const

export const scanner: Ability = {
  name: 'scanner',
  faults: ['recognition', 'opening'],
  components: { door: { label: ['门', 'Door'], min: 1, max: 1, param: 'doorNo', list: 'doors' } },
  properties: {
    mode: { field: choice(['模式', 'Mode'], READER_MODES), access: 'rw' },
    volume: { field: integer(['音量', 'Volume'], { min: 0, max: 100, unit: '%' }), unit: '%', access: 'rw' },
    light: { field: flag(['补光灯', 'Light']), access: 'rw' },
    relayMs: {
      field: integer(['开门时长', 'Open time'], { min: 100, max: 60_000, unit: 'ms' }),
      unit: 'ms',
      access: 'rw',
    },
  },
  opens: 'openDoor',
  commands: {
    // Done on the reader's word: it has no contact at the door. It fetches its commands, so the time is that of a few calls.
    openDoor: {
      label: ['开门', 'Open'],
      per: 'door',
      input: {},
      ttlS: 30,
      offline: 'refuse',
      risk: 'opens',
      lane: 'now',
    },
    play: {
      label: ['播报', 'Say'],
      input: { text: text(['内容', 'Text'], { required: true, max: 60, example: '请走 2 号门', screened: true }) },
      ...{ ttlS: 30, offline: 'refuse', risk: 'none', lane: 'now' },
    },
    setKey: { label: ['下发验码公钥', 'Send keys of codes'], input: {}, ...DOCUMENT },
    getKey: { label: ['读取验码公钥', 'Read keys of codes'], input: {}, ...DOCUMENT },
  },
  holds: [
    {
      kind: 'document',
      document: 'codeKeys',
      put: { command: 'setKey', content: 'codes', version: 'version' },
      readBack: { command: 'getKey', version: 'version' },
    },
  ],
  events: {
    scan: {
      label: ['扫码', 'Code scanned'],
      level: 'info',
      record: 'passage',
      per: 'door',
      fields: {
        code: text(['码值', 'Code'], { required: true, max: 2953, example: 'mY3k…Q8' }),
        method: choice(['方式', 'Method'], PASS_METHODS, { dictionary: 'pass_method' }),
        direction: choice(['方向', 'Direction'], DIRECTIONS, { dictionary: 'direction' }),
        scanId: text(['扫码编号', 'Number of the scan'], { max: 64, mono: true, example: '5f0c2a9e-11' }),
        local: flag(['本机判定', 'Decided by the reader'], { example: false }),
        ok: flag(['放行', 'Passed']),
        reason: text(['原因', 'Reason'], { max: 64, known: REFUSAL_CHOICES, dictionary: 'pass_fail' }),
      },
      ask: {
        withinMs: 1000,
        whenSilent: ['不开门，混合模式由读头判定', 'Stays closed; in mixed mode the reader decides'],
        answers: ['display', 'voice'],
        decided: { param: 'local', objection: 'wronglyOpened' },
      },
      veiled: ['code'],
    },
    wronglyOpened: {
      label: ['离线放行不符规则', 'Opened offline against the rules'],
      level: 'alert',
      record: 'event',
      per: 'door',
      fields: {
        reason: text(['原因', 'Reason'], { max: 64, known: REFUSAL_CHOICES, dictionary: 'pass_fail' }),
        code: text(['码值', 'Code'], { max: 64 }),
        scanId: text(['扫码编号', 'Number of the scan'], { max: 64, mono: true }),
      },
    },
    button: { label: ['出门按钮', 'Exit button'], level: 'info', record: 'event', per: 'door', fields: {} },
  },
  figures: 'passages',
}
