/** A camera that captures faces, plates and bodies: drawn people and cars pass it, each a track of several pictures. */
import { randomInt, randomUUID } from 'node:crypto'
import { TRIGGERS } from '#devices/abilities/capturing.ts'
import { bodyCapture, plateCapture } from '../captured.ts'
import { strangerCapture } from '../camera.ts'
import { done, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

export type Seen = 'face' | 'plate' | 'body'
const EVENTS = { face: 'faceSnap', plate: 'plateSnap', body: 'bodySnap' } as const
/** More faces than cars, more cars than bodies. */
const KINDS: readonly Seen[] = ['face', 'face', 'face', 'plate', 'plate', 'body']
const TRACK_MS = 1500
const within = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most

export class Capturing implements Behaviour {
  private readonly device: SimDevice
  private trigger = TRIGGERS.best[0] as number
  private leastQuality = 40
  private exposureMs = 8
  private fillLight = true
  private track = randomInt(1000, 90_000)

  constructor(device: SimDevice) {
    this.device = device
  }

  values(): Values {
    const { trigger, leastQuality, exposureMs, fillLight } = this
    return { resolution: '2560x1440', trigger, leastQuality, exposureMs, fillLight }
  }

  readonly settable: Behaviour['settable'] = {
    trigger: value => within(value, 1, 3) && ((this.trigger = value), true),
    leastQuality: value => within(value, 0, 100) && ((this.leastQuality = value), true),
    exposureMs: value => within(value, 1, 40) && ((this.exposureMs = value), true),
    fillLight: value => typeof value === 'boolean' && ((this.fillLight = value), true),
  }

  readonly commands: Behaviour['commands'] = {
    snap: async () => done({ photo: (await strangerCapture(randomInt(40))).toString('base64') }),
  }

  /** Something passes: one picture, or where pictures are sent at once a second, better one of the same track. */
  async see(kind: Seen = KINDS[randomInt(KINDS.length)]!, plate = plateOf()): Promise<void> {
    const quality = randomInt(30, 96)
    if (quality < this.leastQuality) return
    this.track += 1
    const attributes = { trackId: String(this.track), ...attributesOf(kind, plate) }
    await this.send(kind, { ...attributes, quality }, plate)
    if (this.trigger === TRIGGERS.best[0]) return
    this.device.after(
      TRACK_MS,
      () => void this.send(kind, { ...attributes, quality: Math.min(99, quality + 12) }, plate),
    )
  }

  private async send(kind: Seen, attributes: Values, plate: string): Promise<void> {
    const picture = await pictureOf(kind, Number(attributes.trackId), attributes, plate)
    this.device.event(EVENTS[kind], { guid: randomUUID(), ...attributes, photo: picture.toString('base64') })
  }

  /** Somebody hangs a bag over it, until it is gone. */
  cover(on: boolean): void {
    this.device.event('covered', { guid: randomUUID(), on })
  }
}

/** What is seen at random. */
export const attributesOf = (kind: Seen, plate: string): Values =>
  kind === 'plate'
    ? { plate, colour: plate.length > 7 ? 3 : 1, confidence: String(randomInt(880, 999) / 10) }
    : {
        ...{ sex: randomInt(1, 3), age: randomInt(1, 6) },
        ...(kind === 'face' ? { mask: randomInt(6) === 0, glasses: randomInt(3) === 0 } : { colour: randomInt(1, 9) }),
      }
/** Something that passes, at random where it is not given: what the camera says of it, and its picture. */
export interface Passing {
  kind: Seen
  identifier: string
  attributes: Values
  picture(): Promise<Buffer>
}
export function anything(kind: Seen = KINDS[randomInt(KINDS.length)]!, plate: string = plateOf()): Passing {
  const track = randomInt(1000, 90_000)
  const attributes = { trackId: String(track), ...attributesOf(kind, plate), quality: randomInt(45, 99) }
  return { kind, identifier: EVENTS[kind], attributes, picture: () => pictureOf(kind, track, attributes, plate) }
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const plateOf = (): string =>
  `浙A${randomInt(4) === 0 ? 'D' : ''}${LETTERS[randomInt(LETTERS.length)]}${randomInt(1000, 10_000)}`

const pictureOf = (kind: Seen, seed: number, attributes: Values, plate: string): Promise<Buffer> =>
  kind === 'plate'
    ? plateCapture(plate)
    : kind === 'body'
      ? bodyCapture(seed % 40, Number(attributes.colour))
      : strangerCapture(seed % 40)
