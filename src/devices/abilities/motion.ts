/**
 * Devices that open and close a way by moving: a bollard, a gate, a barrier. Closed → opening → open → closing →
 * closed, with stop, obstacle, fault and reset; held open and locked are modes. `motionStep` defines the behaviour.
 */
import type { Ability, Command, EventSpec, NeverRule, Property } from '#model/device.ts'
import { choice, flag, instant, integer, type Choices } from '#model/field.ts'
import { motionLook } from './motionLook.ts'
import { MOTION, type MotionAbility, type MotionSpec, type Partly, type Word } from './motionSpec.ts'

const named = (words: Readonly<Record<string, Word | undefined>>): Choices => words as Choices
/** Of something that its device reports for its part, if it has one. */
const perOf = ({ per }: MotionSpec): { per?: string } => (per ? { per } : {})
const statesOf = ({ words, partly }: MotionSpec): Choices => ({
  ...words.states,
  ...(partly ? { partly: partly.state } : {}),
})

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

/** An open gate or door cannot be locked: a lock has no end, and it could not be closed any more. */
const unlocked = ({ words: { states, close, modes }, partly }: MotionSpec): NeverRule[] =>
  [states.open, states.opening, states.closing, states.stopped, states.fault, ...(partly ? [partly.state] : [])].map(
    ([is]) => ({
      ...{ property: MOTION.state, is },
      because: [
        `请先${close.label[0]}，关好后才能${modes.locked[1]}`,
        `Only what is closed can be locked; ${close.label[1].toLowerCase()} it first`,
      ],
    }),
  )

/** Modes that keep it open: it does not close before they end. */
const heldOpen = ({ words: { modes } }: MotionSpec): NeverRule[] =>
  [modes.holdOpen, modes.emergency].flatMap(mode =>
    mode
      ? [
          {
            property: MOTION.mode,
            is: mode[0],
            because: [
              `处于${mode[1]}，请先恢复${modes.auto[1]}`,
              `The device is ${mode[2].toLowerCase()}; set it to ${modes.auto[2].toLowerCase()} first`,
            ] as const,
          },
        ]
      : [],
  )

/** Set as a property, or by the command that `hold` declares. */
function modeOf(spec: MotionSpec): Property {
  const field = choice(['模式', 'Mode'], named(spec.words.modes))
  if (spec.hold) return { field, access: 'r', ...perOf(spec) }
  const { holdClosed, locked } = spec.words.modes
  return {
    ...{ field, access: 'rw', risk: 'moves' },
    never: [
      ...unlocked(spec).map(rule => ({ to: locked[0], ...rule })),
      // Setting it to be held starts a movement.
      ...(holdClosed ? safetyOf(spec).map(rule => ({ to: holdClosed[0], ...withoutForce(rule) })) : []),
    ],
    ...(holdClosed ? { confirm: [{ to: holdClosed[0], text: spec.confirm }] } : {}),
  }
}
/** Only a command can be forced, not a mode, because a mode lasts. */
const withoutForce = ({ property, is, because }: NeverRule): NeverRule => ({ property, is, because })

const propertiesOf = (spec: MotionSpec): Record<string, Property> => {
  const { position, closeDelay } = spec.words
  const part = perOf(spec)
  const percent = integer(position.label, { min: 0, max: 100, unit: '%' })
  const seconds = (label: Property['field']['label'], min: number, max: number): Property => ({
    ...{ field: integer(label, { min, max, unit: 's' }), unit: 's', access: 'rw' },
  })
  return {
    [MOTION.state]: { field: choice(['运动状态', 'Motion'], statesOf(spec)), access: 'r', ...part },
    [position.name]: { field: percent, unit: '%', access: 'r', ...part },
    ...Object.fromEntries(
      (spec.leaves?.angles ?? []).map(({ name, label }): [string, Property] => [
        name,
        { field: integer(label, { min: 0, max: 110, unit: '°' }), unit: '°', access: 'r', ...part },
      ]),
    ),
    ...Object.fromEntries(
      spec.safety.map(({ property, label }): [string, Property] => [
        property,
        { field: flag(label), access: 'r', ...part },
      ]),
    ),
    [MOTION.mode]: modeOf(spec),
    [MOTION.cycles]: { field: integer(['动作次数', 'Cycles']), access: 'r', wears: true },
    [closeDelay.name]: seconds(closeDelay.label, 5, 600),
    ...(spec.openTooLong ? { [MOTION.openLimit]: seconds(spec.openTooLong.limit, 10, 3600) } : {}),
  }
}

const MOVES = { ttlS: 10, offline: 'refuse', lane: 'now' } as const

/** Opening by a part never closes: what stands open further stays as it is. */
const partlyOf = (spec: MotionSpec, { name, label, waits, state, by, because }: Partly): Record<string, Command> => ({
  [name]: {
    ...{ label, ...MOVES, ...perOf(spec), risk: 'opens' },
    input:
      by.kind === 'percent'
        ? {
            [by.param]: integer(by.label, {
              ...{ required: true, min: by.min, max: by.max, unit: '%', as: 'slider', initial: by.usual },
            }),
          }
        : {},
    never: [...standing(spec), { property: MOTION.state, is: spec.words.states.open[0], because }],
    proof: { property: MOTION.state, is: state[0], text: waits },
  },
})

function modeCommandsOf(spec: MotionSpec): Record<string, Command> {
  const { hold, emergency, words } = spec
  const { auto, holdOpen, locked } = words.modes
  return {
    ...(hold && {
      [MOTION.hold]: {
        ...{ label: hold.label, ...MOVES, ...perOf(spec), risk: 'opens' },
        input: {
          [MOTION.mode]: choice(['模式', 'Mode'], named({ auto, holdOpen, locked }), { required: true }),
          [MOTION.until]: instant(['直到', 'Until']),
        },
        never: unlocked(spec).map(rule => ({ ...rule, with: { param: MOTION.mode, is: locked[0] } })),
      },
    }),
    ...(emergency && {
      [emergency.name]: {
        ...{ label: emergency.label, input: {}, ...MOVES, ...perOf(spec), risk: 'opens' },
        ...{ safety: true, proof: { property: MOTION.mode, is: words.modes.emergency![0], text: emergency.waits } },
      },
    }),
  }
}

const commandsOf = (spec: MotionSpec): Record<string, Command> => {
  const { open, close, states } = spec.words
  const moves = { input: {}, ...MOVES, ...perOf(spec) }
  return {
    [close.name]: {
      label: close.label,
      ...moves,
      risk: 'moves',
      never: [...safetyOf(spec), ...standing(spec), ...heldOpen(spec)],
      confirm: spec.confirm,
      proof: { property: MOTION.state, is: states.closed[0], text: close.waits },
    },
    ...(spec.partly ? partlyOf(spec, spec.partly) : {}),
    [open.name]: {
      label: open.label,
      ...moves,
      risk: 'opens',
      never: standing(spec),
      proof: { property: MOTION.state, is: states.open[0], text: open.waits },
    },
    [MOTION.stop]: { label: ['停止', 'Stop'], ...moves, ttlS: 5, risk: 'none', atHand: true, safety: true },
    [MOTION.reset]: { label: ['复位', 'Reset'], ...moves, risk: 'none' },
    ...modeCommandsOf(spec),
  }
}

function eventsOf(spec: MotionSpec): Record<string, EventSpec> {
  const { position, obstacle, powerLoss } = spec.words
  const part = perOf(spec)
  const ends = { record: 'alarm', ends: true, ...part } as const
  const on = flag(['状态', 'On'], { required: true })
  return {
    [MOTION.moved]: {
      label: ['动作完成', 'Moved'],
      ...{ level: 'info', record: 'event', ...part },
      fields: {
        from: integer(['从', 'From'], { unit: '%' }),
        to: integer(['到', 'To'], { unit: '%' }),
        ms: integer(['用时', 'Took'], { unit: 'ms' }),
        ok: flag(['成功', 'Done']),
      },
    },
    [obstacle.name]: {
      ...{ label: obstacle.label, level: 'alert', record: 'alarm', ...part },
      fields: { [position.name]: integer(position.label, { unit: '%' }) },
    },
    [powerLoss.name]: { label: powerLoss.label, level: 'alert', record: 'alarm', ...part, fields: {} },
    ...(spec.openTooLong && {
      [MOTION.openTooLong]: {
        ...{ label: spec.openTooLong.label, level: 'alert', ...ends },
        fields: { seconds: integer(['时长', 'Duration'], { unit: 's' }), on },
      },
    }),
    // Only people end it, because how long an evacuation takes is unknown: its urgent alarm is open until then.
    ...(spec.emergency && {
      [spec.emergency.name]: { label: spec.emergency.event, level: 'urgent', ...ends, fields: { on } },
    }),
  }
}

export const motion = (spec: MotionSpec): MotionAbility => ({
  name: 'motion',
  spec,
  properties: propertiesOf(spec),
  commands: commandsOf(spec),
  events: eventsOf(spec),
  look: motionLook(spec),
  mustEnd: [{ property: MOTION.mode, is: spec.words.modes.holdOpen[0] }],
  opens: spec.words.open.name,
})
