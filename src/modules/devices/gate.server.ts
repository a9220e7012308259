/** The gate: who may come in, their sessions, what they say on its way to the lanes, and the links commands travel on. */
import sql from 'sql-template-tag'
import type { DeviceClass } from '#model/device.ts'
import type {
  Claim,
  CloseReason,
  DeviceGate,
  DeviceIdentity,
  DeviceLink,
  DeviceSession,
  RefusalReason,
} from '#model/gate.ts'
import type { DeviceMessage, Downlink } from '#model/message.ts'
import type { Ports } from '#server/ports.ts'
import type { Decider } from '#server/parts.ts'
import { makeIngest, type Ingest } from './lanes.server.ts'
import { LinkBook, type OpenLink } from './linkBook.server.ts'
import { Hearing } from './hearing.server.ts'

const ENGINE = { role: 'engine' } as const
const FLAP_WINDOW_MS = 60_000
const FLAP_MAX = 30
const END_TRIES = 120
const END_PAUSE_MS = 1000

interface Known {
  id: string
  sn: string
  name: string
  product_key: string
  device_class: string
  enabled: boolean
  app_id: string | null
  source_id: string
  secret_sealed: Buffer
  old_secret_sealed: Buffer | null
  old_alive: boolean
}

export class Gate implements DeviceGate {
  readonly links: LinkBook
  private readonly ports: Ports
  private readonly ingest: Ingest
  private readonly hearing: Hearing
  private readonly flaps = new Map<string, { count: number; until: number }>()

  constructor(ports: Ports, deciders: readonly Decider[]) {
    this.ports = ports
    this.ingest = makeIngest(ports)
    this.links = new LinkBook()
    this.hearing = new Hearing(ports, this.ingest, this.links, deciders)
  }

  get accepting(): boolean {
    return this.ingest.accepting
  }

  async open(
    claim: Claim,
    link: DeviceLink,
    info: { clientId: string; keepAliveS: number },
  ): Promise<DeviceSession | { refused: RefusalReason }> {
    const identity = (claim.serial ?? `${claim.productKey ?? ''}/${claim.deviceName ?? ''}`).slice(0, 140)
    const device = await this.find(claim)
    const refused = device ? this.judge(device, claim) : 'unknownDevice'
    if (refused || !device) {
      await this.countRefusal(identity, claim, refused ?? 'unknownDevice', device)
      return { refused: refused ?? 'unknownDevice' }
    }
    const deviceClass = this.ports.classes.get(device.device_class)!
    const epoch = await this.openSession(device, claim, info)
    const entry = this.links.open({
      deviceId: device.id,
      name: device.name,
      appId: device.app_id,
      deviceClass,
      link,
      epoch,
      lastSeen: this.ports.now().getTime(),
      waiting: [],
    })
    this.tell(device, { type: 'session', online: true, deviceId: device.id })
    return this.session(device, deviceClass, entry)
  }

  private session(device: Known, deviceClass: DeviceClass, entry: OpenLink): DeviceSession {
    const identity: DeviceIdentity = {
      deviceId: device.id,
      serial: device.sn,
      productKey: device.product_key,
      deviceName: device.sn,
      deviceClass: deviceClass.key,
    }
    return {
      identity,
      take: (messages: readonly DeviceMessage[], bytes: number): Promise<readonly Downlink[]> =>
        this.hearing.take(entry, messages, bytes),
      trespass: (topic: string) => void this.hearing.trespass(entry, topic).catch(() => {}),
      alive: () => {
        entry.lastSeen = this.ports.now().getTime()
      },
      closed: (reason: CloseReason) => void this.close(device, entry, reason),
    }
  }

  private async find(claim: Claim): Promise<Known | null> {
    const name = claim.serial ?? claim.deviceName
    if (!name || name.includes('\0') || name.length > 64) return null
    const rows = await this.ports.db.query<Known>(
      ENGINE,
      sql`select id, sn, name, product_key, device_class, enabled, app_id, source_id, secret_sealed, old_secret_sealed, old_secret_until > now() as old_alive
      from devices.device where sn = ${name} and deleted_at is null`,
    )
    const device = rows[0]
    return device &&
      (claim.serial !== undefined || device.product_key === claim.productKey) &&
      this.ports.classes.has(device.device_class)
      ? device
      : null
  }

  private judge(device: Known, claim: Claim): RefusalReason | null {
    const place = `devices.device|secret|${device.id}`
    const secrets = [
      device.secret_sealed,
      ...(device.old_secret_sealed && device.old_alive ? [device.old_secret_sealed] : []),
    ].map(sealed => this.ports.vault.open(sealed, place).toString())
    if (!secrets.some(secret => claim.proves(secret))) return 'badSecret'
    if (!device.enabled) return 'disabled'
    const now = Date.now()
    const flap = this.flaps.get(device.id)
    if (!flap || flap.until < now) this.flaps.set(device.id, { count: 1, until: now + FLAP_WINDOW_MS })
    else if ((flap.count += 1) > FLAP_MAX) return 'flapping'
    if (this.flaps.size > 100_000) this.flaps.clear()
    return null
  }

  private async openSession(
    device: Known,
    claim: Claim,
    info: { clientId: string; keepAliveS: number },
  ): Promise<string> {
    return this.ports.db.tx(ENGINE, async query => {
      const [session] = await query<{ epoch: string }>(sql`
        insert into devices.session as s (device_id, source_id, app_id, epoch, node, online, protocol, address, client_id, keep_alive_s, opened_at, last_seen_at)
        values (${device.id}, ${device.source_id}, ${device.app_id}, 1, ${this.ports.node}, true, ${claim.protocol}, ${claim.remoteAddress}, ${info.clientId.slice(0, 256)}, ${info.keepAliveS}, now(), now())
        on conflict (device_id) do update set source_id = excluded.source_id, app_id = excluded.app_id, epoch = s.epoch + 1, node = excluded.node, online = true, protocol = excluded.protocol, address = excluded.address,
          client_id = excluded.client_id, keep_alive_s = excluded.keep_alive_s, opened_at = now(), closed_at = null, reason = null, last_seen_at = now()
        returning epoch`)
      await query(
        sql`update devices.session_log set closed_at = now(), reason = 'takenOver' where device_id = ${device.id} and closed_at is null`,
      )
      await query(
        sql`insert into devices.session_log (id, device_id, source_id, app_id, epoch, opened_at, address) values (${this.ports.newId()}, ${device.id}, ${device.source_id}, ${device.app_id}, ${session!.epoch}, now(), ${claim.remoteAddress})`,
      )
      await query(
        sql`update devices.device set activated_at = coalesce(activated_at, now()) where id = ${device.id} and activated_at is null`,
      )
      await query(
        sql`insert into engine.outbox (id, type, key, app_id, payload) values (${this.ports.newId()}, 'device.online', ${device.id}, ${device.app_id}, ${JSON.stringify({ deviceId: device.id, deviceClass: device.device_class, address: claim.remoteAddress })})`,
      )
      return session!.epoch
    })
  }

  private async close(device: Known, entry: OpenLink, reason: CloseReason): Promise<void> {
    const last = this.links.close(entry)
    if (last) this.tell(device, { type: 'session', online: false, deviceId: device.id, reason })
    // While the database is away the end waits: a device must not be shown online that is not.
    for (let tries = 1; tries <= END_TRIES; tries += 1) {
      try {
        return await this.writeEnd(device, entry, reason)
      } catch (error) {
        if (tries === 1 || tries === END_TRIES)
          this.ports.log.warn(
            { deviceId: device.id, tries, error: (error as Error).message },
            'the end of a session could not be written',
          )
        await new Promise(resolve => setTimeout(resolve, END_PAUSE_MS).unref())
      }
    }
  }

  private async writeEnd(device: Known, entry: OpenLink, reason: CloseReason): Promise<void> {
    await this.ports.db.tx(ENGINE, async query => {
      const seen = new Date(entry.lastSeen)
      await query(
        sql`update devices.session_log set closed_at = now(), reason = ${reason} where device_id = ${device.id} and epoch = ${entry.epoch} and closed_at is null`,
      )
      // A newer session of the same device has a higher epoch: this one then changes nothing.
      const ended = await query(
        sql`update devices.session set online = false, closed_at = now(), reason = ${reason}, last_seen_at = ${seen} where device_id = ${device.id} and epoch = ${entry.epoch} and online returning device_id`,
      )
      if (ended.length)
        await query(
          sql`insert into engine.outbox (id, type, key, app_id, payload) values (${this.ports.newId()}, 'device.offline', ${device.id}, ${device.app_id}, ${JSON.stringify({ deviceId: device.id, deviceClass: device.device_class, reason })})`,
        )
    })
  }

  private async countRefusal(
    identity: string,
    claim: Claim,
    reason: RefusalReason,
    device: Known | null,
  ): Promise<void> {
    await this.ports.db
      .query(
        ENGINE,
        sql`insert into devices.refusal as r (id, identity, address, protocol, reason) values (${this.ports.newId()}, ${identity.replaceAll('\0', '')}, ${claim.remoteAddress}, ${claim.protocol}, ${reason})
      on conflict (identity, address, reason) do update set tries = r.tries + 1, last_at = now()`,
      )
      .catch(() => {})
    if (device)
      await this.hearing
        .note(device.id, `refused:${reason}`, { address: claim.remoteAddress, clientProtocol: claim.protocol }, 1)
        .catch(() => {})
  }

  private tell(device: Known, message: Record<string, unknown>): void {
    this.ports.bus.publish('live', {
      ...message,
      appId: device.app_id,
      sourceId: device.source_id,
      deviceClass: device.device_class,
      at: this.ports.now().toISOString(),
    })
  }
}
