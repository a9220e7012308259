/** How the state of a part looks, as data: an ability declares it, every screen draws it. */
import type { Text } from '#base/text.ts'
import type { Params } from './row.ts'

/** The shapes that screens draw; each differs from the others without colour. */
export type Glyph = 'closed' | 'open' | 'heldOpen' | 'heldClosed' | 'alarm' | 'unknown' | 'lift' | 'plain'
export type LookTone = 'quiet' | 'info' | 'warn' | 'bad' | 'off'

/** What stands beside the word: a choice by its word, a flag by its label while it is true, an instant as an end to come. */
export interface LookFact {
  property: string
  /** Not shown while the property has this value. */
  unless?: unknown
}
export interface LookState {
  /** What the part must have stated, all of it; `{}` is always true. */
  when: Readonly<Params>
  glyph: Glyph
  tone: LookTone
  /** The property whose value is the word. */
  word: string
  facts: readonly LookFact[]
  /** Of what goes up and down: which way, and the height while none is stated, 0 to 100. */
  moving?: 'up' | 'down'
  height?: number
}
export interface LookLegend {
  glyph: Glyph
  word: Text
  tone?: LookTone
  height?: number
  moving?: 'up' | 'down'
  blocked?: true
}
export interface Look {
  /** Heads the column and the section that show it. */
  label: Text
  /** The kind of part; without it the device as a whole. */
  per?: string
  /** The first whose `when` holds is shown; the last must always hold. */
  states: readonly LookState[]
  /** With it an alarm of the part takes the place of the state, and these stand beside it; without it an alarm only colours. */
  alarm?: readonly LookFact[]
  /** The property that states the height, 0 to 100. */
  height?: string
  /** The flag that says that something stands in the way. */
  blocked?: string
  legend: readonly LookLegend[]
}

/** Every property that a look reads, each once. */
export const lookProperties = (look: Look): readonly string[] => [
  ...new Set([
    ...look.states.flatMap(({ when, word, facts }) => [
      ...Object.keys(when),
      word,
      ...facts.map(fact => fact.property),
    ]),
    ...(look.alarm ?? []).map(fact => fact.property),
    ...(look.height ? [look.height] : []),
    ...(look.blocked ? [look.blocked] : []),
  ]),
]
