/** In any sequence of events, moving devices keep their safety rules, and the platform refuses what the device would refuse. */
import { describe, expect, test } from 'vitest'
import { defineDeviceClass, type DeviceClass } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import { all } from '../generated/classes.ts'
import { common } from './common.ts'
import { motion } from './motion.ts'
import { MOTION, type MotionAbility, type MotionMode, type MotionSpec } from './motionSpec.ts'
import { motionAtRest, motionStep, type MotionBuild, type MotionInput, type Moving } from './motionStep.ts'
import { random as seededRandom } from '../../../tests/faults/random.ts'

/** Every class that moves. */
const SPECS = new Map(
  (all as readonly DeviceClass[]).flatMap(({ key, abilities }) => {
    const ability = abilities.find(one => one.name === 'motion') as MotionAbility | undefined
    return ability ? [[key, ability.spec] as const] : []
  }),
)
const bollard = SPECS.get('bollardDevice')!

/** A sliding gate: two flags, one of which can be overridden, and it stays where it is without power. */
const gate: MotionSpec = {
  ...bollard,
  shape: 'slide',
  words: { ...bollard.words, modes: { ...bollard.words.modes, emergency: [4, '紧急放行', 'Emergency'] } },
  partly: {
    ...{
      name: 'openPart',
      label: ['半开', 'Open partly'],
      waits: ['等开到', 'Waiting'],
      state: [6, '半开', 'Partly open'],
    },
    by: { kind: 'percent', param: 'percent', label: ['开度', 'Open by'], min: 10, max: 90, usual: 50 },
    because: ['已全开', 'It is open'],
  },
  safety: [
    { property: 'infrared', label: ['红外遮挡', 'Beam broken'], because: ['有人遮挡', 'Somebody stands in the beam'] },
    {
      property: 'loop',
      label: ['地感有车', 'Car on loop'],
      because: ['地感有车', 'A car is on the loop'],
      force: true,
    },
  ],
  watchdogMs: 6000,
  powerLoss: 'stays',
}
/** A fire door, which closes without power. */
const shutter: MotionSpec = { ...gate, powerLoss: 'closes' }
/** What moves may be a part that another ability declares. */
const PART = {
  door: { label: ['通道', 'Lane'], min: 1, max: 1, param: 'laneNo', list: 'lanes' },
} satisfies DeviceClass['components']
const BUILD: MotionBuild = { travelMs: 4000, closeDelayMs: 10_000 }

function anyInput(random: () => number, spec: MotionSpec): MotionInput {
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  switch (of(['act', 'act', 'act', 'part', 'flag', 'flag', 'mode', 'power', 'time', 'time'] as const)) {
    case 'act':
      return {
        kind: 'act',
        act: of(['open', 'close', 'close', 'stop', 'reset'] as const),
        request: String(Math.floor(random() * 40)),
        force: random() < 0.3,
      }
    case 'part':
      return {
        kind: 'act',
        act: 'part',
        position: 10 + Math.floor(random() * 80),
        request: String(Math.floor(random() * 40)),
      }
    case 'flag':
      return { kind: 'flag', property: of(spec.safety).property, on: random() < 0.5 }
    case 'mode':
      return { kind: 'mode', mode: of(['auto', ...(Object.keys(spec.words.modes) as MotionMode[])]) }
    case 'power':
      return { kind: 'power', on: random() < 0.7 }
    case 'time':
      return { kind: 'time', jammed: random() < 0.2 }
  }
}

test('every class that moves is played', () => {
  expect([...SPECS.keys()]).toEqual(expect.arrayContaining(['bollardDevice', 'parkingLockDevice']))
})

/** Whether the platform refuses to lock it: as a property that is set, or by the command that `hold` declares. */
function refusesLock({ properties, commands }: DeviceClass, { words: { modes }, hold }: MotionSpec, stated: Params) {
  const rules = hold
    ? commands[MOTION.hold]!.never!.filter(rule => !rule.with || rule.with.is === modes.locked[0])
    : properties[MOTION.mode]!.never!.filter(rule => rule.to === modes.locked[0])
  return rules.some(rule => stated[rule.property] === rule.is)
}
const flagsOn = (spec: MotionSpec, { flags }: Moving) => spec.safety.filter(({ property }) => flags[property])

describe.each([...SPECS, ['a gate', gate] as const, ['a shutter', shutter] as const])('%s', (_name, spec) => {
  test('never begins to close on what its flags see, never moves locked, faulty or twice for one request', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed)
      let nowMs = 0
      let moving = motionAtRest(random() < 0.5, 'auto', nowMs)
      for (let n = 0; n < 120; n += 1) {
        nowMs += random() * 3000
        const input = anyInput(random, spec)
        const before = moving
        const { moving: after, events, refused } = motionStep(spec, BUILD, before, input, nowMs)
        const at = `seed ${seed}, step ${n}, ${JSON.stringify(input)}`
        const began = events.filter(event => event.kind === 'began')
        if (began.some(event => event.to === 'closed')) {
          const forced = input.kind === 'act' && input.act === 'close' && input.force === true
          expect(
            flagsOn(spec, before).filter(rule => !(forced && rule.force)),
            at,
          ).toEqual([])
        }
        if (input.kind === 'flag' && input.on && !before.flags[input.property])
          expect(after.state, at).not.toBe('closing')
        // Only what is closed is locked.
        if (input.kind === 'mode' && input.mode === 'locked' && refused === undefined)
          expect(after.state, at).toBe('closed')
        if (input.kind === 'act' && before.mode === 'locked')
          expect(
            began.filter(() => input.act !== 'stop' && input.act !== 'reset'),
            at,
          ).toEqual([])
        if (before.state === 'fault') {
          expect(began, at).toEqual([])
          if (!(input.kind === 'act' && input.act === 'reset')) expect(after.state, at).toBe('fault')
        }
        // A request that was already answered changes nothing but the time.
        if (input.kind === 'act' && input.request !== undefined && before.requests.includes(input.request))
          expect(after, at).toEqual(motionStep(spec, BUILD, before, { kind: 'time' }, nowMs).moving)
        // Opening by a part never closes, and what stands by a part was asked for so.
        if (
          input.kind === 'act' &&
          input.act === 'part' &&
          refused === undefined &&
          !before.requests.includes(input.request!)
        )
          expect(after.state, at).not.toBe('closing')
        if (after.state === 'partly') expect(after.position, at).toBeGreaterThan(0)
        if (after.mode === 'emergency' && after.powered) expect(after.state, at).not.toBe('closing')
        if (after.began) expect(nowMs - after.began.atMs, at).toBeLessThan(spec.watchdogMs)
        if (!after.powered && spec.powerLoss === 'stays') expect(['opening', 'closing'], at).not.toContain(after.state)
        expect(after.position >= 0 && after.position <= 100, at).toBe(true)
        moving = after
      }
    }
  })

  test('what the device refuses to close for, the platform refuses before it, by each reason', () => {
    const deviceClass = defineDeviceClass('moving', {
      label: ['试', 'Trial'],
      icon: 'box',
      category: 'vehicle',
      abilities: [common, { name: 'part', components: PART }, motion(spec)],
      protocols: ['alink'],
      pages: ['equi'],
    })
    const { words, safety } = spec
    const close = deviceClass.commands[words.close.name]!
    for (const { property, because, force } of safety)
      expect(close.never).toContainEqual({ property, is: true, because, ...(force ? { force } : {}) })
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      let moving = motionAtRest(true, 'auto', 0)
      for (let n = 0; n < 60; n += 1) {
        moving = motionStep(spec, BUILD, moving, anyInput(random, spec), n * 900).moving
        const stated: Params = {
          ...moving.flags,
          [MOTION.state]: moving.state === 'partly' ? spec.partly?.state[0] : words.states[moving.state][0],
          [MOTION.mode]: words.modes[moving.mode]![0],
        }
        const platform = close.never!.some(rule => stated[rule.property] === rule.is)
        const { refused } = motionStep(spec, BUILD, moving, { kind: 'act', act: 'close' }, n * 900)
        if (refused !== 'noPower') expect(platform, `seed ${seed}, step ${n}`).toBe(refused !== undefined)
        // Here all kinds are opened by a part, also those whose class has no word for it.
        if (moving.state === 'partly' && !spec.partly) continue
        const lock = motionStep(spec, BUILD, moving, { kind: 'mode', mode: 'locked' }, n * 900)
        expect(refusesLock(deviceClass, spec, stated), `seed ${seed}, step ${n}`).toBe(lock.refused !== undefined)
      }
    }
  })
})

describe('one after the other', () => {
  const play = (spec: MotionSpec, ...steps: [atMs: number, input: MotionInput][]) => {
    let moving = motionAtRest(false, 'auto', 0)
    const events: string[] = []
    for (const [atMs, input] of steps) {
      const step = motionStep(spec, BUILD, moving, input, atMs)
      moving = step.moving
      events.push(...step.events.map(event => event.kind), ...(step.refused ? [step.refused] : []))
    }
    return { moving, events }
  }
  const close = (request: string, force = false): MotionInput => ({ kind: 'act', act: 'close', request, force })

  test('a doubled request moves once', () => {
    const { events, moving } = play(
      bollard,
      [0, close('7')],
      [10, close('7')],
      [5000, { kind: 'time' }],
      [5010, close('7')],
    )
    expect([events, moving.state]).toEqual([['began', 'moved'], 'closed'])
  })
  test('an obstacle turns it back', () => {
    const { events, moving } = play(
      bollard,
      [0, close('1')],
      [2000, { kind: 'flag', property: 'loop', on: true }],
      [5000, { kind: 'time' }],
    )
    expect([events, moving.state]).toEqual([['began', 'obstacle', 'began', 'moved'], 'open'])
  })
  test('a forced act goes against what may be forced, and against nothing else', () => {
    const on = (property: string): MotionInput => ({ kind: 'flag', property, on: true })
    expect(play(gate, [0, on('loop')], [1, close('1')]).events).toEqual(['safety'])
    expect(play(gate, [0, on('loop')], [1, close('1', true)]).events).toEqual(['began'])
    expect(play(gate, [0, on('loop')], [1, on('infrared')], [2, close('1', true)]).events).toEqual(['safety'])
  })
  test('what does not arrive in time is a fault until it is reset', () => {
    const { events, moving } = play(
      gate,
      [0, close('1')],
      [3000, { kind: 'time', jammed: true }],
      [7000, { kind: 'time', jammed: true }],
      [7100, close('2')],
      [7200, { kind: 'act', act: 'reset' }],
    )
    expect([events, moving.state]).toEqual([['began', 'moved', 'fault', 'fault'], 'stopped'])
  })
  const part = (position: number): MotionInput => ({ kind: 'act', act: 'part', position })
  const mode = (mode: MotionMode): MotionInput => ({ kind: 'mode', mode })
  const time: MotionInput = { kind: 'time' }
  test('it opens by a part and stands there; from there it opens fully, closes, and is never closed to a part', () => {
    const closed: [number, MotionInput][] = [
      [0, close('1')],
      [4000, time],
    ]
    const half = play(gate, ...closed, [5000, part(60)], [7000, time])
    expect([half.moving.state, half.moving.position]).toEqual(['partly', 60])
    expect(play(gate, ...closed, [5000, part(60)], [7000, time], [7100, part(80)]).events.at(-1)).toBe('wider')
    expect(play(gate, [0, part(60)]).events).toEqual(['wider'])
    const open: MotionInput = { kind: 'act', act: 'open' }
    expect(play(gate, ...closed, [5000, part(60)], [7000, time], [7100, open], [11_000, time]).moving.state).toBe(
      'open',
    )
    // One that is on its way goes on to where the latest command says.
    expect(play(gate, ...closed, [5000, part(60)], [5500, open], [9000, time]).moving.state).toBe('open')
  })
  test('in an emergency it opens although it was locked, and closes only when that was ended', () => {
    const emergency: [number, MotionInput][] = [
      [0, close('1')],
      [4000, time],
      [4100, mode('locked')],
      [4200, mode('emergency')],
      [8300, time],
    ]
    const { moving, events } = play(gate, ...emergency, [8400, close('2')])
    expect([moving.state, events.at(-1)]).toEqual(['open', 'heldOpen'])
    expect(play(gate, ...emergency, [8400, mode('auto')], [8500, close('2')]).moving.state).toBe('closing')
  })
  test('when it is no longer held open, it closes by itself', () => {
    const held: [number, MotionInput][] = [
      [0, mode('holdOpen')],
      [60_000, time],
    ]
    expect(play(gate, ...held).moving.state).toBe('open')
    expect(play(gate, ...held, [60_100, mode('auto')], [70_100, time]).moving.state).toBe('closing')
  })
  test.each([
    [bollard, 'opening'],
    [gate, 'open'],
    [shutter, 'closing'],
  ] as const)('without power it does what it declares: %#', (spec, state) => {
    const from = spec === bollard ? ([[0, close('1')]] as [number, MotionInput][]) : []
    expect(play(spec, ...from, [1000, { kind: 'power', on: false }]).moving.state).toBe(state)
  })
})
