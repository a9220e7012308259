/** How moving devices are drawn: by their state first, then by the mode that holds them, each state in the shape of the class. */
import type { Look, LookFact, LookState } from '#model/look.ts'
import { MOTION, type MotionSpec } from './motionSpec.ts'

/** Without a reported position, something that stopped on its way is drawn half closed. */
const HALFWAY = 50

function statesOf(
  { words: { states, modes }, partly }: MotionSpec,
  facts: readonly LookFact[],
): Omit<LookState, 'glyph'>[] {
  const state = (when: LookState['when'], tone: LookState['tone'], more: Partial<LookState> = {}) => ({
    ...{ when, tone, word: MOTION.state, facts, ...more },
  })
  const closed = { [MOTION.state]: states.closed[0] }
  const held = { [MOTION.mode]: modes.holdOpen[0] }
  return [
    state({ [MOTION.state]: states.fault[0] }, 'bad', { closed: HALFWAY }),
    state({ [MOTION.state]: states.closing[0] }, 'info', { moving: 'closing', closed: HALFWAY }),
    state({ [MOTION.state]: states.opening[0] }, 'info', { moving: 'opening', closed: HALFWAY }),
    ...(modes.emergency ? [state({ [MOTION.mode]: modes.emergency[0] }, 'bad', { closed: 0 })] : []),
    state({ ...closed, ...held }, 'warn', { closed: 100 }),
    state(held, 'warn', { closed: 0 }),
    state(closed, 'quiet', { closed: 100 }),
    state({ [MOTION.state]: states.open[0] }, 'quiet', { closed: 0 }),
    state({ [MOTION.state]: states.stopped[0] }, 'quiet', { closed: HALFWAY }),
    ...(partly ? [state({ [MOTION.state]: partly.state[0] }, 'quiet', { closed: HALFWAY })] : []),
  ]
}

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
