/** A recorder of faces with its cameras: somebody passes one of them now and then, and its disk fills. */
import { randomInt, randomUUID } from 'node:crypto'
import { strangerCapture } from '../camera.ts'
import { foundIn } from '../foundIn.ts'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { attributesOf } from './Capturing.ts'
import { Channels, type ChannelOptions } from './Channels.ts'

const DISK_GB = 8000
/** As many captures as it can be asked about. */
const MOST_CAPTURES = 500

/** Somebody as a recorder sees them: the same `who` is the same face. */
export interface Passer {
  who: string
  picture(): Promise<Buffer>
}
export interface Captured {
  guid: string
  who: string
  channelNo: number
  atMs: number
}
export const stranger = (seed = randomInt(40)): Passer => ({
  who: `stranger ${seed}`,
  picture: () => strangerCapture(seed),
})
/** What a recorder says of a face that passes a camera. */
export const faceAttributes = (channels: number): Values => ({
  ...{ channelNo: randomInt(1, channels + 1), trackId: String(randomInt(1000, 90_000)) },
  ...{ ...attributesOf('face', ''), quality: randomInt(45, 99) },
})

export class Recorder implements Behaviour {
  readonly captures: Captured[] = []
  private readonly device: SimDevice
  private readonly cameras: Channels

  constructor(device: SimDevice, options: ChannelOptions = {}) {
    this.device = device
    this.cameras = new Channels(device, options, isLost => ({ recording: !isLost }))
  }

  get channels(): number {
    return this.cameras.count
  }
  values(): Values {
    const diskUsed = Math.round(DISK_GB * 0.71)
    return { diskTotal: DISK_GB, diskUsed, channels: this.cameras.list() }
  }

  readonly commands: Behaviour['commands'] = {
    snapshot: async ({ channelNo }) =>
      this.cameras.isLost(Number(channelNo))
        ? refused(4004, '视频丢失 video lost')
        : done({ photo: (await foundIn('absent', Number(channelNo)).picture()).toString('base64') }),
  }

  reset(): void {
    this.captures.length = 0
  }

  /** Somebody passes a camera. Null where its picture is lost. */
  async see(passer: Passer = stranger()): Promise<Captured | null> {
    const attributes = faceAttributes(this.channels)
    if (this.cameras.isLost(attributes.channelNo as number)) return null
    const photo = (await passer.picture()).toString('base64')
    const captured: Captured = {
      ...{ guid: randomUUID(), who: passer.who, channelNo: attributes.channelNo as number },
      atMs: this.device.clock.now(),
    }
    this.captures.push(captured)
    if (this.captures.length > MOST_CAPTURES) this.captures.shift()
    this.device.event('faceSnap', { ...attributes, guid: captured.guid, photo })
    return captured
  }

  lose(channelNo: number, on: boolean): void {
    this.cameras.lose(channelNo, on)
  }
  fillDisk(on: boolean): void {
    this.device.event('diskFull', { guid: randomUUID(), on })
  }
}
