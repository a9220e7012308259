/** Rising bollards: lowered to let a car pass, and raised after it. */
import { defineDeviceClass, type Ability } from '#model/device.ts'
import { integer } from '#model/field.ts'
import { common } from './abilities/common.ts'
import { motion } from './abilities/motion.ts'

/** Detection of a collision. */
const impact: Ability = {
  name: 'impact',
  events: {
    crash: {
      label: ['撞击', 'Impact'],
      level: 'fault',
      record: 'alarm',
      fields: { force: integer(['力度', 'Force']) },
    },
  },
}

/** Posts of one lane move together by their number. */
const group: Ability = {
  name: 'group',
  properties: { groupNo: { field: integer(['组号', 'Group'], { min: 1, max: 99 }), access: 'rw' } },
}

export const bollardDevice = defineDeviceClass('bollardDevice', {
  label: ['升降柱', 'Bollards'],
  icon: 'cylinder',
  category: 'vehicle',
  abilities: [
    common,
    motion({
      shape: 'lift',
      words: {
        part: ['柱体', 'Post'],
        states: {
          closed: [1, '升起到位', 'Up'],
          open: [2, '下降到位', 'Down'],
          closing: [3, '上升中', 'Rising'],
          opening: [4, '下降中', 'Falling'],
          stopped: [5, '停止', 'Stopped'],
          fault: [9, '故障', 'Fault'],
        },
        modes: {
          auto: [0, '自动', 'Automatic'],
          holdOpen: [1, '常降', 'Kept down'],
          holdClosed: [2, '常升', 'Kept up'],
          locked: [3, '锁定', 'Locked'],
        },
        position: { name: 'height', label: ['高度', 'Height'] },
        close: { name: 'rise', label: ['升起', 'Raise'], waits: ['等升起到位', 'Waiting until it is up'] },
        open: { name: 'fall', label: ['降下', 'Lower'], waits: ['等下降到位', 'Waiting until it is down'] },
        closeDelay: { name: 'riseDelay', label: ['自动升起延时', 'Automatic rise delay'] },
        legend: [
          ['升起', 'Up'],
          ['降下', 'Down'],
          ['动作中', 'Moving'],
        ],
        obstacle: { name: 'blocked', label: ['遇阻回落', 'Blocked, lowered again'] },
        powerLoss: { name: 'powerFall', label: ['断电自降', 'Fell without power'] },
      },
      safety: [
        {
          property: 'loop',
          label: ['地感有车', 'Vehicle on loop'],
          because: ['地感有车，升起会顶到车辆', 'A vehicle is on the loop; rising would hit it'],
          force: true,
        },
      ],
      confirm: ['确认现场无车无人', 'No person or vehicle is there'],
      watchdogMs: 30_000,
      powerLoss: 'opens',
    }),
    impact,
    group,
  ],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union', 'event'],
})
