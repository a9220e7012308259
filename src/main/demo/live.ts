/** What happens in the place from now on: people pass as the hour has it, strangers try, cars come through. */
import { cast, type Cast } from './cast.ts'
import type { Player } from './makePlayer.ts'
import { directionAt, ratePerMinute, untilNext, weighted } from './rhythm.ts'

const STRANGERS = 0.035
const EXPIRED_CARDS = 0.02
/** People mostly go in where they live. */
const AT_HOME = 0.85
const CARS_PER_PASSAGE = 0.05

const byName = new Map<string, Cast>(cast.map(person => [person.name, person]))
const expired = cast.filter(person => person.card && ((person.validDays ?? 1) < 0 || person.paused))
const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

/** Lives until the signal says stop. Answers at once. */
export function live(players: readonly Player[], signal: AbortSignal, log: (line: string) => void): void {
  const passable = players
    .filter(player => player.faces ?? player.cards)
    .map(player => ({ player, weight: player.plan.weight }))
  const exit = players.find(player => player.plan.name === '南门出口升降柱')
  const step = (): void => {
    if (signal.aborted) return
    const { player } = weighted(passable, Math.random)
    pass(player).catch((error: Error) => log(`${player.plan.name}: ${error.message}`))
    if (exit?.motion?.isClosed && Math.random() < CARS_PER_PASSAGE) exit.motion.open()
    setTimeout(step, untilNext(ratePerMinute(Date.now()), Math.random))
  }
  if (passable.length) step()
  for (const player of players) if (player.motion) carsThrough(player, signal)
}

async function pass({ plan, faces, cards, doors }: Player): Promise<void> {
  const direction = directionAt(Date.now(), plan.direction, Math.random)
  const odds = Math.random()
  if (faces) {
    const known = odds < STRANGERS ? null : likely([...faces.held.values()], plan.building)
    // While the terminal still receives its people nobody is there to be recognised.
    if (known !== undefined) await faces.appear(known?.personId ?? null, direction)
  } else if (cards && doors) {
    const old = odds < EXPIRED_CARDS ? oneOf(expired) : undefined
    const held = likely([...cards.held.values()], plan.building)
    const card = old?.card ?? held?.cards[0]
    const doorNo =
      (old ? undefined : oneOf(held?.rights.flatMap(right => right.doors) ?? [])) ??
      1 + Math.floor(Math.random() * doors.count)
    if (card) await cards.swipe(card, doorNo, direction)
  }
}

/** Somebody of those held; undefined when nobody is. Whom the cast does not know was enrolled by hand, and comes more often: somebody waits to see it. */
function likely<T extends { name: string }>(held: readonly T[], building: number | undefined): T | undefined {
  const added = held.filter(entry => !byName.has(entry.name))
  if (added.length && Math.random() < 0.12) return oneOf(added)
  const home =
    building && Math.random() < AT_HOME ? held.filter(entry => byName.get(entry.name)?.building === building) : []
  return oneOf(home.length ? home : held)
}

/** Whenever a bollard is down, for whatever reason, a car comes through. */
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
