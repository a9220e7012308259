/** When a rule at a time runs next: at a clock time, at sunrise or sunset of a site, or where a time plan begins or ends. */
import { getTimes } from 'suncalc'
import { dayOf, instantOf, localMinute } from '#base/zonedTime.ts'
import { exceptionalDays, minuteOf } from '#modules/access/week.rules.ts'
import { isOpen, type TimePlan } from '#modules/access/timePlan.rules.ts'
import { EDGE, SUN, type TimeOfRule } from './times.linkage.ts'

export interface Around {
  zone: string
  /** Of the site, WGS-84. */
  place: { lng: number; lat: number } | null
  plan: TimePlan | null
}
const DAY_MS = 86_400_000
/** Longer than a polar night would be useless, and a rule for Mondays needs eight days. */
const DAYS_AHEAD = 15

const fits = (days: readonly number[] | null | undefined, weekday: number): boolean =>
  !days?.length || days.includes(weekday)

/** The first instant after `after`, or null where there is none in the next two weeks. */
export function nextTime(trigger: TimeOfRule, around: Around, after: Date): Date | null {
  const { zone } = around
  for (let n = -1; n <= DAYS_AHEAD; n += 1) {
    const day = dayOf(after.getTime() + n * DAY_MS, zone)
    const found = instantsOn(day, trigger, around).filter(
      at => at > after && fits(trigger.days, localMinute(at, zone).weekday),
    )
    if (found.length) return found.reduce((one, other) => (one < other ? one : other))
  }
  return null
}

function instantsOn(day: string, trigger: TimeOfRule, { zone, place, plan }: Around): Date[] {
  if (trigger.at) return [instantOf(`${day}T${trigger.at}:00`, zone)]
  if (trigger.sun) {
    if (!place) return []
    const times = getTimes(instantOf(`${day}T12:00:00`, zone), place.lat, place.lng)
    const at = trigger.sun === SUN.rise[0] ? times.sunrise : times.sunset
    // Within the polar circles the sun may not rise.
    return at ? [new Date(at.getTime() + (trigger.offsetMin ?? 0) * 60_000)] : []
  }
  return plan ? edgesOn(day, trigger, plan, zone) : []
}

/** Where the plan, joined over midnight and without its closed days, begins or ends on a day. */
function edgesOn(day: string, trigger: TimeOfRule, plan: TimePlan, zone: string): Date[] {
  const ends = trigger.edge === EDGE.end[0]
  const openAt = (at: number): boolean => isOpen(plan, new Date(at).toISOString(), zone)
  const minutes = new Set([
    0,
    ...plan.week.flatMap(span => [minuteOf(span.from), minuteOf(span.to)]),
    ...(exceptionalDays(plan.exceptions).get(day) ?? []).flat(),
  ])
  return [...minutes]
    .filter(minute => minute < 1440)
    .map(minute => instantOf(`${day}T${clock(minute)}:00`, zone))
    .filter(at => {
      const [before, now] = [openAt(at.getTime() - 60_000), openAt(at.getTime())]
      return ends ? before && !now : now && !before
    })
}
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
