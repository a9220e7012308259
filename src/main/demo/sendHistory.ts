/** The last day, sent by the devices themselves as what they stored while offline: with the same messages and path, for past times. */
import { randomInt } from 'node:crypto'
import { captureOf, portraitOf, strangerCapture } from '#simulators/camera.ts'
import { lookOf } from '#simulators/bust.ts'
import type { Enrolled } from './enrol.ts'
import { happenings, type Played } from './happenings.ts'

export const LAST_DAY_MS = 26 * 3_600_000
/** Earlier passages have no picture, as terminals keep few of them while offline. */
const PICTURES_MS = 10 * 3_600_000
/** More recent events are left to the live simulation. */
const UNTIL_MS = 5000

/** Passes everything to the devices' buffers in order of time; returns the number of events. */
export async function sendHistory(played: Played, now: number): Promise<number> {
  const all = happenings(played, now - LAST_DAY_MS, now - UNTIL_MS, now).filter(({ at }) => at < now - UNTIL_MS)
  for (const { player, at, identifier, values, face } of all) {
    const photo =
      face === undefined || at < now - PICTURES_MS ? {} : { photo: (await photoOf(face)).toString('base64') }
    player.device.event(identifier, { ...values, offline: true, ...photo }, at)
  }
  return all.length
}

const portraits = new Map<string, Promise<Buffer>>()
async function photoOf(face: Enrolled | null): Promise<Buffer> {
  if (!face) return strangerCapture(randomInt(40))
  const { name, gender, age, style } = face.person
  let portrait = portraits.get(name)
  if (!portrait)
    portraits.set(name, (portrait = portraitOf(lookOf(name, { gender, age, ...(style ? { style } : {}) }), 320)))
  return captureOf(await portrait, `past ${name}`)
}
