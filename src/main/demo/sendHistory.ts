/** The last day, told by the devices themselves as what they kept while they were offline: same messages, same road, past times. */
import { randomInt, randomUUID } from 'node:crypto'
import { captureOf, portraitOf, strangerCapture } from '#simulators/camera.ts'
import { lookOf } from '#simulators/bust.ts'
import type { Values } from '#simulators/SimDevice.ts'
import { refusalOf } from '#simulators/validity.ts'
import type { Enrolled } from './enrol.ts'
import type { Player } from './makePlayer.ts'
import { BY_DAY_PLAN, GROUPS } from './plan.ts'
import { directionAt, ratePerMinute, untilNext, weighted } from './rhythm.ts'

export const PAST_HOURS = 26
const HOUR_MS = 3_600_000
/** When B1 车库东 lost its mains. */
export const GONE_HOURS = 3.4
const STRANGERS = 0.035
const UNHAPPY_PER_HOUR = { heldOpen: 0.25, illegalCard: 0.2, button: 8, cars: 11, forced: 0.04 }

type Told = { player: Player; at: number; identifier: string; value: () => Values | Promise<Values> }
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Hands everything to the devices' buffers in order of time; answers how many events that were. */
export async function sendHistory(
  players: readonly Player[],
  people: readonly Enrolled[],
  now = Date.now(),
): Promise<number> {
  const told = [...passages(players, people, now), ...happenings(players, now)].sort((a, b) => a.at - b.at)
  for (const { player, at, identifier, value } of told) player.device.event(identifier, await value(), at)
  return told.length
}

const isThere = (player: Player, at: number, now: number): boolean =>
  !player.plan.gone || at < now - GONE_HOURS * HOUR_MS

function* passages(players: readonly Player[], people: readonly Enrolled[], now: number): Generator<Told> {
  const passable = players
    .filter(player => player.plan.weight > 0)
    .map(player => ({ player, weight: player.plan.weight }))
  for (let at = now - PAST_HOURS * HOUR_MS; at < now - 5000; at += untilNext(ratePerMinute(at), Math.random)) {
    const { player } = weighted(passable, Math.random)
    const mayPass = people.filter(
      ({ person }) =>
        GROUPS.some(
          group => group.name === person.group && (group.devices as readonly string[]).includes(player.plan.name),
        ) &&
        (player.faces ? person.portrait >= 200 : person.card) &&
        !person.paused &&
        person.type !== 5,
    )
    const home = mayPass.filter(({ person }) => person.building === player.plan.building)
    if (!isThere(player, at, now) || !mayPass.length) continue
    const who = oneOf(player.plan.building && home.length && Math.random() < 0.85 ? home : mayPass)
    yield {
      player,
      at,
      identifier: player.faces ? 'recognise' : 'pass',
      value: () => (player.faces ? faceOf(who, player, at) : cardOf(who, player, at)),
    }
  }
}

/** What the device found then; couriers are refused at night, former tenants always. */
const reasonThen = ({ person }: Enrolled, at: number): string | null =>
  (person.validDays ?? 0) < 0
    ? 'expired'
    : refusalOf({ validFrom: null, validTo: null, week: person.group === '夜间限行' ? BY_DAY_PLAN.week : null }, at)

async function faceOf(who: Enrolled, { plan }: Player, at: number): Promise<Values> {
  const base = {
    guid: randomUUID(),
    doorNo: 1,
    method: 1,
    direction: directionAt(at, plan.direction, Math.random),
    offline: true,
  }
  if (Math.random() < STRANGERS)
    return {
      ...base,
      ok: false,
      reason: 'stranger',
      score: randomInt(28, 61),
      photo: (await strangerCapture(randomInt(40))).toString('base64'),
    }
  const { person } = who
  const look = lookOf(person.name, {
    gender: person.gender,
    age: person.age,
    ...(person.style ? { style: person.style } : {}),
  })
  const photo = await captureOf(await portraitThen(person.name, look), `past ${person.name}`)
  const reason = reasonThen(who, at)
  return {
    ...base,
    personId: who.shortNo,
    ok: reason === null,
    ...(reason ? { reason } : {}),
    score: randomInt(85, 100),
    photo: photo.toString('base64'),
  }
}

const portraits = new Map<string, Promise<Buffer>>()
function portraitThen(name: string, look: Parameters<typeof portraitOf>[0]): Promise<Buffer> {
  if (!portraits.has(name)) portraits.set(name, portraitOf(look, 320))
  return portraits.get(name)!
}

function cardOf(who: Enrolled, player: Player, at: number): Values {
  const doorNo = randomInt(1, player.doors!.count + 1)
  const reason = reasonThen(who, at)
  return {
    guid: randomUUID(),
    doorNo,
    readerNo: doorNo,
    cardNo: who.person.card,
    personId: who.shortNo,
    method: 2,
    direction: directionAt(at, player.plan.direction, Math.random),
    ok: reason === null,
    ...(reason ? { reason } : {}),
    offline: true,
  }
}

function* happenings(players: readonly Player[], now: number): Generator<Told> {
  const controllers = players.filter(player => player.cards)
  const cars = players.filter(player => player.motion && player.plan.behaves?.mode !== 'holdClosed')
  const start = now - PAST_HOURS * HOUR_MS
  const each = function* (perHour: number, make: (at: number) => Generator<Told>): Generator<Told> {
    for (
      let at = start + untilNext(perHour / 60, Math.random);
      at < now - 200_000;
      at += untilNext(perHour / 60, Math.random)
    )
      yield* make(at)
  }
  const event = (player: Player, at: number, identifier: string, value: Values): Told => ({
    player,
    at,
    identifier,
    value: () => ({ guid: randomUUID(), ...value }),
  })
  const door = (at: number): { player: Player; doorNo: number } | null => {
    const player = oneOf(controllers)
    return isThere(player, at, now) ? { player, doorNo: randomInt(1, player.doors!.count + 1) } : null
  }
  const atDoor = (make: (player: Player, doorNo: number, at: number) => Told[]) =>
    function* (at: number): Generator<Told> {
      const where = door(at)
      if (where) yield* make(where.player, where.doorNo, at)
    }
  yield* each(
    UNHAPPY_PER_HOUR.heldOpen,
    atDoor((player, doorNo, at) => {
      const seconds = randomInt(30, 150)
      return [
        event(player, at, 'openTimeout', { doorNo, seconds: 15, on: true }),
        event(player, at + seconds * 1000, 'openTimeout', { doorNo, seconds: seconds + 15, on: false }),
      ]
    }),
  )
  yield* each(
    UNHAPPY_PER_HOUR.illegalCard,
    atDoor((player, doorNo, at) => [event(player, at, 'illegalCard', { doorNo, cardNo: `77${randomInt(1e7, 1e8)}` })]),
  )
  yield* each(
    UNHAPPY_PER_HOUR.button,
    atDoor((player, doorNo, at) => [event(player, at, 'button', { doorNo })]),
  )
  yield* each(
    UNHAPPY_PER_HOUR.forced,
    atDoor((player, doorNo, at) => [event(player, at, 'forcedOpen', { doorNo })]),
  )
  if (cars.length)
    yield* each(UNHAPPY_PER_HOUR.cars, function* (at) {
      const player = oneOf(cars)
      const [down, up] = [randomInt(3000, 5000), randomInt(3000, 5000)]
      yield event(player, at, 'moved', { from: 100, to: 0, ms: down, ok: true })
      yield event(player, at + down + randomInt(12_000, 25_000) + up, 'moved', { from: 0, to: 100, ms: up, ok: true })
    })
  for (const player of players)
    if (player.plan.gone) yield event(player, now - GONE_HOURS * HOUR_MS - 40_000, 'powerLoss', { on: true })
}
