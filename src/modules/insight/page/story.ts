/** A story as the server tells it. */
import type { Text } from '#base/text.ts'
import type { Around, Mend } from '../mend.ts'
import { spanOf, type StoryStep } from '../storyStep.ts'

export interface Rule {
  rule: string
  label: Text
  verdict: 'pass' | 'refuse' | 'skipped'
  text: Text
}
export interface Call {
  name: string
  /** Null for who may not read callbacks. */
  url: string | null
  state: number
  tries: number
  status: number | null
  error: string | null
  ms: number | null
}
export interface Story {
  verdict: Text
  tone: 'ok' | 'bad' | 'warn'
  subject: {
    kind: string
    id: string
    personId?: string | null
    personName?: string | null
    orgName?: string | null
    portraitFile?: string | null
    photoFile?: string | null
    score?: number | null
    deviceId: string
    deviceName: string
    deviceClass: string
    component: string
    time: string
    reason?: string | null
    result?: number
    tookMs?: number | null
  }
  steps: StoryStep[]
  mend: Mend | null
  around: Around
}

/** Ticks a reader can count with. */
const roundUp = (ms: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, ms)))
  return ([1, 2, 3, 5, 10].find(factor => factor * power >= ms) ?? 10) * power
}

/** Where an instant lies on the axis, 0 to 1, and what stands below it. */
export interface Axis {
  start: number
  place(ms: number): number
  ticks: readonly { at: number; ms: number }[]
  /** Where the axis goes on at another scale, 0 to 1; null where it has one. */
  breakAt: number | null
}

/** Beyond this many times what comes before, one late step would press all others into a point. */
const DWARFS = 12
/** The share that the steps before the break keep. */
const BEFORE = 0.72

/**
 * One axis for all steps, in milliseconds since the first. Where the last ends lie far beyond the others, the axis is broken:
 * what comes before keeps most of it, to scale, and what comes after shares the rest, to a scale of its own.
 */
export function axisOf(steps: readonly Pick<StoryStep, 'at' | 'ms'>[]): Axis {
  const start = Math.min(...steps.map(step => Date.parse(step.at)))
  const moments = steps
    .flatMap(step => [Date.parse(step.at) - start, Date.parse(step.at) - start + (step.ms ?? 0)])
    .filter(ms => ms > 0)
    .sort((a, b) => a - b)
  const whole = roundUp(Math.max(1, spanOf(steps)))
  const gap = moments.findLastIndex((ms, at) => at > 0 && ms > DWARFS * moments[at - 1]!)
  if (gap < 0)
    return {
      start,
      place: ms => Math.min(1, ms / whole),
      ticks: [0, whole / 2, whole].map(ms => ({ at: ms / whole, ms })),
      breakAt: null,
    }
  const near = roundUp(moments[gap - 1]!)
  const place = (ms: number): number =>
    ms <= near ? (ms / near) * BEFORE : BEFORE + Math.min(1, (ms - near) / Math.max(1, whole - near)) * (1 - BEFORE)
  return { start, place, ticks: [0, near / 2, near, whole].map(ms => ({ at: place(ms), ms })), breakAt: BEFORE }
}

export const took = (ms: number): string =>
  ms < 1000
    ? `${Math.round(ms * 10) / 10} ms`
    : ms < 60_000
      ? `${Math.round(ms / 100) / 10} s`
      : `${Math.round(ms / 60_000)} min`
