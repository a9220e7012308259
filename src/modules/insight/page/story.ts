/** A story as the server returns it. */
import type { Text } from '#base/text.ts'
import type { Params } from '#model/row.ts'
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
  /** Null for users who may not read callbacks. */
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
    /** Besides the photo. */
    pictures?: readonly { name: string; file: string }[]
    score?: number | null
    deviceId: string
    deviceName: string
    deviceClass: string
    component: string
    time: string
    /** Of an event: what it is and what the device stated. */
    identifier?: string
    params?: Readonly<Params> | null
    reason?: string | null
    result?: number
    tookMs?: number | null
  }
  steps: StoryStep[]
  mend: Mend | null
  around: Around
}

/** The next larger round step for ticks. */
const roundUp = (ms: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, ms)))
  return ([1, 2, 3, 5, 10].find(factor => factor * power >= ms) ?? 10) * power
}

/** The position of an instant on the axis, 0 to 1, and the labels below it. */
export interface Axis {
  start: number
  place(ms: number): number
  ticks: readonly { at: number; ms: number }[]
  /** The position at which the scale of the axis changes, 0 to 1; null where it does not. */
  breakAt: number | null
}

/** When a step is later than this many times the previous span, all others would be compressed into a point. */
const DWARFS = 12
/** The share of the axis for the steps before the break. */
const BEFORE = 0.72

/**
 * One axis for all steps, in milliseconds since the first. When the last ones end far later than the others, the axis
 * is broken: the part before the break gets most of it, to scale, and the part after it shares the rest, at a scale of
 * its own.
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
