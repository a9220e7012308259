/** The space of a parking lock: cars that come and leave, the battery, and an arm that somebody bends. */
import type { Ability } from '#model/device.ts'
import { integer } from '#model/field.ts'

const angle = integer(['角度', 'Angle'], { min: -90, max: 180, unit: '°' })

export const parkingSpace: Ability = {
  name: 'parkingSpace',
  properties: {
    battery: {
      field: integer(['电量', 'Battery'], { min: 0, max: 100, unit: '%' }),
      unit: '%',
      access: 'r',
      record: 'reading',
    },
    angle: { field: angle, unit: '°', access: 'r' },
    autoLockNoCar: {
      field: integer(['降锁后无车上锁', 'Rises when no car comes'], { min: 5, max: 600, unit: 's' }),
      unit: 's',
      access: 'rw',
    },
    stayBeforeAuto: {
      field: integer(['停满后算停车', 'Counts as parked after'], { min: 5, max: 600, unit: 's' }),
      unit: 's',
      access: 'rw',
    },
  },
  commands: {
    buzzer: {
      label: ['蜂鸣', 'Sound the buzzer'],
      input: { seconds: integer(['时长', 'Duration'], { required: true, min: 1, max: 60, unit: 's' }) },
      ttlS: 10,
      offline: 'refuse',
      risk: 'none',
      lane: 'now',
      atHand: true,
    },
  },
  events: {
    carIn: { label: ['车到', 'A car came'], level: 'info', record: 'event', fields: {} },
    carOut: {
      label: ['车走', 'The car left'],
      level: 'info',
      record: 'event',
      fields: { parkedS: integer(['停车时长', 'Parked for'], { min: 0, unit: 's' }) },
    },
    forced: { label: ['外力压锁', 'The arm was forced'], level: 'alert', record: 'alarm', fields: { angle } },
    tilt: { label: ['摆臂倾斜', 'The arm is bent'], level: 'fault', record: 'alarm', fields: { angle } },
    timeoutNotLocked: { label: ['超时未上锁', 'It did not rise in time'], level: 'alert', record: 'alarm', fields: {} },
    lowBattery: {
      label: ['电量低', 'Low battery'],
      level: 'alert',
      record: 'alarm',
      fields: { battery: integer(['电量', 'Battery'], { min: 0, max: 100, unit: '%' }) },
    },
  },
}
