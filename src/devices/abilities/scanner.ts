/** A reader of QR codes at a door: it asks the platform about every code, and opens by the answer. */
import type { Ability } from '#model/device.ts'
import { choice, integer, text } from '#model/field.ts'
import { DIRECTIONS, PASS_METHODS } from './passage.ts'

export const scanner: Ability = {
  name: 'scanner',
  faults: ['recognition', 'opening'],
  components: { door: { label: ['门', 'Door'], min: 1, max: 1, param: 'doorNo', list: 'doors' } },
  properties: {
    volume: { field: integer(['音量', 'Volume'], { min: 0, max: 100, unit: '%' }), unit: '%', access: 'rw' },
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
  },
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
      },
      ask: { withinMs: 1000, whenSilent: ['不开门', 'Stays closed'], says: ['display', 'voice'] },
      veiled: ['code'],
    },
    button: { label: ['出门按钮', 'Exit button'], level: 'info', record: 'event', per: 'door', fields: {} },
  },
  figures: 'passages',
}
