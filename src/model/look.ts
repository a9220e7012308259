/** How the state of a part is displayed, as data: an ability declares it, every screen draws it. */
import type { Text } from '#base/text.ts'
import type { Params } from './row.ts'

/** The shapes that screens draw; they differ without colour. */
export type Glyph = 'closed' | 'open' | 'heldOpen' | 'heldClosed' | 'alarm' | 'unknown' | 'lift' | 'screen' | 'plain'
export type LookTone = 'quiet' | 'info' | 'warn' | 'bad' | 'off'

/** What is shown beside the state: a choice by its label, a flag by its label while it is true, an instant as a time of expiry. */
export interface LookFact {
  property: string
  /** Not shown while the property has this value. */
  unless?: unknown
}
export interface LookState {
  /** Properties that the part must have reported, all of them; `{}` always matches. */
  when: Readonly<Params>
  glyph: Glyph
  tone: LookTone
  /** The property whose value is shown as the word: a choice by its label, a text as it is. */
  word: string
  facts: readonly LookFact[]
  /** For something that goes up and down: the direction, shown while no height (0 to 100) is reported. */
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
  /** Title of the column and the section that show it. */
  label: Text
  /** The kind of part; if absent, the device as a whole. */
  per?: string
  /** The first one whose `when` matches is shown; the last must always match. */
  states: readonly LookState[]
  /**
   * If present, an active alarm of the part replaces the state and these are shown beside it; if absent, an alarm only
   * changes the colour.
   */
  alarm?: readonly LookFact[]
  /** The property that reports the height, 0 to 100. */
  height?: string
  /** The flag that reports an obstacle. */
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
