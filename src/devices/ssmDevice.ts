/** Retractable gates: they run along a track across a drive, and never close on what breaks their beam. */
import { defineDeviceClass, type Ability } from '#model/device.ts'
import { choice, integer, text } from '#model/field.ts'
import { common } from './abilities/common.ts'
import { motion } from './abilities/motion.ts'

/** The fence along its top, and the track under it. */
const track: Ability = {
  name: 'track',
  faults: ['opening'],
  events: {
    climb: {
      label: ['翻越', 'Climbed over'],
      level: 'alert',
      record: 'alarm',
      fields: { zone: text(['位置', 'Where'], { max: 64, example: '主机侧' }) },
    },
    derail: {
      label: ['脱轨', 'Off its track'],
      level: 'fault',
      record: 'alarm',
      fields: { position: integer(['开度', 'Open by'], { min: 0, max: 100, unit: '%' }) },
    },
    limitFault: {
      label: ['限位故障', 'Limit switch fault'],
      level: 'fault',
      record: 'alarm',
      fields: { end: choice(['限位', 'End'], { open: [1, '开门限位', 'Open'], closed: [2, '关门限位', 'Closed'] }) },
    },
  },
}

export const ssmDevice = defineDeviceClass('ssmDevice', {
  label: ['伸缩门', 'Retractable gates'],
  icon: 'fence',
  category: 'vehicle',
  abilities: [
    common,
    motion({
      shape: 'slide',
      words: {
        part: ['门体', 'Gate'],
        states: {
          closed: [2, '关到位', 'Closed'],
          open: [1, '开到位', 'Open'],
          opening: [3, '开门中', 'Opening'],
          closing: [4, '关门中', 'Closing'],
          stopped: [5, '停止', 'Stopped'],
          fault: [9, '故障', 'Fault'],
        },
        modes: { auto: [0, '正常', 'Normal'], holdOpen: [1, '常开', 'Held open'], locked: [2, '锁定', 'Locked'] },
        position: { name: 'position', label: ['开度', 'Open by'], counts: 'open' },
        open: { name: 'open', label: ['开门', 'Open'], waits: ['等开到位', 'Waiting until it is open'] },
        close: { name: 'close', label: ['关门', 'Close'], waits: ['等关到位', 'Waiting until it is closed'] },
        closeDelay: { name: 'closeDelay', label: ['自动关门延时', 'Closes after'] },
        legend: [
          ['关到位', 'Closed'],
          ['开到位', 'Open'],
          ['动作中', 'Moving'],
        ],
        obstacle: { name: 'antiCollision', label: ['防撞返回', 'Turned back'] },
        powerLoss: { name: 'powerStop', label: ['断电停止', 'Stopped without power'] },
      },
      safety: [
        {
          property: 'infrared',
          label: ['红外遮挡', 'Beam broken'],
          because: ['红外被遮挡，关门会撞到人或车', 'The beam is broken; closing would hit a person or a vehicle'],
          force: true,
        },
      ],
      confirm: ['确认现场无车无人', 'No person or vehicle is there'],
      watchdogMs: 60_000,
      powerLoss: 'stays',
      hold: { label: ['门模式', 'Mode'] },
      partly: {
        name: 'openPart',
        label: ['半开', 'Open partly'],
        waits: ['等开到设定的开度', 'Waiting until it is open so far'],
        state: [6, '半开到位', 'Partly open'],
        by: { kind: 'percent', param: 'percent', label: ['开度', 'Open by'], min: 10, max: 90, usual: 50 },
        because: ['门已全开，请先关门', 'The gate is fully open; close it first'],
      },
      openTooLong: { label: ['开门超时', 'Open too long'], limit: ['开门超时报警', 'Alarm when open for'] },
    }),
    track,
  ],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union', 'event'],
})
