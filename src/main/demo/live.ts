/** Events of a customer from now on: people pass as usual for the hour, strangers try, cars pass. */
import { randomUUID } from 'node:crypto'
import { CARDS_AT_TERMINALS, PINS_AT_TERMINALS, STRANGERS } from './happenings.ts'
import type { Player } from './makePlayer.ts'
import { watchAtNight } from './nightWatch.ts'
import { strangerPlate } from './places/people.ts'
import { mayDrive, reasonAt, TRIES_ANYWAY, type Cast, type PlacePlan } from './places/PlacePlan.ts'
import { directionAt, ratePerMinute, untilNext, weighted } from './rhythm.ts'

const EXPIRED_CARDS = 0.02
/** The share of passages at a person's own home. */
const AT_HOME = 0.85
const CARS_PER_PASSAGE = 0.05
/** When the rate is almost zero, it must still be checked again soon. */
const LONGEST_WAIT_MS = 60_000

const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

/** The people of a customer, as its devices meet them. */
class Inhabitants {
  private readonly plan: PlacePlan
  private readonly byName: ReadonlyMap<string, Cast>
  private readonly expired: readonly Cast[]
  constructor(plan: PlacePlan) {
    this.plan = plan
    this.byName = new Map(plan.cast.map(person => [person.name, person]))
    this.expired = plan.cast.filter(person => person.card && ((person.validDays ?? 1) < 0 || person.paused))
  }

  get expiredCard(): string | null {
    return (Math.random() < EXPIRED_CARDS && oneOf(this.expired)?.card) || null
  }

  /** People with a card who may use the lane: those in a group that contains it, since lanes store no people. */
  withCardAt(name: string): readonly Cast[] {
    const groups = new Set(this.plan.groups.filter(({ devices }) => devices.includes(name)).map(group => group.name))
    return this.plan.cast.filter(person => person.card !== null && groups.has(person.group))
  }

  /**
   * One of the stored people who comes at this hour; undefined when there is none. People who are not in the cast were
   * added by hand, and come more often, because somebody is waiting to see them.
   */
  likely<T extends { name: string }>(held: readonly T[], home: string | undefined): T | undefined {
    const added = held.filter(entry => !this.byName.has(entry.name))
    if (added.length && Math.random() < 0.12) return oneOf(added)
    const near = home && Math.random() < AT_HOME ? held.filter(entry => this.byName.get(entry.name)?.home === home) : []
    return oneOf(near.length ? near : held)
  }
}

/** Runs until the signal is aborted. Returns at once. */
export function live(
  plan: PlacePlan,
  players: readonly Player[],
  signal: AbortSignal,
  log: (line: string) => void,
): void {
  const people = new Inhabitants(plan)
  const passable = players
    .filter(player => player.faces ?? player.cards ?? player.lane)
    .map(player => ({ player, weight: player.plan.weight }))
  const exits = players.filter(player => player.plan.exit)
  const step = (): void => {
    if (signal.aborted) return
    const wait = untilNext(ratePerMinute(plan, Date.now()), Math.random)
    setTimeout(
      () => {
        if (signal.aborted) return
        if (wait <= LONGEST_WAIT_MS) {
          const { player } = weighted(passable, Math.random)
          pass(plan, player, people).catch((error: Error) => log(`${player.plan.name}: ${error.message}`))
          const exit = oneOf(exits)
          if (exit?.motion?.isClosed && Math.random() < CARS_PER_PASSAGE) exit.motion.open()
        }
        step()
      },
      Math.min(wait, LONGEST_WAIT_MS),
    )
  }
  if (passable.length) step()
  for (const player of players) if (player.tempPins) pinsTyped(player, signal)
  for (const player of players)
    if (player.zones) hostWatched(player, signal)
    else if (player.capturing ?? player.libraries ?? player.analysis) walkedPast(plan, player, signal)
    else if (player.space) carsParked(player, signal)
    else if (player.motion && !player.lane) carsThrough(player, signal)
}

/** An alarm host, armed when the place is empty. */
function hostWatched({ arming, zones, device }: Player, signal: AbortSignal): void {
  watchAtNight(
    {
      get armState() {
        return arming!.armState
      },
      arm: user => arming!.keypad(1, user),
      disarm: user => arming!.keypad(0, user),
      trip: zone => zones!.trip(zone),
      restore: zone => zones!.restore(zone),
      test: () => device.event('testReport', { guid: randomUUID(), code: '1602' }),
    },
    signal,
  )
}

async function pass(
  place: PlacePlan,
  { plan, faces, cards, pins, doors, lane }: Player,
  people: Inhabitants,
): Promise<void> {
  const direction = directionAt(place, Date.now(), plan.direction, Math.random)
  if (pins?.held.size && Math.random() < PINS_AT_TERMINALS)
    pins.enter(people.likely([...pins.held.values()], plan.home)!.pin)
  else if (faces && !(cards?.held.size && Math.random() < CARDS_AT_TERMINALS)) {
    const known = Math.random() < STRANGERS ? null : people.likely([...faces.held.values()], plan.home)
    // While the terminal is still receiving its people, and out of hours, no person can be recognised.
    if (known !== undefined) await faces.appear(known?.personId ?? null, direction)
  } else if (cards && doors) {
    const old = people.expiredCard
    const held = people.likely([...cards.held.values()], plan.home)
    const card = old ?? held?.cards[0]
    const doorNo =
      (old ? undefined : oneOf(held?.rights.flatMap(right => right.doors) ?? [])) ??
      1 + Math.floor(Math.random() * doors.count)
    if (card) await cards.swipe(card, doorNo, direction)
  } else if (lane) {
    const who = people.likely(people.withCardAt(plan.name), plan.home)
    const plate = mayDrive(plan) && (Math.random() < STRANGERS ? strangerPlate() : who?.plate)
    const card = people.expiredCard ?? who?.card
    if (plate) await lane.drive(plate, direction)
    else if (card) await lane.present(card, direction)
  }
}

const COMES_MS = { from: 30_000, to: 15 * 60_000 }

/** Whoever was given a temporary PIN comes and types it; first of all who may only once. */
function pinsTyped(player: Player, signal: AbortSignal): void {
  const { tempPins, device } = player
  device.after(device.between(COMES_MS.from, COMES_MS.to), () => {
    if (signal.aborted) return
    const { orders } = tempPins!
    const order = orders.find(({ times }) => times === 1) ?? oneOf(orders)
    if (order) tempPins!.enter(order.password)
    pinsTyped(player, signal)
  })
}

const [CAPTURES_PER_PASSAGE, FINDINGS_PER_PASSAGE] = [0.3, 0.04]

/** Whoever comes at this hour passes the camera. */
function walkedPast(plan: PlacePlan, { capturing, libraries, analysis, device }: Player, signal: AbortSignal): void {
  const next = (): void => {
    const wait = untilNext(
      ratePerMinute(plan, Date.now()) * (analysis ? FINDINGS_PER_PASSAGE : CAPTURES_PER_PASSAGE),
      Math.random,
    )
    device.after(Math.min(wait, LONGEST_WAIT_MS), () => {
      if (signal.aborted) return
      if (wait <= LONGEST_WAIT_MS)
        (async () =>
          capturing
            ? capturing.see()
            : libraries
              ? libraries.appear(oneOf([null, null, null, ...libraries.held.keys()].slice(0, 8)) ?? null)
              : analysis!.find())().catch((error: Error) => device.log(error.message))
      next()
    })
  }
  next()
}

const PARKED_MS = { from: 4 * 60_000, to: 25 * 60_000 }
const FREE_MS = { from: 60_000, to: 6 * 60_000 }

/** A lock goes down for the car that is expected; it parks, leaves, and the lock rises by itself. */
function carsParked({ motion, space, device }: Player, signal: AbortSignal): void {
  const next = (): void => {
    device.after(device.between(FREE_MS.from, FREE_MS.to), () => {
      if (signal.aborted) return
      if (motion!.isClosed) motion!.open()
      device.after(8000, () => {
        if (motion!.isOpen) space!.arrive()
        device.after(device.between(PARKED_MS.from, PARKED_MS.to), () => {
          space!.leave()
          next()
        })
      })
    })
  }
  next()
}

/** Whenever a bollard is down, for whatever reason, a car passes. */
function carsThrough({ motion, device, plan }: Player, signal: AbortSignal): void {
  let served = true
  const timer = setInterval(() => {
    if (signal.aborted) return clearInterval(timer)
    if (!motion!.isOpen) served = false
    else if (!served && !motion!.isObstructed) {
      served = true
      if (plan.behaves?.mode === 'holdClosed') return
      device.after(device.between(800, 2500), () => motion!.isOpen && motion!.obstruct(true))
      device.after(device.between(4500, 8000), () => motion!.obstruct(false))
    }
  }, 500)
}
