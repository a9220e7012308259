/** Barriers and turnstiles: a lane for cars or for people, which opens for one and never closes on what its sensors see. */
import { defineDeviceClass } from '#model/device.ts'
import { common } from './abilities/common.ts'
import { lane, LANE_KINDS } from './abilities/lane.ts'
import { motion } from './abilities/motion.ts'
import { plates } from './abilities/plates.ts'

const OPEN = 1
const barrier = motion({
  shape: 'arm',
  per: 'door',
  otherwise: { property: 'laneKind', is: LANE_KINDS.people[0], shape: 'swing' },
  words: {
    part: ['闸', 'Barrier'],
    states: {
      closed: [2, '已关闸', 'Closed'],
      open: [OPEN, '已开闸', 'Open'],
      opening: [3, '开闸中', 'Opening'],
      closing: [4, '关闸中', 'Closing'],
      stopped: [5, '停止', 'Stopped'],
      fault: [9, '故障', 'Fault'],
    },
    modes: {
      auto: [0, '自动', 'Automatic'],
      holdOpen: [1, '常开', 'Held open'],
      // As at doors, 2 is closed for everybody.
      locked: [2, '锁定', 'Locked'],
      emergency: [3, '紧急放行', 'Emergency'],
    },
    position: { name: 'opened', label: ['开度', 'Open by'], counts: 'open' },
    open: { name: 'open', label: ['开闸', 'Open'], waits: ['等开闸到位', 'Waiting until it is open'] },
    close: { name: 'close', label: ['关闸', 'Close'], waits: ['等关闸到位', 'Waiting until it is closed'] },
    closeDelay: { name: 'closeDelay', label: ['自动关闸延时', 'Closes after'] },
    legend: [
      ['已关闸', 'Closed'],
      ['已开闸', 'Open'],
      ['动作中', 'Moving'],
    ],
    obstacle: { name: 'turnedBack', label: ['遇阻返回', 'Turned back'] },
    powerLoss: { name: 'powerOpen', label: ['断电开闸', 'Opened without power'] },
  },
  safety: [
    {
      property: 'loopBack',
      label: ['闸下有车', 'Vehicle under the bar'],
      because: ['地感有车，关闸会砸到车辆', 'A vehicle is on the loop; closing would hit it'],
      force: true,
    },
    {
      property: 'sensor',
      label: ['通道有人', 'Somebody in the lane'],
      because: ['通道内有人，关闸会夹人', 'Somebody is in the lane; closing would hit them'],
    },
  ],
  confirm: ['确认闸下无车无人', 'No person or vehicle is under the bar'],
  watchdogMs: 15_000,
  powerLoss: 'opens',
  hold: { label: ['闸模式', 'Mode'] },
  emergency: {
    name: 'emergency',
    label: ['紧急放行', 'Emergency'],
    waits: ['等进入紧急放行', 'Waiting for the emergency mode'],
    event: ['紧急放行', 'Emergency: open for everybody'],
  },
  openTooLong: { label: ['开闸超时', 'Open too long'], limit: ['开闸超时报警', 'Alarm when open for'] },
})

export const brakeDevice = defineDeviceClass('brakeDevice', {
  label: ['道闸与闸机', 'Barriers and turnstiles'],
  icon: 'traffic-cone',
  category: 'vehicle',
  abilities: [common, barrier, lane(barrier.commands!.open!.never, OPEN), plates],
  protocols: ['alink', 'plateHttp'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union', 'event'],
})
