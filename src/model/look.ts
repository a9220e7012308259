/** How the state of a part is displayed, as data: an ability declares it, every screen draws it. */
import type { Text } from '#base/text.ts'
import type { Params } from './row.ts'

/** The shapes that screens draw; they differ without colour. */
export type Glyph =
  | 'closed'
  | 'open'
  | 'heldOpen'
  | 'heldClosed'
  | 'alarm'
  | 'unknown'
  // What moves: a post, a gate on its track, leaves that turn, an arm.
  | 'lift'
  | 'slide'
  | 'swing'
  | 'arm'
  | 'screen'
  | 'plain'
/** Where something that moves is going. */
export type Going = 'closing' | 'opening'
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
  /** For something that moves: where it is going, and how far it is closed (0 to 100) while that is not reported. */
  moving?: Going
  closed?: number
}
export interface LookLegend {
  glyph: Glyph
  word: Text
  tone?: LookTone
  closed?: number
  moving?: Going
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
  /** The property that reports how far it is closed, 0 to 100, or instead how far it is open. */
  closed?: string
  opened?: string
  /** The angles of its leaves, which say more than one number for both; `full` is that of a leaf that is open. */
  leaves?: { angles: readonly string[]; full: number }
  /** The flags that report an obstacle. */
  blocked?: readonly string[]
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
    ...(look.closed ? [look.closed] : []),
    ...(look.opened ? [look.opened] : []),
    ...(look.leaves?.angles ?? []),
    ...(look.blocked ?? []),
  ]),
]
