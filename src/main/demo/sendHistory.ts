/** The last hours, sent by the devices themselves as what they stored while offline: with the same messages and path, for past times. */
import { randomInt } from 'node:crypto'
import { captureOf, drawingOf, strangerCapture } from '#simulators/camera.ts'
import { lookOf } from '#simulators/bust.ts'
import type { Values } from '#simulators/SimDevice.ts'
import type { Enrolled } from './enrol.ts'
import { happenings, type Happening, type Played } from './happenings.ts'

const HOUR_MS = 3_600_000
/**
 * How far back devices send what happened. The demo with a month of history imports what is older, because each event
 * that a device sends also passes the gateway, the rules and the callbacks, and all of it must be complete within 40 s.
 */
export const sentMs = (wholePast: boolean): number => (wholePast ? 6 : 26) * HOUR_MS
/** Earlier passages have no picture, as terminals keep few of them while offline. */
const PICTURES_MS = 5 * HOUR_MS
/** More recent events are left to the live simulation. */
const UNTIL_MS = 5000

/** Passes everything since `from` to the devices' buffers in order of time; returns the number of events. */
export async function sendHistory(played: Played, from: number, now: number): Promise<number> {
  const all = happenings(played, from, now - UNTIL_MS, now).filter(({ at }) => at < now - UNTIL_MS)
  for (const happening of all) {
    const { player, at, identifier, values } = happening
    const pictures = at < now - PICTURES_MS ? {} : await picturesOf(happening)
    player.device.event(identifier, { ...values, offline: true, ...pictures }, at)
  }
  return all.length
}

async function picturesOf({ face, picture, scene }: Happening): Promise<Values> {
  const take = picture ?? (face === undefined ? undefined : () => photoOf(face))
  return {
    ...(take ? { photo: (await take()).toString('base64') } : {}),
    ...(scene ? { scene: (await scene()).toString('base64') } : {}),
  }
}

function photoOf(face: Enrolled | null): Promise<Buffer> {
  if (!face) return strangerCapture(randomInt(40))
  const { name, gender, age, style } = face.person
  return captureOf(drawingOf(lookOf(name, { gender, age, ...(style ? { style } : {}) })), `past ${name}`)
}
