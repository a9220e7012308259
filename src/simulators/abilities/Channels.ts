/** The cameras behind a simulated device, each of which may stop sending. */
import { randomUUID } from 'node:crypto'
import { CHANNEL_STATES } from '#devices/abilities/channels.ts'
import type { SimDevice, Values } from '../SimDevice.ts'

export interface ChannelOptions {
  channelCount?: number
  /** Their names, by channel. */
  cameras?: readonly string[]
}

export class Channels {
  readonly count: number
  private readonly device: SimDevice
  private readonly cameras: readonly string[]
  private readonly lost = new Set<number>()
  /** What a channel states besides. */
  private readonly more: (isLost: boolean) => Values

  constructor(
    device: SimDevice,
    { channelCount = 4, cameras = [] }: ChannelOptions,
    more: (isLost: boolean) => Values = () => ({}),
  ) {
    this.device = device
    this.count = channelCount
    this.cameras = cameras
    this.more = more
  }

  isLost(no: number): boolean {
    return this.lost.has(no)
  }
  list(): Values[] {
    return Array.from({ length: this.count }, (_, at) => this.one(at + 1))
  }
  private one(no: number): Values {
    const { online, lost } = CHANNEL_STATES
    const isLost = this.isLost(no)
    return {
      ...{ no, camera: this.cameras[no - 1] ?? `通道 ${no}`, channelState: (isLost ? lost : online)[0] },
      ...this.more(isLost),
    }
  }

  /** A camera stops sending, until it is back. */
  lose(no: number, on: boolean): void {
    if (on) this.lost.add(no)
    else this.lost.delete(no)
    this.device.report({ channels: [this.one(no)] })
    this.device.event('channelLost', { guid: randomUUID(), channelNo: no, on })
  }
}
