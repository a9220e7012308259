/** A lane through which cars or people pass one by one: it counts them, asks about who shows a card, and reports who comes without permission. */
import type { Ability, Command } from '#model/device.ts'
import { choice, flag, integer } from '#model/field.ts'
import { MOTION } from './motionSpec.ts'
import { ASK_PASS, DIRECTIONS, PASSAGE_FIELDS, WRONGLY_OPENED } from './passage.ts'

export const LANE_KINDS = { cars: [1, '车道', 'For cars'], people: [2, '人行', 'For people'] } as const
export const LANE_COMMANDS = { in: 'letIn', out: 'letOut' } as const

const direction = choice(['方向', 'Direction'], DIRECTIONS, { dictionary: 'direction' })
const count = (label: readonly [string, string]) =>
  ({ field: integer(label, { min: 0 }), access: 'r', per: 'door' }) as const

/** Opens for one, and closes after it. `open` and the others are the values of its state. */
const letOne = (label: readonly [string, string], never: Command['never'], open: number): Command => ({
  ...{ label, per: 'door', input: {}, ttlS: 10, offline: 'refuse', risk: 'opens', lane: 'now' },
  ...(never ? { never } : {}),
  proof: { property: MOTION.state, is: open, text: ['等开闸到位', 'Waiting until it is open'] },
})

/** `never`: why its barrier does not open; `open`: the value of its state when it is open. */
export const lane = (never: Command['never'], open: number): Ability => ({
  name: 'lane',
  faults: ['recognition', 'opening'],
  components: { door: { label: ['通道', 'Lane'], min: 1, max: 1, param: 'laneNo', list: 'lanes' } },
  properties: {
    laneKind: { field: choice(['通道类型', 'Kind of lane'], LANE_KINDS), access: 'r', per: 'door' },
    loopFront: { field: flag(['来车', 'Vehicle waiting']), access: 'r', per: 'door' },
    passIn: count(['累计进', 'Passed in']),
    passOut: count(['累计出', 'Passed out']),
  },
  commands: {
    [LANE_COMMANDS.in]: letOne(['进场放行', 'Let one in'], never, open),
    [LANE_COMMANDS.out]: letOne(['出场放行', 'Let one out'], never, open),
  },
  events: {
    pass: { label: ['通行', 'Passage'], level: 'info', record: 'passage', per: 'door', fields: PASSAGE_FIELDS },
    askPass: {
      ...ASK_PASS,
      fields: { ...PASSAGE_FIELDS, local: flag(['本机判定', 'Decided by the device'], { example: false }) },
      ask: {
        ...{ withinMs: 1000, whenSilent: ['不开闸', 'Stays closed'], answers: ['display'] },
        decided: { param: 'local', objection: 'wronglyOpened' },
      },
    },
    wronglyOpened: WRONGLY_OPENED,
    hitBar: { label: ['撞杆', 'Bar hit'], level: 'fault', record: 'alarm', per: 'door', fields: { direction } },
    barDrop: { label: ['断杆', 'Bar broken'], level: 'fault', record: 'alarm', per: 'door', fields: {} },
    follow: { label: ['尾随', 'Tailgating'], level: 'alert', record: 'alarm', per: 'door', fields: { direction } },
    reverse: { label: ['逆行', 'Wrong way'], level: 'alert', record: 'alarm', per: 'door', fields: { direction } },
    intrude: {
      label: ['闯入', 'Intrusion'],
      ...{ level: 'fault', record: 'alarm', per: 'door', ends: true },
      fields: { direction, on: flag(['状态', 'On'], { required: true }) },
    },
  },
  figures: 'passages',
})
