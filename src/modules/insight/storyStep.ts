/** One step of a story, as the server tells it and the page shows it. */
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
