/** The gate: admission of devices, their sessions, their messages on the way to the lanes, and the links for commands. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import type { DeviceClass } from '#model/device.ts'
import type {
  Call,
  CallerSession,
  Claim,
  CallRefusal,
  CloseReason,
  ConnectInfo,
  DeviceGate,
  DeviceIdentity,
  DeviceLink,
  DeviceSession,
  RefusalReason,
  StoreResult,
} from '#model/gate.ts'
import type { Ports } from '#server/ports.ts'
import { isLater } from '#server/sql/causeOf.ts'
import type { Decider } from '#server/parts.ts'
import { makeApprovals, type Approvals } from './approvals.server.ts'
import { Callers } from './callers.server.ts'
import { FRAME_KINDS } from '../facts/frameKinds.ts'
import { DeviceLog } from './deviceLog.server.ts'
import { Flaps } from './Flaps.ts'
import { makeIngest, type Ingest } from '../facts/lanes.server.ts'
import { StatedClock } from '../facts/StatedClock.ts'
import { LinkBook, type OpenLink } from './linkBook.server.ts'
import { RefusalTally } from './refusalTally.server.ts'
import { judgeSignature } from './signatures.server.ts'
import { MessageIntake } from './messageIntake.server.ts'
import { makeSessionStore, type Device, type Known, type SessionStore } from './sessionStore.server.ts'
import { Topologies } from './topology.server.ts'

const ENGINE = { role: 'engine' } as const
const END_TRIES = 120
const END_PAUSE_MS = 1000
/** How long a connecting device waits for the database; then its connection is closed, and it reconnects. */
const OPEN_PATIENCE_MS = 4000
const OPEN_PAUSE_MS = 200

export class Gate implements DeviceGate {
  readonly links: LinkBook
  private readonly ports: Ports
  private readonly ingest: Ingest
  private readonly intake: MessageIntake
  private readonly log: DeviceLog
  private readonly refusals: RefusalTally
  private readonly sessions: SessionStore
  private readonly ends = new Set<Promise<void>>()
  private readonly callers: Callers
  private readonly approvals: Approvals
  private readonly topologies: Topologies
  private readonly flaps = new Flaps()

  constructor(ports: Ports, deciders: readonly Decider[]) {
    this.ports = ports
    this.ingest = makeIngest(ports)
    this.sessions = makeSessionStore(ports)
    this.links = new LinkBook()
    this.topologies = new Topologies(ports, this.links, this.sessions, (claim, gateway) =>
      this.announced(claim, gateway),
    )
    this.log = new DeviceLog(ports)
    this.refusals = new RefusalTally(ports)
    this.approvals = makeApprovals(ports)
    this.callers = new Callers(ports, this.links)
    this.intake = new MessageIntake(ports, this.ingest, this.links, this.log, deciders)
  }

  get accepting(): boolean {
    return this.ingest.accepting
  }

  /** The process stops: devices that keep no connection are offline until they call again. */
  endCallers(): void {
    this.callers.end()
  }

  /** Resolves when the ends of all ended sessions, and all counted log lines, have been written. */
  async settled(): Promise<void> {
    await Promise.all(this.ends)
    await Promise.all([this.log.tally.flush(true), this.refusals.flush()])
  }

  async open(claim: Claim, link: DeviceLink, info: ConnectInfo): Promise<DeviceSession | { refused: RefusalReason }> {
    const until = performance.now() + OPEN_PATIENCE_MS
    const device = await this.admit(claim, until, true, info.gateway)
    if ('refused' in device) return device as { refused: RefusalReason }
    return this.begin(device, claim, link, { ...info, polls: false }, until)
  }

  async call(
    claim: Call,
    { clientId, intervalS }: { clientId: string; intervalS: number },
  ): Promise<CallerSession | { refused: CallRefusal }> {
    const until = performance.now() + OPEN_PATIENCE_MS
    const device = await this.admit(claim, until, false)
    if ('refused' in device) return device
    return this.callers.session(device.id, claim, {
      intervalS,
      zone: device.zone ?? DEFAULT_ZONE,
      open: async link => {
        if (this.flaps.tooOften(device.id)) return this.refuse(claim, 'flapping', device)
        return this.begin(device, claim, link, { clientId, keepAliveS: intervalS, polls: true }, until)
      },
    })
  }

  /** The device, when the claim is true and the device may connect. */
  private async admit(
    claim: Call,
    until: number,
    connects: boolean,
    gateway?: string,
  ): Promise<Device | { refused: CallRefusal }> {
    const known = await patiently(() => this.find(claim), until)
    if (!known) return this.refuse(claim, 'unknownDevice', null)
    const refused =
      (await this.judge(known, claim, until, connects)) ??
      (await patiently(() => this.topologies.judgeWay(known, gateway), until))
    return refused ? this.refuse(claim, refused, known.device) : known.device
  }

  /** A device that a gateway says it carries is judged like one that connects over it, but opens no session. */
  private async announced(claim: Claim, gateway: string): Promise<Device | { refused: RefusalReason }> {
    const until = performance.now() + OPEN_PATIENCE_MS
    return (await this.admit(claim, until, false, gateway)) as Device | { refused: RefusalReason }
  }

  private async refuse(claim: Call, refused: CallRefusal, device: Device | null): Promise<{ refused: CallRefusal }> {
    const name = device?.sn ?? claim.serial ?? claim.deviceName ?? ''
    const identity = (claim.serial === undefined ? `${claim.productKey ?? ''}/${name}` : name).slice(0, 140)
    await this.countRefusal(identity, claim, refused, device)
    return { refused }
  }

  private async begin(
    device: Device,
    claim: Call,
    link: DeviceLink,
    info: ConnectInfo & { polls: boolean },
    until: number,
  ): Promise<DeviceSession> {
    const deviceClass = this.ports.classes.get(device.device_class)!
    // Opening twice is harmless: the later epoch counts.
    const epoch = await patiently(() => this.sessions.open({ device, claim, ...info }), until)
    const entry = this.links.open({
      deviceId: device.id,
      name: device.name,
      ...{ appId: device.app_id, sourceId: device.source_id, sinceMs: device.since_ms },
      deviceClass,
      link,
      epoch,
      lastSeen: this.ports.now().getTime(),
      waiting: [],
      polls: info.polls,
      gateway: info.gateway ?? null,
      proven: claim.proves !== null,
      lastStated: new Map(),
      clock: new StatedClock(),
      lastRead: new Map(),
    })
    this.publishPresence(entry, true)
    if (info.gateway !== undefined) void this.log.behind(entry, this.links.get(info.gateway))
    return this.session(device, deviceClass, entry, claim)
  }

  private session(device: Device, deviceClass: DeviceClass, entry: OpenLink, claim: Call): DeviceSession {
    const { topologies } = this
    const identity: DeviceIdentity = {
      deviceId: device.id,
      serial: device.sn,
      productKey: device.product_key,
      // As the device spells it in its topics.
      deviceName: claim.serial ?? claim.deviceName ?? device.sn,
      deviceClass: deviceClass.key,
    }
    return {
      identity,
      get owner() {
        return entry.appId
      },
      get topology() {
        return topologies.of(entry)
      },
      store: (messages, bytes, refuse): Promise<StoreResult> => this.intake.store(entry, messages, bytes, refuse),
      trespass: (topic: string) => void this.log.trespass(entry, topic),
      unused: (topic, start) => void this.log.unused(entry, topic, start),
      alive: () => {
        entry.lastSeen = this.ports.now().getTime()
      },
      closed: (reason: CloseReason) => {
        const end = this.close(device, entry, reason).finally(() => this.ends.delete(end))
        this.ends.add(end)
      },
    }
  }

  private async find(claim: Call): Promise<Known | null> {
    const name = claim.serial ?? claim.deviceName
    if (!name || name.includes('\0') || name.length > 64) return null
    const known = await this.sessions.find(name)
    return known &&
      (claim.serial !== undefined || known.device.product_key === claim.productKey) &&
      this.ports.classes.get(known.device.device_class)?.protocols.includes(spokenOver(this.ports, claim.protocol))
      ? known
      : null
  }

  private async judge(
    { device, enabled, secrets }: Known,
    claim: Call,
    until: number,
    connects: boolean,
  ): Promise<CallRefusal | null> {
    const { proves } = claim
    if (proves) {
      const place = `devices.device|secret|${device.id}`
      if (!secrets.some(sealed => proves(this.ports.vault.open(sealed, place).toString()))) return 'badSecret'
      const { signed } = claim
      const wrong = signed && (await patiently(() => judgeSignature(this.ports, device.id, signed), until))
      if (wrong) return wrong
    } else {
      const approved = patiently(() => this.approvals.isApproved(device, claim), until)
      if (!this.ports.protocols.get(claim.protocol)?.approves || !(await approved)) return 'unapproved'
    }
    if (!enabled) return 'disabled'
    return connects && this.flaps.tooOften(device.id) ? 'flapping' : null
  }

  private async close(device: Device, entry: OpenLink, reason: CloseReason): Promise<void> {
    const last = this.links.close(entry)
    if (last) this.publishPresence(entry, false, reason)
    // While the database is unavailable the end waits: a device that is offline must not be shown online.
    for (let tries = 1; tries <= END_TRIES; tries += 1) {
      try {
        await this.sessions.close({ device, epoch: entry.epoch, lastSeenMs: entry.lastSeen, reason })
        if (entry.gateway !== null) await this.log.behind(entry, this.links.get(entry.gateway), reason)
        return
      } catch (error) {
        if (tries === 1 || tries === END_TRIES)
          this.ports.log.warn(
            { deviceId: device.id, tries, error: (error as Error).message },
            'the end of a session could not be written',
          )
        // The next start ends what a stopping process could not.
        if (this.ports.stopping.aborted) return
        await new Promise(resolve => setTimeout(resolve, END_PAUSE_MS).unref())
      }
    }
  }

  private async countRefusal(identity: string, claim: Call, reason: CallRefusal, device: Device | null): Promise<void> {
    await this.refusals.count({
      // Characters that PostgreSQL cannot store in a text.
      identity: identity.replace(/\0|\p{Surrogate}/gu, ''),
      address: claim.remoteAddress,
      protocol: claim.protocol,
      reason,
    })
    if (device)
      await this.log.tally.note({
        deviceId: device.id,
        kind: FRAME_KINDS.refused[0],
        identifier: `refused:${reason}`,
        content: { address: claim.remoteAddress, clientProtocol: claim.protocol },
      })
  }

  private publishPresence(entry: OpenLink, online: boolean, reason?: CloseReason): void {
    this.ports.bus.publish('live', {
      type: 'session',
      online,
      deviceId: entry.deviceId,
      ...(reason === undefined ? {} : { reason }),
      appId: entry.appId,
      sourceId: entry.sourceId,
      deviceClass: entry.deviceClass.key,
      at: this.ports.now().toISOString(),
    })
  }
}

/** The protocol whose messages arrive over this one. */
const spokenOver = ({ protocols }: Ports, key: string): string => protocols.get(key)?.carries ?? key

async function patiently<T>(work: () => Promise<T>, until: number): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLater(error) || performance.now() >= until) throw error
      await new Promise(resolve => setTimeout(resolve, OPEN_PAUSE_MS))
    }
  }
}
