/** A story as the server tells it. */
import type { Text } from '#base/text.ts'
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
}

/** Times on one axis: milliseconds since the first step, and the span that holds all of it (rounded up to something one can read). */
export function axisOf(steps: readonly StoryStep[]): { start: number; spanMs: number } {
  const start = Date.parse(steps[0]?.at ?? '')
  const end = Math.max(1, spanOf(steps))
  const power = 10 ** Math.floor(Math.log10(end))
  return { start, spanMs: ([1, 2, 3, 5, 10].find(factor => factor * power >= end) ?? 10) * power }
}

export const took = (ms: number): string =>
  ms < 1000
    ? `${Math.round(ms * 10) / 10} ms`
    : ms < 60_000
      ? `${Math.round(ms / 100) / 10} s`
      : `${Math.round(ms / 60_000)} min`
