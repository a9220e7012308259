/** One step of a story, as the server returns it and the page shows it. */
import type { Text } from '#base/text.ts'

export interface StoryStep {
  at: string
  kind: 'frame' | 'identity' | 'decision' | 'command' | 'reply' | 'linkage' | 'callback' | 'handled'
  title: Text
  note: Text | null
  tone: 'ok' | 'bad' | 'warn' | 'info'
  ms: number | null
  detail: unknown
}

/** From the first step to the end of the last, in ms by the platform's own clock; this is the length of the axis, and no step is longer. */
export const spanOf = (steps: readonly Pick<StoryStep, 'at' | 'ms'>[]): number => {
  const starts = steps.map(step => Date.parse(step.at))
  const first = Math.min(...starts)
  return Math.max(0, ...steps.map((step, at) => starts[at]! - first + (step.ms ?? 0)))
}
