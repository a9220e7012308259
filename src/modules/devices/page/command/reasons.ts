/** Usual reasons for opening or moving something: asked each time, stored with the command and in the audit. */
import { OTHER } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import { dayOf, instantOf, shownZone, startOfDay } from '#base/time.ts'

export const REASONS: readonly { id: string; label: Text }[] = [
  { id: 'visitor', label: ['访客', 'Visitor'] },
  { id: 'delivery', label: ['送货', 'Delivery'] },
  { id: 'moving', label: ['搬家', 'Moving'] },
  { id: 'aid', label: ['急救', 'Emergency'] },
  { id: 'trouble', label: ['设备异常', 'Device trouble'] },
  { id: 'other', label: OTHER },
]

export interface End {
  id: string
  label: Text
  at: number | null
}

const HOUR = 3_600_000
/** Suggested ends: in half an hour, in an hour, this evening, or tomorrow morning when the evening has passed. Hours are those of `zone`. */
export const endsFrom = (now: number, must: boolean, zone = shownZone()): readonly End[] => {
  const today = dayOf(now, zone)
  // Days have 23 to 25 hours.
  const tomorrow = dayOf(startOfDay(today, zone).getTime() + 36 * HOUR, zone)
  const evening = instantOf(`${today}T18:00:00`, zone).getTime()
  const morning = instantOf(`${tomorrow}T08:00:00`, zone).getTime()
  return [
    { id: 'half', label: ['30 分钟', '30 min'], at: now + HOUR / 2 },
    { id: 'hour', label: ['1 小时', '1 hour'], at: now + HOUR },
    evening > now + HOUR
      ? { id: 'evening', label: ['今日 18:00', 'Today 18:00'], at: evening }
      : { id: 'morning', label: ['明早 08:00', 'Tomorrow 08:00'], at: morning },
    ...(must ? [] : [{ id: 'none', label: ['不限', 'No end'] as const, at: null }]),
  ]
}
