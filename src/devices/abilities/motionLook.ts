/** How moving devices are drawn: by their state first, then by the mode that holds them, each state in the shape of the class. */
import type { Look, LookFact, LookState, LookTone } from '#model/look.ts'
import { MOTION, type MotionSpec, type Word } from './motionSpec.ts'

/** Without a reported position, something that stopped on its way is drawn half closed. */
const HALFWAY = 50

type Drawn = Omit<LookState, 'glyph' | 'word' | 'facts'>

/** How it stands, by its state alone: what a mode says of it is no report of where it is. */
function byState({ words: { states }, partly }: MotionSpec): Drawn[] {
  const state = (wire: number, tone: LookTone, more: Partial<Drawn>): Drawn => ({
    ...{ when: { [MOTION.state]: wire }, tone, ...more },
  })
  return [
    state(states.fault[0], 'bad', { closed: HALFWAY }),
    state(states.closing[0], 'info', { moving: 'closing', closed: HALFWAY }),
    state(states.opening[0], 'info', { moving: 'opening', closed: HALFWAY }),
    state(states.closed[0], 'quiet', { closed: 100 }),
    state(states.open[0], 'quiet', { closed: 0 }),
    state(states.stopped[0], 'quiet', { closed: HALFWAY }),
    ...(partly ? [state(partly.state[0], 'quiet', { closed: HALFWAY })] : []),
  ]
}

/** While it stands still, the mode that keeps it open colours it. */
function coloured({ words: { modes } }: MotionSpec, drawn: Drawn): Drawn[] {
  const by = (mode: Word | undefined, tone: LookTone): Drawn[] =>
    mode ? [{ ...drawn, tone, when: { ...drawn.when, [MOTION.mode]: mode[0] } }] : []
  return drawn.tone === 'quiet' ? [...by(modes.emergency, 'bad'), ...by(modes.holdOpen, 'warn'), drawn] : [drawn]
}

const statesOf = (spec: MotionSpec, facts: readonly LookFact[]): Omit<LookState, 'glyph'>[] =>
  byState(spec)
    .flatMap(drawn => coloured(spec, drawn))
    .map(drawn => ({ ...drawn, word: MOTION.state, facts }))

/** Devices that state so in their other shape, all others in that of the class. */
const shaped = ({ shape, otherwise }: MotionSpec, state: Omit<LookState, 'glyph'>): LookState[] => [
  ...(otherwise
    ? [{ ...state, when: { ...state.when, [otherwise.property]: otherwise.is }, glyph: otherwise.shape }]
    : []),
  { ...state, glyph: shape },
]

export function motionLook(spec: MotionSpec): Look {
  const { shape, per, words, safety, leaves } = spec
  const { part, position, modes, legend } = words
  const facts: LookFact[] = [
    { property: MOTION.mode, unless: modes.auto[0] },
    ...safety.map(({ property }): LookFact => ({ property })),
  ]
  return {
    label: part,
    ...(per ? { per } : {}),
    states: [
      ...statesOf(spec, facts).flatMap(state => shaped(spec, state)),
      // It has reported other things, and not how it stands.
      { when: {}, glyph: 'unknown', tone: 'off', word: MOTION.state, facts },
    ],
    [position.counts === 'open' ? 'opened' : 'closed']: position.name,
    ...(leaves ? { leaves: { full: leaves.full, angles: leaves.angles.map(({ name }) => name) } } : {}),
    ...(safety.length ? { blocked: safety.map(({ property }) => property) } : {}),
    legend: [
      { glyph: shape, closed: 100, word: legend[0] },
      { glyph: shape, closed: 0, word: legend[1] },
      { glyph: shape, closed: HALFWAY, moving: 'closing', tone: 'info', word: legend[2] },
      ...(safety[0] ? [{ glyph: shape, closed: 0, blocked: true, word: safety[0].label } as const] : []),
      { glyph: 'unknown', word: ['未知', 'Unknown'] },
    ],
  }
}
