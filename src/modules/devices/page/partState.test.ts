/** What is drawn of a moving part is what it reports: an old or missing state is never shown as one of now. */
import { describe, expect, test } from 'vitest'
import { all } from '#devices/generated/classes.ts'
import { MOTION, type MotionAbility, type MotionSpec } from '#devices/abilities/motionSpec.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { DeviceRow } from './DeviceRow.ts'
import { lookOf } from './partState.ts'

const MOVING = (all as readonly DeviceClass[]).flatMap(deviceClass => {
  const ability = deviceClass.abilities.find(one => one.name === 'motion') as MotionAbility | undefined
  return ability ? [[deviceClass.key, deviceClass, ability.spec] as const] : []
})
const keyOf = ({ per }: MotionSpec): string => (per ? `${per}:1` : '')
const shown = (deviceClass: DeviceClass, spec: MotionSpec, state: Params, online = true) => {
  const row = { name: '门', deviceClass: deviceClass.key, online, enabled: true, alarm: null, components: [] }
  return lookOf(deviceClass, { ...row, shadow: { [keyOf(spec)]: state } } as unknown as DeviceRow, keyOf(spec), 0)
}

describe.each(MOVING)('%s', (_key, deviceClass, spec) => {
  const { states, modes, position } = spec.words
  const at = (closed: number): Params => ({ [position.name]: position.counts === 'open' ? 100 - closed : closed })
  test('is unknown while it is offline, and while it has not said how it stands', () => {
    const closed = { [MOTION.state]: states.closed[0], ...at(100) }
    expect(shown(deviceClass, spec, closed, false)).toMatchObject({ glyph: 'unknown', word: ['未知', 'Unknown'] })
    expect(shown(deviceClass, spec, at(100))).toMatchObject({ glyph: 'unknown', word: ['未知', 'Unknown'] })
    expect(shown(deviceClass, spec, at(100)).closed).toBeUndefined()
  })
  test('stands where it reports, and where its state says while it reports no position', () => {
    const state = (name: keyof typeof states): Params => ({ [MOTION.state]: states[name][0] })
    expect(shown(deviceClass, spec, { ...state('opening'), ...at(70) })).toMatchObject({
      ...{ glyph: spec.shape, closed: 70, moving: 'opening', tone: 'info' },
    })
    expect(shown(deviceClass, spec, state('closed'))).toMatchObject({ glyph: spec.shape, closed: 100, tone: 'quiet' })
    expect(shown(deviceClass, spec, state('open')).closed).toBe(0)
    expect(shown(deviceClass, spec, state('fault'))).toMatchObject({ tone: 'bad' })
    const held = { ...state('open'), [MOTION.mode]: modes.holdOpen[0] }
    expect(shown(deviceClass, spec, held)).toMatchObject({ tone: 'warn', fact: [modes.holdOpen[1], modes.holdOpen[2]] })
  })
  test('is unknown while it has only said its mode; a mode colours what stands, and moves nothing', () => {
    const held = { [MOTION.mode]: modes.holdOpen[0] }
    const emergency = modes.emergency ? [{ [MOTION.mode]: modes.emergency[0] }] : []
    for (const mode of [held, ...emergency])
      expect(shown(deviceClass, spec, mode)).toMatchObject({ glyph: 'unknown', word: ['未知', 'Unknown'] })
    expect(shown(deviceClass, spec, { ...held, [MOTION.state]: states.stopped[0] })).toMatchObject({
      ...{ closed: 50, tone: 'warn', word: [states.stopped[1], states.stopped[2]] },
    })
    for (const mode of emergency) {
      expect(shown(deviceClass, spec, { ...mode, [MOTION.state]: states.open[0] })).toMatchObject({
        ...{ closed: 0, tone: 'bad' },
      })
      expect(shown(deviceClass, spec, { ...mode, [MOTION.state]: states.closed[0] })).toMatchObject({
        ...{ closed: 100, tone: 'bad' },
      })
    }
  })
  test('shows what is in its way, by every flag that it has', () => {
    for (const { property, label } of spec.safety) {
      const look = shown(deviceClass, spec, { [MOTION.state]: states.open[0], [property]: true })
      expect(look).toMatchObject({ blocked: true, fact: label })
    }
  })
})

test('one leaf of two stands open by itself; of a door with one leaf, that one', () => {
  const [, deviceClass, spec] = MOVING.find(([key]) => key === 'swingdoorDevice')!
  const state = { [MOTION.state]: spec.partly!.state[0], opened: 50, leaf1Angle: 90 }
  expect(shown(deviceClass, spec, { ...state, leaf2Angle: 0 })).toMatchObject({
    ...{ glyph: 'swing', leaves: [0, 100], word: ['单扇开到位', 'One leaf open'] },
  })
  expect(shown(deviceClass, spec, state).leaves).toEqual([0])
  // Of a leaf that says nothing, the door says how it stands.
  expect(shown(deviceClass, spec, { ...state, leaf1Angle: undefined, leaf2Angle: 0 }).leaves).toEqual([50, 100])
  expect(shown(deviceClass, spec, { ...state, leaf1Angle: undefined }).leaves).toBeUndefined()
})
test('a lane for people is drawn with leaves, one for cars with an arm', () => {
  const [, deviceClass, spec] = MOVING.find(([key]) => key === 'brakeDevice')!
  const state = { [MOTION.state]: spec.words.states.closed[0], opened: 0 }
  expect(shown(deviceClass, spec, { ...state, laneKind: 1 }).glyph).toBe('arm')
  expect(shown(deviceClass, spec, { ...state, laneKind: 2 }).glyph).toBe('swing')
})
