/** An analysis box with four cameras: it finds something in their pictures now and then, and says where. */
import { randomInt, randomUUID } from 'node:crypto'
import { ALGORITHMS, CHANNEL_STATES, type Algorithm } from '#devices/abilities/analysis.ts'
import { foundIn } from '../foundIn.ts'
import { done, refused, type Behaviour, type SimDevice, type Values } from '../SimDevice.ts'

export interface AnalysisOptions {
  channelCount?: number
  /** What its cameras see, by channel. */
  cameras?: readonly string[]
}
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
  readonly channels: number
  private readonly device: SimDevice
  private readonly cameras: readonly string[]
  private readonly lost = new Set<number>()

  constructor(device: SimDevice, { channelCount = 4, cameras = CAMERAS }: AnalysisOptions = {}) {
    this.device = device
    this.channels = channelCount
    this.cameras = cameras
  }

  values(): Values {
    const around = (value: number): number => Math.round(this.device.between(value - 8, value + 8))
    return {
      ...{ cpu: around(38), npu: around(61), memory: around(54), disk: 41, temperature: around(48) },
      channels: Array.from({ length: this.channels }, (_, at) => this.channel(at + 1)),
    }
  }
  private channel(no: number): Values {
    const { online, lost } = CHANNEL_STATES
    return { no, camera: this.cameras[no - 1] ?? `通道 ${no}`, channelState: (this.lost.has(no) ? lost : online)[0] }
  }

  readonly commands: Behaviour['commands'] = {
    snapshot: async ({ channelNo }) =>
      this.lost.has(Number(channelNo))
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

  /** A camera stops sending, until it is back. */
  lose(channelNo: number, on: boolean): void {
    if (on) this.lost.add(channelNo)
    else this.lost.delete(channelNo)
    this.device.report({ channels: [this.channel(channelNo)] })
    this.device.event('channelLost', { guid: randomUUID(), channelNo, on })
  }
}
