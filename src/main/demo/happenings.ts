/** The events of a customer between two instants: who passed where, and what went wrong. Reported by devices, or stored as history. */
import { randomInt, randomUUID } from 'node:crypto'
import { FACE_MATCH } from '#devices/abilities/libraries.ts'
import { PASS_METHODS } from '#devices/abilities/passage.ts'
import type { Values } from '#simulators/SimDevice.ts'
import { anyFinding } from '#simulators/abilities/Analysis.ts'
import { anything } from '#simulators/abilities/Capturing.ts'
import { faceAttributes, stranger } from '#simulators/abilities/Recorder.ts'
import { carPicture, platePicture } from '#simulators/carPicture.ts'
import { classes } from '#simulators/simulate.ts'
import type { Enrolled } from './enrol.ts'
import type { PlayedLibrary } from './ensureLibraries.ts'
import type { Player } from './makePlayer.ts'
import { nightWatch } from './nightWatch.ts'
import { mayDrive, reasonAt, TRIES_ANYWAY, type PlacePlan } from './places/PlacePlan.ts'
import { strangerPlate } from './places/people.ts'
import { directionAt, ratePerMinute, untilNext, weighted } from './rhythm.ts'

const HOUR_MS = 3_600_000
/** How long ago an offline device lost power. */
export const GONE_MS = 3.4 * HOUR_MS
export const STRANGERS = 0.035
/** The share of those who pass a recorder whom it finds in a library. */
const KNOWN = 0.4
/** The share of those who show a card where they could also be recognised. */
export const CARDS_AT_TERMINALS = 0.25
/** The share of those who type their PIN where they could. */
export const PINS_AT_TERMINALS = 0.15
/** What happens at single devices of the classes that report it. */
const RARE_PER_HOUR = { climb: 0.004, antiCollision: 0.01, antiPinch: 0.01, follow: 0.02, hitBar: 0.002 }
const UNHAPPY_PER_HOUR = { heldOpen: 0.25, illegalCard: 0.2, forced: 0.04 }
/** How many cars, exit buttons and captures there are for each passage: they follow the rhythm of the day. */
const PER_PASSAGE = { cars: 0.06, button: 0.06, captures: 0.08, findings: 0.012 }

export interface Happening {
  player: Player
  at: number
  identifier: string
  values: Values
  /** The person in the picture taken by the device; null for a stranger. */
  face?: Enrolled | null
  /** The picture of a camera, and the whole that it was cut out of. */
  picture?: () => Promise<Buffer>
  scene?: () => Promise<Buffer>
}
/** A customer as it is simulated. */
export interface Played {
  plan: PlacePlan
  players: readonly Player[]
  /** The ids of its devices without such events: displays, readers, alarm hosts of another protocol. */
  others: readonly string[]
  people: readonly Enrolled[]
  libraries?: readonly PlayedLibrary[]
}
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Everything from `from` up to `to` (exclusive), epoch milliseconds, in order of time; `now` decides which devices are offline. */
export const happenings = (played: Played, from: number, to: number, now: number): Happening[] =>
  [...passages(played, from, to, now), ...captures(played, from, to), ...incidents(played, from, to, now)].sort(
    (one, other) => one.at - other.at,
  )

const isThere = (player: Player, at: number, now: number): boolean => !player.plan.gone || at < now - GONE_MS

function* passages({ plan, players, people }: Played, from: number, to: number, now: number): Generator<Happening> {
  const passable = players
    .filter(player => player.plan.weight > 0)
    .map(player => ({ player, weight: player.plan.weight, mayPass: whoMayPass(plan, player, people) }))
    .filter(({ mayPass }) => mayPass.length)
    .map(one => ({ ...one, home: one.mayPass.filter(({ person }) => person.home === one.player.plan.home) }))
  if (!passable.length) return
  for (let at = from; at < to; at += untilNext(ratePerMinute(plan, at), Math.random)) {
    const { player, mayPass, home } = weighted(passable, Math.random)
    if (!isThere(player, at, now)) continue
    const who = oneOf(player.plan.home && home.length && Math.random() < 0.85 ? home : mayPass)
    if (reasonAt(plan, who.person, at) === 'notInTime' && Math.random() > TRIES_ANYWAY) continue
    if (mayDrive(player.plan) && who.person.plate) {
      yield carAt(plan, who, player, at)
      continue
    }
    if (player.pins && who.person.pin && Math.random() < PINS_AT_TERMINALS) {
      yield knownAt(plan, who, player, at, { doorNo: 1, method: PASS_METHODS.pin[0] })
      continue
    }
    const byFace = player.faces && !(player.cards && who.person.card && Math.random() < CARDS_AT_TERMINALS)
    yield byFace ? faceAt(plan, who, player, at) : cardAt(plan, who, player, at)
  }
}

function whoMayPass({ groups }: PlacePlan, { plan, faces }: Player, people: readonly Enrolled[]): Enrolled[] {
  const named = new Set(groups.filter(({ devices }) => devices.includes(plan.name)).map(({ name }) => name))
  return people.filter(
    ({ person }) =>
      named.has(person.group) && (faces ? person.portrait >= 200 : person.card) && !person.paused && person.type !== 5,
  )
}

function faceAt(plan: PlacePlan, who: Enrolled, player: Player, at: number): Happening {
  const direction = directionAt(plan, at, player.plan.direction, Math.random)
  const base = { guid: randomUUID(), doorNo: 1, method: 1, direction }
  if (Math.random() < STRANGERS)
    return {
      ...{ player, at, identifier: 'recognise', face: null },
      values: { ...base, ok: false, reason: 'stranger', score: randomInt(28, 61) },
    }
  const reason = reasonAt(plan, who.person, at)
  return {
    ...{ player, at, identifier: 'recognise', face: who },
    values: {
      ...{ ...base, personId: who.shortNo, ok: reason === null, score: randomInt(85, 100) },
      ...(reason ? { reason } : {}),
    },
  }
}

const carAt = (plan: PlacePlan, { person, shortNo }: Enrolled, player: Player, at: number): Happening => {
  const stranger = Math.random() < STRANGERS
  const plateNo = stranger ? strangerPlate() : person.plate!
  const reason = stranger ? 'stranger' : reasonAt(plan, person, at)
  return {
    ...{ player, at, identifier: 'pass', picture: () => platePicture(plateNo), scene: () => carPicture(plateNo) },
    values: {
      ...{ guid: randomUUID(), ...player.motion!.named(), plateNo, method: PASS_METHODS.plate[0] },
      ...(stranger ? {} : { personId: shortNo }),
      direction: directionAt(plan, at, player.plan.direction, Math.random),
      ...{ ok: reason === null, ...(reason ? { reason } : {}) },
    },
  }
}

const atReader = (doorNo: number): Values => ({ doorNo, readerNo: doorNo })
function cardAt(plan: PlacePlan, who: Enrolled, player: Player, at: number): Happening {
  const part = player.lane ? player.motion!.named() : atReader(randomInt(1, player.doors!.count + 1))
  return knownAt(plan, who, player, at, { ...part, cardNo: who.person.card, method: PASS_METHODS.card[0] })
}

/** `shown`: where, and by what. */
function knownAt(plan: PlacePlan, who: Enrolled, player: Player, at: number, shown: Values): Happening {
  const reason = reasonAt(plan, who.person, at)
  return {
    ...{ player, at, identifier: 'pass' },
    values: {
      ...{ guid: randomUUID(), ...shown, personId: who.shortNo },
      direction: directionAt(plan, at, player.plan.direction, Math.random),
      ...{ ok: reason === null, ...(reason ? { reason } : {}) },
    },
  }
}

/** Random instants, on average `perHour`. */
function* instants(perHour: number, from: number, to: number): Generator<number> {
  const wait = (): number => untilNext(perHour / 60, Math.random)
  for (let at = from + wait(); at < to; at += wait()) yield at
}

/** Random instants, on average `share` of the passages. */
function* instantsOf(plan: PlacePlan, share: number, from: number, to: number): Generator<number> {
  const peak = Math.max(...plan.perMinute.working, ...plan.perMinute.free)
  for (const at of instants(peak * share * 60, from, to)) if (Math.random() * peak < ratePerMinute(plan, at)) yield at
}

/** Somebody passes a camera of a recorder: a stranger, or whom it finds in a library. */
function* passer(player: Player, at: number, libraries: readonly PlayedLibrary[]): Generator<Happening> {
  const values = { guid: randomUUID(), ...faceAttributes(player.recorder!.channels) }
  const armed = libraries.filter(({ arms, people }) => people.length && arms.some(({ sn }) => sn === player.plan.sn))
  if (!armed.length || Math.random() > KNOWN) {
    yield { player, at, identifier: 'faceSnap', values, picture: stranger().picture }
    return
  }
  const { no, people, arms } = oneOf(armed)
  const [face, { channel }] = [oneOf(people), oneOf(arms.filter(({ sn }) => sn === player.plan.sn))]
  yield { player, at, identifier: 'faceSnap', values: { ...values, channelNo: channel }, face }
  const match = { guid: randomUUID(), captureGuid: values.guid, channelNo: channel, libId: no }
  yield {
    ...{ player, at: at + 300, identifier: FACE_MATCH },
    values: { ...match, personId: face.shortNo, score: randomInt(82, 98) },
  }
}

/** Whoever comes in passes a camera. */
function* captures({ plan, players, libraries = [] }: Played, from: number, to: number): Generator<Happening> {
  for (const player of players)
    if (player.capturing)
      for (const at of instantsOf(plan, PER_PASSAGE.captures, from, to)) {
        const { identifier, attributes, picture } = anything()
        yield { player, at, identifier, values: { guid: randomUUID(), ...attributes }, picture }
      }
    else if (player.recorder)
      for (const at of instantsOf(plan, PER_PASSAGE.captures, from, to)) yield* passer(player, at, libraries)
    else if (player.analysis)
      for (const at of instantsOf(plan, PER_PASSAGE.findings, from, to)) {
        const { identifier, attributes, picture } = anyFinding(player.analysis.channels)
        yield { player, at, identifier, values: { guid: randomUUID(), ...attributes }, picture }
      }
}

function* incidents({ plan, players }: Played, from: number, to: number, now: number): Generator<Happening> {
  const controllers = players.filter(player => player.cards)
  const event = (player: Player, at: number, identifier: string, values: Values): Happening => ({
    ...{ player, at, identifier },
    values: { guid: randomUUID(), ...values },
  })
  const rarely = (perHour: number): Iterable<number> => instants(perHour, from, to)
  function* atDoors(times: Iterable<number>, make: (player: Player, doorNo: number, at: number) => Happening[]) {
    if (!controllers.length) return
    for (const at of times) {
      const player = oneOf(controllers)
      if (isThere(player, at, now)) yield* make(player, randomInt(1, player.doors!.count + 1), at)
    }
  }
  yield* atDoors(rarely(UNHAPPY_PER_HOUR.heldOpen), (player, doorNo, at) => {
    const seconds = randomInt(30, 150)
    return [
      event(player, at, 'openTimeout', { doorNo, seconds: 15, on: true }),
      event(player, at + seconds * 1000, 'openTimeout', { doorNo, seconds: seconds + 15, on: false }),
    ]
  })
  yield* atDoors(rarely(UNHAPPY_PER_HOUR.illegalCard), (player, doorNo, at) => [
    event(player, at, 'illegalCard', { doorNo, cardNo: `77${randomInt(1e7, 1e8)}` }),
  ])
  yield* atDoors(instantsOf(plan, PER_PASSAGE.button, from, to), (player, doorNo, at) => [
    event(player, at, 'button', { doorNo }),
  ])
  yield* atDoors(rarely(UNHAPPY_PER_HOUR.forced), (player, doorNo, at) => [event(player, at, 'forcedOpen', { doorNo })])
  const cars = players.filter(player => player.motion && player.plan.behaves?.mode !== 'holdClosed')
  if (cars.length)
    for (const at of instantsOf(plan, PER_PASSAGE.cars, from, to)) {
      const player = oneOf(cars)
      const [down, up] = [randomInt(3000, 5000), randomInt(3000, 5000)]
      const motion = player.motion!
      const [part, shut, open] = [motion.named(), motion.counted(100), motion.counted(0)]
      yield event(player, at, 'moved', { ...part, from: shut, to: open, ms: down, ok: true })
      const closedAt = at + down + randomInt(12_000, 25_000) + up
      yield event(player, closedAt, 'moved', { ...part, from: open, to: shut, ms: up, ok: true })
    }
  for (const player of players)
    for (const [identifier, perHour] of Object.entries(RARE_PER_HOUR))
      if (classes.get(player.deviceClass)?.events[identifier])
        for (const at of rarely(perHour)) yield event(player, at, identifier, { ...player.motion?.named() })
  for (const player of players)
    if (player.zones)
      for (const one of nightWatch(from, to)) if (one.at < to && isThere(player, one.at, now)) yield { player, ...one }
  const lost = now - GONE_MS - 40_000
  for (const player of players)
    if (player.plan.gone && lost >= from && lost < to) yield event(player, lost, 'powerLoss', { on: true })
}
