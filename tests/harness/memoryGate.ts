/** The platform's side of the gate for tests: a few devices in memory, and control over every COMMIT. */
import { createHmac } from 'node:crypto'
import type {
  Call,
  CallerSession,
  CallRefusal,
  Claim,
  CloseReason,
  ConnectInfo,
  DeviceGate,
  DeviceIdentity,
  DeviceLink,
  DeviceName,
  DeviceSession,
  RefusalReason,
  StoreResult,
} from '#model/gate.ts'
import type { DeviceMessage, Downlink } from '#model/message.ts'
import { miss, NEVER_MS } from './until.ts'

export interface Opened {
  identity: DeviceIdentity
  link: DeviceLink
  claim: Claim
  info: ConnectInfo
  closed: CloseReason[]
  alive: number
}

export class MemoryGate implements DeviceGate {
  accepting = true
  /** Set to hold every store until `release`. */
  holding = false
  failing = false
  refusing: RefusalReason | undefined
  openMs = 0
  answers: Downlink[] = []
  misfits: string[] = []
  readonly sessions: Opened[] = []
  readonly stored: DeviceMessage[] = []
  readonly trespasses: string[] = []
  readonly unused: string[] = []
  /** How many devices were announced with a valid proof. */
  announced = 0
  /** Names of devices by the serial number of their gateway. */
  readonly behind = new Map<string, Set<string>>()
  private readonly waiting: (() => void)[] = []

  static secretOf = (serial: string): string => `secret of ${serial}`

  /** Every serial number that begins with SN exists; its product is `pk`, its name `dn-` and the serial number. */
  async open(claim: Claim, link: DeviceLink, info: ConnectInfo): Promise<DeviceSession | { refused: RefusalReason }> {
    if (this.openMs) await new Promise(resolve => setTimeout(resolve, this.openMs))
    if (this.refusing) return { refused: this.refusing }
    const { serial, refused } = this.judge(claim)
    if (refused) return { refused }
    const identity = identityOf(serial)
    const opened: Opened = { identity, link, claim, info, closed: [], alive: 0 }
    this.sessions.push(opened)
    return {
      identity,
      owner: 'app',
      topology: this.topologyOf(serial),
      store: messages => this.store(messages),
      trespass: topic => void this.trespasses.push(topic),
      unused: topic => void this.unused.push(topic),
      alive: () => void opened.alive++,
      closed: reason => void opened.closed.push(reason),
    }
  }

  private judge(claim: Claim): { serial: string; refused: RefusalReason | null } {
    const serial = claim.serial ?? claim.deviceName?.replace(/^dn-/, '') ?? ''
    const proven = claim.proves('an older secret') || claim.proves(MemoryGate.secretOf(serial))
    return { serial, refused: !serial.startsWith('SN') ? 'unknownDevice' : proven ? null : 'badSecret' }
  }

  private topologyOf(gateway: string): DeviceSession['topology'] {
    const names = this.behind.get(gateway) ?? new Set()
    this.behind.set(gateway, names)
    return {
      add: async claims =>
        claims.map(claim => {
          const { serial, refused } = this.judge(claim)
          if (refused) return refused
          this.announced += 1
          names.add(`dn-${serial}`)
          return null
        }),
      remove: async removed => removed.map(({ deviceName }) => names.delete(deviceName)),
      list: async () => [...names].map((deviceName): DeviceName => ({ productKey: 'pk', deviceName })),
    }
  }

  /** Nothing is approved here: a call without a proof is refused. */
  async call({ proves, ...claim }: Call): Promise<CallerSession | { refused: CallRefusal }> {
    const { serial, refused } = this.judge({ ...claim, proves: proves ?? (() => false) })
    if (refused) return { refused }
    return {
      identity: identityOf(serial),
      zone: 'Asia/Shanghai',
      store: messages => this.store(messages),
      unused: topic => void this.unused.push(topic),
      next: async () => null,
    }
  }

  private async store(messages: readonly DeviceMessage[]): Promise<StoreResult> {
    if (this.holding) await new Promise<void>(resolve => this.waiting.push(resolve))
    if (this.failing) throw new Error('the database is away')
    this.stored.push(...messages)
    return { answers: this.answers, misfits: this.misfits, uploads: [] }
  }

  /** COMMITs the oldest held stores. */
  release(count = Infinity): void {
    for (const go of this.waiting.splice(0, count)) go()
  }

  get held(): number {
    return this.waiting.length
  }

  of(serial: string): Opened {
    const found = this.sessions.findLast(s => s.identity.serial === serial)
    if (!found) throw new Error(`${serial} never came in`)
    return found
  }
}

const identityOf = (serial: string): DeviceIdentity => ({
  deviceId: `id of ${serial}`,
  serial,
  productKey: 'pk',
  deviceName: `dn-${serial}`,
  deviceClass: 'bollardDevice',
})

/** Alink's credentials of a device of MemoryGate. */
export function alinkLogin(
  serial: string,
  method = 'hmacsha256',
): { clientId: string; username: string; password: string } {
  const content = `clientIdc1deviceNamedn-${serial}productKeypktimestamp5`
  return {
    clientId: `c1|securemode=3,signmethod=${method},timestamp=5|`,
    username: `dn-${serial}&pk`,
    password: createHmac(method.slice(4), MemoryGate.secretOf(serial)).update(content).digest('hex').toUpperCase(),
  }
}

/** Resolves when `check` is true; rejects after `withinMs`. */
export async function until(check: () => boolean, withinMs = NEVER_MS): Promise<void> {
  const endMs = performance.now() + withinMs
  while (!check()) {
    if (performance.now() > endMs) throw miss(String(check))
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
