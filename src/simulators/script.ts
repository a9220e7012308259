/** What happens at simulated devices automatically: nothing, an ordinary day, or a storm. */
import { randomInt } from 'node:crypto'
import type { Simulated } from './simulate.ts'

/** Milliseconds between two events at one device; null for none. */
export const SCRIPTS = { quiet: null, day: 12_000, storm: 200 } as const
export type ScriptName = keyof typeof SCRIPTS
export const isScript = (name: string): name is ScriptName => Object.hasOwn(SCRIPTS, name)

/** From 0 up to 1. */
const chance = (): number => randomInt(2 ** 32) / 2 ** 32
const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)]
const direction = (): 1 | 2 => (chance() < 0.5 ? 1 : 2)

/** Somebody comes: mostly a stored person, sometimes a stranger, an unknown card, a car. */
export async function happen(simulated: Simulated): Promise<void> {
  const { faces, cards, doors, motion, space, lane, capturing, analysis, libraries, device } = simulated
  const unknown = chance() < 0.08
  if (faces && !(cards?.held.size && chance() < 0.25))
    await faces.appear(unknown ? null : (oneOf([...faces.held.keys()]) ?? null), direction())
  else if (cards && doors) {
    const held = oneOf([...cards.held.values()])
    const doorNo =
      (unknown ? undefined : oneOf(held?.rights.flatMap(right => right.doors) ?? [])) ?? 1 + randomInt(doors.count)
    if (chance() < 0.1) doors.button(doorNo)
    else await cards.swipe(unknown || !held ? `99${randomInt(1e7, 1e8)}` : held.cards[0]!, doorNo, direction())
  } else if (lane) {
    // It stores no cards: the platform says whose they are. Whoever leaves is let out by the lane itself.
    if (unknown) await lane.present(`99${randomInt(1e7, 1e8)}`, 1)
    else lane.goOut()
  } else if (capturing) await capturing.see()
  else if (analysis) await analysis.find()
  else if (libraries) await libraries.appear(chance() < 0.5 ? null : (oneOf([...libraries.held.keys()]) ?? null))
  else if (motion?.isClosed) {
    motion.open()
    device.after(6000, () => (space ? space.arrive() : motion.obstruct(true)))
    device.after(6000 + device.between(2000, 6000), () => (space ? space.leave() : motion.obstruct(false)))
  }
}

/** Runs a script at all devices until the returned function is called. */
export function play(devices: readonly Simulated[], script: ScriptName): () => void {
  const everyMs = SCRIPTS[script]
  if (everyMs === null) return () => {}
  let stopped = false
  const loop = (simulated: Simulated): void => {
    if (stopped) return
    happen(simulated).catch((error: Error) => simulated.device.log(error.message))
    simulated.device.after(-Math.log(1 - chance()) * everyMs, () => loop(simulated))
  }
  for (const simulated of devices) simulated.device.after(chance() * everyMs, () => loop(simulated))
  return () => {
    stopped = true
  }
}
