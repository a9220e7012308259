/** A plate camera of the demo: registered cars pass as often as is usual at the hour, and sometimes an unregistered one. */
import type { PlateCamera } from '#simulators/PlateCamera.ts'
import type { Key } from './keyring.ts'
import { STRANGERS } from './happenings.ts'
import { strangerPlate } from './places/people.ts'
import type { Around } from './playWire.ts'
import { ratePerMinute, untilNext } from './rhythm.ts'

const PER_PASSAGE = 0.15
/** When the rate is almost zero, it must still be checked again soon. */
const LONGEST_WAIT_MS = 60_000
/** A car stands before the bar for so long, until it passes or turns. */
const STANDS_MS = 4000

/** Runs until the signal is aborted. Returns at once. */
export function playCamera(camera: PlateCamera, { deviceName }: Key, { plan, signal, log }: Around): void {
  const plates = plan.cast.flatMap(person => person.plate ?? [])
  const come = async (): Promise<void> => {
    const known = plates[Math.floor(Math.random() * plates.length)]
    camera.wait(true)
    await camera.read(known === undefined || Math.random() < STRANGERS ? strangerPlate() : known)
    setTimeout(() => camera.wait(false), STANDS_MS)
  }
  const next = (): void => {
    const waitMs = untilNext(ratePerMinute(plan, Date.now()) * PER_PASSAGE, Math.random)
    const timer = setTimeout(
      () => {
        if (waitMs <= LONGEST_WAIT_MS) come().catch((error: Error) => log(`${deviceName}: ${error.message}`))
        next()
      },
      Math.min(waitMs, LONGEST_WAIT_MS),
    )
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
  next()
}
