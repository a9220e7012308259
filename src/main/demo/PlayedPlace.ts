/** One customer of the demo: created once through the public API, then simulated while the process runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { classes } from '#simulators/simulate.ts'
import { Link } from '#simulators/Link.ts'
import type { PublicApi } from '#simulators/PublicApi.ts'
import { wires } from '#simulators/wires.ts'
import { existsSince } from '#modules/applications/api.ts'
import { holdSince, logPast } from '#modules/devices/api.ts'
import { registeredSince } from '#modules/people/api.ts'
import type { Ports } from '#server/ports.ts'
import { buildPlace, carriesOthers, ensureDevice, findApplication, findKey } from './buildPlace.ts'
import { enrol } from './enrol.ts'
import { ensureCallbacks } from './ensureCallbacks.ts'
import { ensureLibraries } from './ensureLibraries.ts'
import { ensurePins } from './ensurePins.ts'
import { ensureProgrammes } from './ensureProgrammes.ts'
import { ensureSettings } from './ensureSettings.ts'
import { groupDevices } from './groupDevices.ts'
import { fillPast, PAST_DAYS } from './fillPast.ts'
import { writeKeyring, type Key } from './keyring.ts'
import type { Played } from './happenings.ts'
import { live } from './live.ts'
import { locateDevices } from './locateDevices.ts'
import { makePlayer, type Player } from './makePlayer.ts'
import { runPlayers } from './runPlayers.ts'
import type { DevicePlan, PlacePlan } from './places/PlacePlan.ts'
import { protocolOf } from './places/places.ts'
import { playWire } from './playWire.ts'
import { readStage, STAGE, writeStage } from './progress.ts'
import type { Receiver } from './Receiver.ts'
import { sendHistory, sentMs } from './sendHistory.ts'

const LOOK_MS = 250
const SYNC_GRACE_MS = 3000
const DAY_MS = 86_400_000

/** The context shared by all customers of the demo. */
export interface DemoContext {
  ports: Ports
  /** Null when the demo account cannot sign in: the devices are simulated all the same, without what needs the API. */
  api: PublicApi | null
  mqtt: { host: string; port: number }
  /** Where the devices of a protocol connect; null when its listener is closed. */
  addressOf(protocol: string): { host: string; port: number } | null
  dataDir: string
  /** Receives the callbacks of all customers. */
  receiver: Receiver
  receiverPort: number
  /** By serial number. */
  keys: Map<string, Key>
  /** Whether to create a month of history before the last hours. */
  wholePast: boolean
  signal: AbortSignal
  print(line: string): void
  warn(error: Error, what: string): void
  /** Reports the progress of `part`, 0 … 1. */
  progress(part: string, share: number): void
}

export class PlayedPlace {
  readonly plan: PlacePlan
  readonly players: Player[] = []
  /** Null until it is known, or when people removed it. */
  appId: string | null = null
  private readonly context: DemoContext
  constructor(plan: PlacePlan, context: DemoContext) {
    this.plan = plan
    this.context = context
  }

  /**
   * Creates what is missing except the history, and starts the simulation; the returned function creates the history.
   */
  async begin(): Promise<() => Promise<void>> {
    const { ports, api } = this.context
    const stage = await readStage(ports, this.plan.key)
    const past = stage < STAGE.past && api ? await this.make(api) : await this.wake(api)
    return async () => {
      await past?.()
      this.context.progress(this.plan.key, 1)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.players.map(player => player.device.stop()))
  }

  private play(plan: DevicePlan, key: Key, whole: boolean): void {
    const protocol = protocolOf(plan)
    if (wires.has(protocol)) return this.playOther(protocol, key)
    const player = makePlayer(plan, key, this.context.mqtt, this.context.print, this.linkOf(plan.behind))
    this.players.push(player)
    // A device that is offline connects only to send its history.
    if (!plan.gone || whole) player.device.start()
  }

  private linkOf(gateway: string | undefined): Link | undefined {
    const link = this.players.find(({ plan }) => plan.name === gateway)?.device.link
    return link instanceof Link ? link : undefined
  }

  /** Without its gateway where that carries none: the device then connects by itself. */
  private async asMade({ behind, ...plan }: DevicePlan, api: PublicApi | null): Promise<DevicePlan> {
    const gateway = this.players.find(player => player.plan.name === behind)
    return behind && gateway && (!api || (await carriesOthers(api, gateway.id))) ? { ...plan, behind } : plan
  }

  /** A device that speaks another wire than the platform's own. */
  private playOther(protocol: string, key: Key): void {
    const { api, addressOf, signal, print: log } = this.context
    const address = addressOf(protocol)
    if (address) playWire(protocol, key, { plan: this.plan, ...{ api, address, signal, log }, appId: () => this.appId })
  }

  private async make(api: PublicApi): Promise<() => Promise<void>> {
    const { plan, players } = this
    const { ports, keys, dataDir, progress } = this.context
    const step = (share: number): void => progress(plan.key, share)
    const place = await buildPlace(api, plan)
    const began = Date.now()
    for (const device of plan.devices) {
      keys.set(device.sn, await ensureDevice(api, place, device))
      this.play(device, keys.get(device.sn)!, true)
    }
    await writeKeyring(dataDir, ports.vault, keys)
    await groupDevices(api, plan, place.appId, keys)
    await locateDevices(api, plan, place, keys)
    const { sysUser } = await api.get<{ sysUser: { userId: string } }>('/api/admin/user/info')
    const now = Date.now()
    const pastMs = this.context.wholePast ? PAST_DAYS * DAY_MS : sentMs(false)
    const from = new Date(now - pastMs - 3_600_000)
    await existsSince(ports, place.appId, from)
    // The owner of a fact is the application that the device was bound to at that time.
    await holdSince(
      ports,
      plan.devices.map(({ sn }) => keys.get(sn)!.id),
      from,
      sysUser.userId,
    )
    await writeStage(ports, plan.key, STAGE.place)
    step(0.2)
    await this.receive(api, place.appId, true)
    const people = await enrol(api, plan, place, keys)
    await registeredSince(ports, place.appId, from)
    await ensureProgrammes(api, plan, place.appId, keys)
    await ensureSettings(api, plan, place.appId)
    const libraries = await ensureLibraries(api, plan, place, people, keys)
    await writeStage(ports, plan.key, STAGE.people)
    step(0.6)
    this.live()
    const played = new Set(players.map(({ id }) => id))
    const others = plan.devices.map(({ sn }) => keys.get(sn)!.id).filter(id => !played.has(id))
    return () => this.makePast({ plan, players, others, people, libraries }, now, began)
  }

  private async makePast(played: Played, now: number, began: number): Promise<void> {
    const { plan, players } = this
    const { ports, signal, print, progress } = this.context
    // Recorded before it is stored: when interrupted, part of it exists, which is better than all of it twice.
    await writeStage(ports, plan.key, STAGE.past)
    const { wholePast } = this.context
    const to = now - sentMs(wholePast)
    const count = await sendHistory(played, to, now)
    print(`${plan.application.name}: ${count} events of the last hours are on their way`)
    if (wholePast) {
      const filled = await fillPast(ports, played, { now, to, began }, signal, share =>
        progress(plan.key, 0.65 + share * 0.3),
      )
      print(`${plan.application.name}: ${filled} facts of the month before are stored`)
    }
    while (players.some(player => player.device.link.waiting > 50) && !signal.aborted) await sleep(LOOK_MS)
    await logPast(ports, [...players.map(({ id }) => id), ...played.others], began)
    void sleep(SYNC_GRACE_MS, undefined, { ref: false }).then(() => this.switchOff())
  }

  /** Some devices lose their power. Temporary PINs come after that, because one waits for such a device. */
  private async switchOff(): Promise<void> {
    const { plan, players, appId } = this
    const { api, ports, warn } = this.context
    for (const player of players) if (player.plan.gone) player.device.link.drop(2 ** 30)
    if (api && appId)
      await ensurePins(ports, api, plan, appId).catch((error: Error) => warn(error, `${plan.key} has no PINs`))
  }

  private async wake(api: PublicApi | null): Promise<void> {
    const { keys, dataDir, ports, warn } = this.context
    for (const device of this.plan.devices) {
      const key = keys.get(device.sn) ?? (api ? await findKey(api, device) : null)
      if (!key) continue
      keys.set(device.sn, key)
      this.play(await this.asMade(device, api), key, false)
    }
    await writeKeyring(dataDir, ports.vault, keys)
    this.live()
    if (!api) return
    const app = await findApplication(api, this.plan)
    if (app) await this.receive(api, app.id, false)
    // Simulated devices lose their people when the process restarts: the platform compares, and sends them again.
    await sleep(SYNC_GRACE_MS)
    for (const { id, plan, deviceClass } of this.players) {
      if (!classes.get(deviceClass)!.sets.length || plan.gone) continue
      const { appId } = await api.get<{ appId: string | null }>(`/api/device/warehouse/${id}`)
      if (appId)
        await api
          .post(`/api/person/auth/readBack?appId=${appId}`, { deviceId: id })
          .catch((error: Error) => warn(error, `${plan.name} could not be compared`))
    }
  }

  private receive(api: PublicApi, appId: string, make: boolean): Promise<void> {
    this.appId = appId
    const { receiver, receiverPort: port } = this.context
    return ensureCallbacks(api, this.plan, appId, { receiver, port, make })
  }

  private live(): void {
    const { signal, print } = this.context
    const present = this.players.filter(player => !player.plan.gone)
    live(this.plan, present, signal, print)
    runPlayers(present, signal)
  }
}
