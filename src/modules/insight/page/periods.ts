/** The periods that the data centre can show, with the same periods of the lists that its figures open. */
import { PASSAGES_TODAY, TODAY } from '#base/figureTexts.ts'
import type { Text } from '#base/text.ts'

export interface Period {
  id: string
  days: number
  label: Text
  /** Part of the address of a list of facts; empty is its default. */
  list: string
}
export const PERIODS: readonly Period[] = [
  { id: '1', days: 1, label: TODAY, list: 'time=today' },
  { id: '7', days: 7, label: ['近 7 天', '7 days'], list: 'time=week' },
  { id: '30', days: 30, label: ['近 30 天', '30 days'], list: '' },
]
export const periodOf = (days: number): Period => PERIODS.find(period => period.days === days) ?? PERIODS[0]!

/** What is counted as passages of a period. */
export const passagesOf = (days: number): Text =>
  days === 1 ? PASSAGES_TODAY : [`${periodOf(days).label[0]}通行`, `Passages, ${periodOf(days).label[1]}`]
