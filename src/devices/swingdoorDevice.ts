/** Swing doors of one or two leaves, which reverse when something is in their way. */
import { defineDeviceClass, type Ability } from '#model/device.ts'
import { integer } from '#model/field.ts'
import { common } from './abilities/common.ts'
import { motion } from './abilities/motion.ts'

const leaf = integer(['门扇', 'Leaf'], { min: 1, max: 2 })
const angle = integer(['角度', 'Angle'], { min: 0, max: 110, unit: '°' })

/** Somebody pushes a leaf open, or it no longer reaches its end. */
const leaves: Ability = {
  name: 'leaves',
  faults: ['opening'],
  events: {
    forced: { label: ['强行推开', 'Pushed open'], level: 'fault', record: 'alarm', fields: { leaf, angle } },
    limitFault: { label: ['限位故障', 'Limit switch fault'], level: 'fault', record: 'alarm', fields: { leaf } },
  },
}

export const swingdoorDevice = defineDeviceClass('swingdoorDevice', {
  label: ['平开门', 'Swing doors'],
  icon: 'door-open',
  category: 'vehicle',
  abilities: [
    common,
    motion({
      shape: 'swing',
      words: {
        part: ['门扇', 'Leaves'],
        states: {
          closed: [2, '关到位', 'Closed'],
          open: [1, '开到位', 'Open'],
          opening: [3, '开门中', 'Opening'],
          closing: [4, '关门中', 'Closing'],
          stopped: [5, '停止', 'Stopped'],
          fault: [9, '故障', 'Fault'],
        },
        modes: {
          auto: [0, '正常', 'Normal'],
          holdOpen: [1, '常开', 'Held open'],
          // By its own switch only: from here it is closed and locked.
          holdClosed: [2, '常闭', 'Held closed'],
          locked: [3, '锁定', 'Locked'],
        },
        position: { name: 'opened', label: ['开度', 'Open by'], counts: 'open' },
        open: { name: 'open', label: ['开门', 'Open'], waits: ['等开到位', 'Waiting until it is open'] },
        close: { name: 'close', label: ['关门', 'Close'], waits: ['等关到位', 'Waiting until it is closed'] },
        closeDelay: { name: 'holdSec', label: ['开门保持时间', 'Stays open for'] },
        legend: [
          ['关到位', 'Closed'],
          ['开到位', 'Open'],
          ['动作中', 'Moving'],
        ],
        obstacle: { name: 'antiPinch', label: ['防夹返回', 'Turned back'] },
        powerLoss: { name: 'powerStop', label: ['断电停止', 'Stopped without power'] },
      },
      safety: [
        {
          property: 'infrared',
          label: ['红外遮挡', 'Beam broken'],
          because: ['门区有人，关门会夹人', 'Somebody stands between the leaves; closing would pinch them'],
        },
      ],
      confirm: ['确认门区无人无车', 'No person or vehicle is between the leaves'],
      watchdogMs: 30_000,
      powerLoss: 'stays',
      hold: { label: ['门模式', 'Mode'] },
      leaves: {
        full: 90,
        angles: [
          { name: 'leaf1Angle', label: ['主门扇角度', 'First leaf'] },
          { name: 'leaf2Angle', label: ['副门扇角度', 'Second leaf'] },
        ],
      },
      partly: {
        name: 'openLeaf',
        label: ['单扇开', 'Open one leaf'],
        waits: ['等主门扇开到位', 'Waiting until the first leaf is open'],
        state: [6, '单扇开到位', 'One leaf open'],
        by: { kind: 'leaf' },
        because: ['两扇已全开，请先关门', 'Both leaves are open; close them first'],
      },
      openTooLong: { label: ['开门超时', 'Open too long'], limit: ['开门超时报警', 'Alarm when open for'] },
    }),
    leaves,
  ],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union', 'event'],
})
