/** Fails a test that passed although something it waited for never happened: it only waited out the time. */
import { afterEach } from 'vitest'
import { takeMissed } from './until.ts'

export function failMissed(): void {
  const missed = takeMissed()
  if (missed.length) throw new Error(`the test went on although this did not happen in time: ${missed.join(', ')}`)
}

afterEach(failMissed)
