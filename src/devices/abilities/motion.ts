/** A barrier that rises and falls. It never rises under a car. */
import type { Ability } from '#model/device.ts'
import { choice, flag, integer } from '#model/field.ts'

const STATES = {
  up: [1, '升起到位', 'Up'],
  down: [2, '下降到位', 'Down'],
  rising: [3, '上升中', 'Rising'],
  falling: [4, '下降中', 'Falling'],
  stopped: [5, '停止', 'Stopped'],
  fault: [9, '故障', 'Fault'],
} as const
const CAR: { property: string; is: unknown; because: readonly [string, string] } = {
  property: 'loop',
  is: true,
  because: ['地感有车，升起会顶到车辆', 'A car is on the loop; rising would hit it'],
}

export const riseAndFall: Ability = {
  name: 'riseAndFall',
  properties: {
    motion: { field: choice(['运动状态', 'Motion'], STATES), access: 'r' },
    height: { field: integer(['高度', 'Height'], { min: 0, max: 100, unit: '%' }), unit: '%', access: 'r' },
    loop: { field: flag(['地感有车', 'Car on loop']), access: 'r' },
    mode: {
      field: choice(['模式', 'Mode'], {
        auto: [0, '自动', 'Automatic'],
        keepDown: [1, '常降', 'Kept down'],
        keepUp: [2, '常升', 'Kept up'],
        locked: [3, '锁定', 'Locked'],
      }),
      access: 'rw',
      // It goes up or down as soon as it is told to stay there.
      risk: 'moves',
      never: [{ to: 2, ...CAR }],
    },
    cycles: { field: integer(['动作次数', 'Cycles']), access: 'r' },
    riseDelay: {
      field: integer(['自动升起延时', 'Rises after'], { min: 5, max: 600, unit: 's' }),
      unit: 's',
      access: 'rw',
    },
  },
  commands: {
    rise: {
      label: ['升起', 'Rise'],
      input: {},
      ttlS: 10,
      offline: 'refuse',
      risk: 'moves',
      lane: 'now',
      never: [CAR],
      proof: { property: 'motion', is: 1, text: ['等升起到位', 'Waiting until it is up'] },
    },
    fall: {
      label: ['降下', 'Fall'],
      input: {},
      ttlS: 10,
      offline: 'refuse',
      risk: 'opens',
      lane: 'now',
      proof: { property: 'motion', is: 2, text: ['等下降到位', 'Waiting until it is down'] },
    },
    stop: { label: ['停止', 'Stop'], input: {}, ttlS: 5, offline: 'refuse', risk: 'none', lane: 'now' },
  },
  events: {
    moved: {
      label: ['动作完成', 'Moved'],
      level: 'info',
      record: 'event',
      fields: {
        from: integer(['从', 'From']),
        to: integer(['到', 'To']),
        ms: integer(['用时', 'Took'], { unit: 'ms' }),
        ok: flag(['成功', 'Done']),
      },
    },
    blocked: {
      label: ['遇阻回落', 'Blocked'],
      level: 'alert',
      record: 'alarm',
      fields: { height: integer(['高度', 'Height'], { unit: '%' }) },
    },
    powerFall: { label: ['断电自降', 'Fell without power'], level: 'alert', record: 'alarm', fields: {} },
    crash: { label: ['撞击', 'Hit'], level: 'fault', record: 'alarm', fields: { force: integer(['力度', 'Force']) } },
  },
}
