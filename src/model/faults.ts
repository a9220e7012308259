/** Kinds of faults that people report. An ability declares those that it brings; the last three can happen to any device. */
import type { Choices } from './field.ts'

export const FAULTS = {
  recognition: [1, '无法识别', 'Not recognised'],
  opening: [2, '无法开门', 'Does not open'],
  charging: [4, '充电故障', 'Charging fault'],
  offline: [3, '离线', 'Offline'],
  damage: [5, '外观损坏', 'Damaged'],
  other: [9, '其他', 'Other'],
} as const satisfies Choices
export type Fault = keyof typeof FAULTS

/** Of any device. */
export const COMMON_FAULTS: readonly Fault[] = ['offline', 'damage', 'other']
