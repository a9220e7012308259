/**
 * Devices that open and close a way by moving: a bollard, a gate, a barrier. Closed → opening → open → closing →
 * closed, with stop, obstacle, fault and reset; held open and locked are modes. `motionStep` defines the behaviour.
 */
import type { Text } from '#base/text.ts'
import type { Ability, Command, NeverRule, Property } from '#model/device.ts'
import { choice, flag, integer, type Choices } from '#model/field.ts'
import type { Look, LookFact, LookState } from '#model/look.ts'

export type MotionState = 'closed' | 'open' | 'closing' | 'opening' | 'stopped' | 'fault'
export type MotionMode = 'auto' | 'holdOpen' | 'holdClosed' | 'locked'
type Word = readonly [wire: number, zh: string, en: string]

interface Act {
  /** Its identifier on the wire. */
  name: string
  label: Text
  /** What a command waits for until the state proves it. */
  waits: Text
}
/** A flag of the device while which it never starts to close; if it is set while closing, the movement reverses. */
export interface SafetyRule {
  property: string
  label: Text
  because: Text
  /** Users with the permission to force can close in spite of it: a loop that is stuck must not keep a way open for ever. */
  force?: true
}
export interface MotionSpec {
  /** The names of states, modes and commands for this kind of device, and their wire values. */
  words: {
    part: Text
    states: Record<MotionState, Word>
    modes: Record<MotionMode, Word>
    /** Percentage closed. */
    position: { name: string; label: Text }
    open: Act
    close: Act
    /** The property with the number of seconds after which it closes by itself in the mode `auto`. */
    closeDelay: { name: string; label: Text }
    /** Labels of the legend for closed, open and moving. */
    legend: readonly [closed: Text, open: Text, moving: Text]
    obstacle: { name: string; label: Text }
    powerLoss: { name: string; label: Text }
  }
  safety: readonly SafetyRule[]
  /** What a user must confirm before it closes. */
  confirm: Text
  /** A movement that takes longer is a fault. */
  watchdogMs: number
  /** Its behaviour when the mains fail. */
  powerLoss: 'opens' | 'closes' | 'stays'
}
/** Includes its specification, so that a simulated device behaves as the class declares. */
export interface MotionAbility extends Ability {
  name: 'motion'
  spec: MotionSpec
}

const named = (words: Record<string, Word>): Choices => words

/** Names that all moving devices share. */
export const MOTION = {
  state: 'motion',
  mode: 'mode',
  cycles: 'cycles',
  stop: 'stop',
  reset: 'reset',
  moved: 'moved',
} as const

const safetyOf = (spec: MotionSpec): NeverRule[] =>
  spec.safety.map(({ property, because, force }) => ({ property, is: true, because, ...(force ? { force } : {}) }))

const standing = ({ words: { states, modes } }: MotionSpec): NeverRule[] => [
  {
    property: MOTION.state,
    is: states.fault[0],
    because: ['设备故障，请先复位', 'The device has a fault; reset it first'],
  },
  {
    property: MOTION.mode,
    is: modes.locked[0],
    because: ['设备已锁定，请先解除', 'The device is locked; unlock it first'],
  },
]

const propertiesOf = (spec: MotionSpec): Record<string, Property> => {
  const { states, modes, position, closeDelay } = spec.words
  return {
    [MOTION.state]: { field: choice(['运动状态', 'Motion'], named(states)), access: 'r' },
    [position.name]: { field: integer(position.label, { min: 0, max: 100, unit: '%' }), unit: '%', access: 'r' },
    ...Object.fromEntries(
      spec.safety.map(({ property, label }): [string, Property] => [property, { field: flag(label), access: 'r' }]),
    ),
    [MOTION.mode]: {
      field: choice(['模式', 'Mode'], named(modes)),
      access: 'rw',
      // Setting it to be held starts a movement.
      risk: 'moves',
      never: safetyOf(spec).map(rule => ({ to: modes.holdClosed[0], ...withoutForce(rule) })),
      confirm: [{ to: modes.holdClosed[0], text: spec.confirm }],
    },
    [MOTION.cycles]: { field: integer(['动作次数', 'Cycles']), access: 'r', wears: true },
    [closeDelay.name]: { field: integer(closeDelay.label, { min: 5, max: 600, unit: 's' }), unit: 's', access: 'rw' },
  }
}
/** Only a command can be forced, not a mode, because a mode lasts. */
const withoutForce = ({ property, is, because }: NeverRule): NeverRule => ({ property, is, because })

const commandsOf = (spec: MotionSpec): Record<string, Command> => {
  const { open, close, states, modes } = spec.words
  const moves = { input: {}, ttlS: 10, offline: 'refuse', lane: 'now' } as const
  const held: NeverRule = {
    property: MOTION.mode,
    is: modes.holdOpen[0],
    because: [
      `处于${modes.holdOpen[1]}，请先恢复${modes.auto[1]}`,
      `The device is ${modes.holdOpen[2].toLowerCase()}; set it to ${modes.auto[2].toLowerCase()} first`,
    ],
  }
  return {
    [close.name]: {
      label: close.label,
      ...moves,
      risk: 'moves',
      never: [...safetyOf(spec), ...standing(spec), held],
      confirm: spec.confirm,
      proof: { property: MOTION.state, is: states.closed[0], text: close.waits },
    },
    [open.name]: {
      label: open.label,
      ...moves,
      risk: 'opens',
      never: standing(spec),
      proof: { property: MOTION.state, is: states.open[0], text: open.waits },
    },
    [MOTION.stop]: { label: ['停止', 'Stop'], ...moves, ttlS: 5, risk: 'none', atHand: true, safety: true },
    [MOTION.reset]: { label: ['复位', 'Reset'], ...moves, risk: 'none' },
  }
}

const lookOf = ({ words, safety }: MotionSpec): Look => {
  const { states, modes, part, position, legend } = words
  const facts: LookFact[] = [
    { property: MOTION.mode, unless: modes.auto[0] },
    ...safety.map(({ property }): LookFact => ({ property })),
  ]
  const state = (when: LookState['when'], tone: LookState['tone'], more: Partial<LookState> = {}): LookState => ({
    when,
    glyph: 'lift',
    tone,
    word: MOTION.state,
    facts,
    ...more,
  })
  return {
    label: part,
    states: [
      state({ [MOTION.state]: states.fault[0] }, 'bad'),
      state({ [MOTION.state]: states.closing[0] }, 'info', { moving: 'up' }),
      state({ [MOTION.state]: states.opening[0] }, 'info', { moving: 'down' }),
      state({ [MOTION.state]: states.closed[0], [MOTION.mode]: modes.holdOpen[0] }, 'warn', { height: 100 }),
      state({ [MOTION.mode]: modes.holdOpen[0] }, 'warn'),
      state({ [MOTION.state]: states.closed[0] }, 'quiet', { height: 100 }),
      state({}, 'quiet'),
    ],
    height: position.name,
    ...(safety[0] ? { blocked: safety[0].property } : {}),
    legend: [
      { glyph: 'lift', height: 100, word: legend[0] },
      { glyph: 'lift', height: 0, word: legend[1] },
      { glyph: 'lift', height: 50, moving: 'up', tone: 'info', word: legend[2] },
      ...(safety[0] ? [{ glyph: 'lift', height: 0, blocked: true, word: safety[0].label } as const] : []),
      { glyph: 'unknown', word: ['未知', 'Unknown'] },
    ],
  }
}

export const motion = (spec: MotionSpec): MotionAbility => {
  const { position, obstacle, powerLoss, modes, open } = spec.words
  return {
    name: 'motion',
    spec,
    properties: propertiesOf(spec),
    commands: commandsOf(spec),
    events: {
      [MOTION.moved]: {
        label: ['动作完成', 'Moved'],
        level: 'info',
        record: 'event',
        fields: {
          from: integer(['从', 'From'], { unit: '%' }),
          to: integer(['到', 'To'], { unit: '%' }),
          ms: integer(['用时', 'Took'], { unit: 'ms' }),
          ok: flag(['成功', 'Done']),
        },
      },
      [obstacle.name]: {
        label: obstacle.label,
        level: 'alert',
        record: 'alarm',
        fields: { [position.name]: integer(position.label, { unit: '%' }) },
      },
      [powerLoss.name]: { label: powerLoss.label, level: 'alert', record: 'alarm', fields: {} },
    },
    look: lookOf(spec),
    mustEnd: [{ property: MOTION.mode, is: modes.holdOpen[0] }],
    opens: open.name,
  }
}
