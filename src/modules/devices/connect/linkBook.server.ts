/** The open links of this process: one per device, the newest session wins. */
import type { DeviceClass } from '#model/device.ts'
import type { DeviceLink } from '#model/gate.ts'
import type { StatedClock } from '../facts/StatedClock.ts'

/** A command whose proof has not been reported yet. */
export interface AwaitedProof {
  commandId: string
  component: string
  /** Required values that have not been reported yet. */
  left: Map<string, unknown>
  until: number
}

export interface OpenLink {
  deviceId: string
  name: string
  appId: string | null
  sourceId: string
  /** Since when somebody has had it, epoch milliseconds. */
  sinceMs: number | null
  deviceClass: DeviceClass
  link: DeviceLink
  epoch: string
  /** Epoch milliseconds of the last sign of life; held in memory, written rarely. */
  lastSeen: number
  waiting: AwaitedProof[]
  /** It fetches its commands itself, so none is sent to it. */
  polls: boolean
  /** The device whose connection carries this one. */
  gateway: string | null
  /** It proved its identity; the facts of others are marked. */
  proven: boolean
  /** When each part was last reported in this session, as an instant in ISO 8601. */
  lastStated: Map<string, string>
  /** Its clock, as this session shows it. */
  clock: StatedClock
  /** The last reading of each part and property, with its quarter hour. */
  lastRead: Map<string, string>
}

export class LinkBook {
  private readonly byDevice = new Map<string, OpenLink>()
  /** Not looked at since they were opened, with what was read of their devices before. */
  readonly fresh = new Set<OpenLink>()

  open(entry: OpenLink): OpenLink {
    const before = this.byDevice.get(entry.deviceId)
    this.byDevice.set(entry.deviceId, entry)
    this.fresh.add(entry)
    before?.link.close('takenOver')
    return entry
  }
  /** True when it was the device's current link. */
  close(entry: OpenLink): boolean {
    this.fresh.delete(entry)
    if (this.byDevice.get(entry.deviceId) !== entry) return false
    this.byDevice.delete(entry.deviceId)
    return true
  }
  get(deviceId: string): OpenLink | undefined {
    return this.byDevice.get(deviceId)
  }
  all(): IterableIterator<OpenLink> {
    return this.byDevice.values()
  }
  get size(): number {
    return this.byDevice.size
  }
}
