/** An analysis box with four cameras: it finds something in their pictures now and then, and says where. */
import { randomInt, randomUUID } from 'node:crypto'
import { ALGORITHMS, type Algorithm } from '#devices/abilities/analysis.ts'
import { foundIn } from '../foundIn.ts'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'
import { Channels, type ChannelOptions } from './Channels.ts'

const CAMERAS = ['东侧通道', '西侧通道', '货梯前室', '装卸区']
const KINDS = Object.keys(ALGORITHMS).filter(one => one !== 'smokeFire') as Algorithm[]

/** Something at random, except fire. */
export const anyFinding = (
  channels: number,
): { identifier: Algorithm; attributes: Values; picture: () => Promise<Buffer> } => {
  const identifier = KINDS[randomInt(KINDS.length)]!
  const { box, picture } = foundIn(identifier, randomInt(40))
  return { identifier, attributes: { channelNo: randomInt(1, channels + 1), score: randomInt(62, 98), box }, picture }
}

export class Analysis implements Behaviour {
  private readonly device: SimDevice
  private readonly cameras: Channels

  constructor(device: SimDevice, options: ChannelOptions = {}) {
    this.device = device
    this.cameras = new Channels(device, { cameras: CAMERAS, ...options })
  }

  get channels(): number {
    return this.cameras.count
  }
  values(): Values {
    const around = (value: number): number => Math.round(this.device.between(value - 8, value + 8))
    return {
      ...{ cpu: around(38), npu: around(61), memory: around(54), disk: 41, temperature: around(48) },
      channels: this.cameras.list(),
    }
  }

  readonly commands: Behaviour['commands'] = {
    snapshot: async ({ channelNo }) =>
      this.cameras.isLost(Number(channelNo))
        ? refused(4004, '视频丢失 video lost')
        : done({ photo: (await foundIn('absent', Number(channelNo)).picture()).toString('base64') }),
  }

  /** It finds something in the picture of a camera. */
  async find(kind?: Algorithm, channelNo = randomInt(1, this.channels + 1)): Promise<void> {
    const identifier = kind ?? KINDS[randomInt(KINDS.length)]!
    const { box, picture } = foundIn(identifier, randomInt(40))
    const photo = (await picture()).toString('base64')
    this.device.event(identifier, { guid: randomUUID(), channelNo, score: randomInt(62, 98), box, photo })
  }

  lose(channelNo: number, on: boolean): void {
    this.cameras.lose(channelNo, on)
  }
}
