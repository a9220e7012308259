/** Occasional problems of a customer: doors held open or forced, unknown cards, a car that stays, a lost connection. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Player } from './makePlayer.ts'

interface Mishap {
  /** Mean minutes between two, and minutes until the first: a new user should see each kind soon. */
  everyMin: number
  firstMin: number
  happen(players: readonly Player[]): void
}

const MINUTE_MS = 60_000
const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
const withDoors = (players: readonly Player[]): Player | undefined => oneOf(players.filter(player => player.cards))
const doorOf = (player: Player): number => 1 + Math.floor(Math.random() * player.doors!.count)

const MISHAPS: Record<string, Mishap> = {
  heldOpen: {
    everyMin: 60,
    firstMin: 1.5,
    happen: players => {
      const player = withDoors(players)
      player?.doors!.open(doorOf(player), randomInt(45_000, 150_000))
    },
  },
  forced: {
    everyMin: 420,
    firstMin: 40,
    happen: players => {
      const player = withDoors(players)
      player?.doors!.force(doorOf(player))
    },
  },
  button: {
    everyMin: 4,
    firstMin: 0.5,
    happen: players => {
      const player = withDoors(players)
      player?.doors!.button(doorOf(player))
    },
  },
  unknownCard: {
    everyMin: 90,
    firstMin: 2.5,
    happen: players => {
      const player = withDoors(players)
      void player?.cards!.swipe(`77${randomInt(1e7, 1e8)}`, doorOf(player), 1)
    },
  },
  tailgating: {
    everyMin: 240,
    firstMin: 7,
    happen: players => oneOf(players.filter(entry => entry.lane))?.lane!.offend('follow'),
  },
  carStays: {
    everyMin: 35,
    firstMin: 4,
    happen: players => {
      const player = oneOf(players.filter(entry => entry.plan.exit))
      if (!player?.motion!.isClosed) return
      player.motion.open()
      // A car stops over the loop: the bollard does not rise until it has left, even on command.
      player.device.after(6500, () => player.motion!.obstruct(true))
      player.device.after(randomInt(70_000, 140_000), () => player.motion!.obstruct(false))
    },
  },
  lineBreaks: {
    everyMin: 20,
    firstMin: 3,
    happen: players => {
      oneOf(players.filter(player => player.device.link.online && player.plan.weight < 25))?.device.link.drop(
        randomInt(2 * MINUTE_MS, 4.5 * MINUTE_MS),
      )
    },
  },
  pumpHot: {
    everyMin: 400,
    firstMin: 90,
    happen: players => {
      const player = oneOf(players.filter(entry => entry.plan.behaves?.mode === 'holdClosed'))
      player?.device.event('fault', { guid: randomUUID(), code: 'E0302', text: '油温过高', on: true })
      player?.device.after(9 * MINUTE_MS, () =>
        player.device.event('fault', { guid: randomUUID(), code: 'E0302', text: '油温过高', on: false }),
      )
    },
  },
  fireDrill: {
    everyMin: 900,
    firstMin: 240,
    happen: players => {
      const player = oneOf(players.filter(entry => entry.plan.fire))
      player?.doors!.fire(true, player.plan.fire!)
      player?.device.after(75_000, () => player.doors!.fire(false, player.plan.fire!))
    },
  },
}

/** Runs them until the signal is aborted. */
export function runPlayers(players: readonly Player[], signal: AbortSignal): void {
  for (const mishap of Object.values(MISHAPS)) {
    const again = (minutes: number): void => {
      setTimeout(() => {
        if (signal.aborted) return
        mishap.happen(players)
        again(-Math.log(1 - Math.random()) * mishap.everyMin + 1)
      }, minutes * MINUTE_MS)
    }
    again(mishap.firstMin)
  }
}
