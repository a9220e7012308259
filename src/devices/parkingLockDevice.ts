/** Parking locks: an arm that keeps a space free. It goes down for a car, and never rises under one. */
import { defineDeviceClass } from '#model/device.ts'
import { common } from './abilities/common.ts'
import { motion } from './abilities/motion.ts'
import { parkingSpace } from './abilities/parkingSpace.ts'

export const parkingLockDevice = defineDeviceClass('parkingLockDevice', {
  label: ['车位锁', 'Parking locks'],
  icon: 'square-parking',
  category: 'parking',
  abilities: [
    common,
    motion({
      shape: 'lift',
      words: {
        part: ['摆臂', 'Arm'],
        states: {
          open: [10, '已降锁', 'Down'],
          closed: [50, '已升锁', 'Up'],
          closing: [91, '升锁中', 'Rising'],
          opening: [92, '降锁中', 'Lowering'],
          stopped: [93, '停止', 'Stopped'],
          fault: [99, '故障', 'Fault'],
        },
        modes: {
          auto: [0, '自动', 'Automatic'],
          holdOpen: [1, '常降', 'Kept down'],
          holdClosed: [2, '常升', 'Kept up'],
          locked: [3, '锁定', 'Locked'],
        },
        position: { name: 'raised', label: ['升起程度', 'Raised by'] },
        close: { name: 'up', label: ['升锁', 'Raise'], waits: ['等升到位', 'Waiting until it is up'] },
        open: { name: 'down', label: ['降锁', 'Lower'], waits: ['等降到位', 'Waiting until it is down'] },
        closeDelay: { name: 'autoLockAfterLeave', label: ['离开后上锁', 'Rises after leaving'] },
        legend: [
          ['已升锁', 'Up'],
          ['已降锁', 'Down'],
          ['动作中', 'Moving'],
        ],
        obstacle: { name: 'blocked', label: ['升锁遇阻', 'Blocked, lowered again'] },
        powerLoss: { name: 'batteryGone', label: ['电池耗尽', 'The battery is empty'] },
      },
      // No person can override it: the arm would lift the car.
      safety: [
        {
          property: 'car',
          label: ['车位有车', 'Car in the space'],
          because: ['车位有车，升锁会顶到车辆', 'A car is in the space; rising would lift it'],
        },
      ],
      confirm: ['确认车位无车无人', 'No person or car is in the space'],
      watchdogMs: 20_000,
      powerLoss: 'stays',
    }),
    parkingSpace,
  ],
  protocols: ['alink'],
  pages: ['equiSum', 'equi', 'discern', 'callback', 'union', 'event'],
})
