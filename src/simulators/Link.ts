/** A device's connection: reconnects by itself, buffers events meanwhile, and sends each until it is acknowledged. */
import { createHmac } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import type { Input, Params } from '#model/row.ts'
import type { Faults } from './faults.ts'

export interface Credentials {
  productKey: string
  deviceName: string
  secret: string
}
/** What a device needs of its connection. */
export interface DeviceLink {
  onOnline: () => void
  onMessage: (topic: string, body: Input) => void
  readonly online: boolean
  /** Number of events that the platform has not acknowledged. */
  readonly waiting: number
  start(): void
  stop(): Promise<void>
  drop(awayMs: number): void
  publish(topic: string, body: object): void
  keep(topic: string, body: object): void
}
/** A device behind a gateway, as the gateway's connection sees it. */
export interface Passenger {
  gatewayCame(): void
  gatewayWent(): void
  receive(topic: string, body: Input): boolean
}
export interface LinkOptions {
  host: string
  port: number
  /** The path of MQTT over WebSocket; without it, MQTT over TCP. */
  path?: string
  credentials: Credentials
  faults: Faults
  random(): number
  log(line: string): void
}

interface Kept {
  topic: string
  payload: string
  flying: boolean
}

const KEPT_MAX = 20_000
/** Unacknowledged publishes of one device at a time. */
const WINDOW = 24
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const KEEP_ALIVE_S = 60

export class Link implements DeviceLink {
  onOnline: () => void = () => {}
  onMessage: (topic: string, body: Input) => void = () => {}
  private readonly options: LinkOptions
  private readonly carried = new Set<Passenger>()
  private client: MqttClient | null = null
  private kept: Kept[] = []
  private waitMs = FIRST_WAIT_MS
  private timer: NodeJS.Timeout | undefined
  private stopped = true

  constructor(options: LinkOptions) {
    this.options = options
  }

  get credentials(): Credentials {
    return this.options.credentials
  }

  /** A gateway's connection carries devices behind it. */
  carry(passenger: Passenger): void {
    this.carried.add(passenger)
  }
  putDown(passenger: Passenger): void {
    this.carried.delete(passenger)
  }

  /** At QoS 1; `done` is called when the platform has acknowledged, and not when the connection broke before. */
  publishUntilAcknowledged(topic: string, payload: string, done: () => void): void {
    const { client } = this
    client?.publish(topic, payload, { qos: 1 }, error => !error && this.client === client && done())
  }

  get online(): boolean {
    return this.client?.connected ?? false
  }
  get waiting(): number {
    return this.kept.length
  }

  start(): void {
    this.stopped = false
    this.connect()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    const { client } = this
    this.client = null
    if (client) await client.endAsync(!client.connected).catch(() => {})
  }

  /** Breaks the connection like a cut cable, and stays offline for `awayMs`. */
  drop(awayMs: number): void {
    if (this.stopped) return
    this.forget()
    this.comeBack(awayMs)
  }

  /** Publishes now, or not at all: states and replies of a lost connection have no value. */
  publish(topic: string, body: object): void {
    if (!this.client?.connected) return
    const payload = JSON.stringify(body)
    for (let copies = this.options.faults.has('duplicate') && topic.endsWith('_reply') ? 2 : 1; copies > 0; copies -= 1)
      this.client.publish(topic, payload, { qos: 1 }, () => {})
  }

  /** Publishes in order, and again after each disconnect, until acknowledged. */
  keep(topic: string, body: object): void {
    if (this.kept.length >= KEPT_MAX)
      this.kept.splice(
        this.kept.findIndex(item => !item.flying),
        1,
      )
    this.kept.push({ topic, payload: JSON.stringify(body), flying: false })
    this.pump()
  }

  private pump(): void {
    const { client } = this
    if (!client?.connected) return
    for (const item of this.kept.slice(0, WINDOW)) {
      if (item.flying) continue
      item.flying = true
      client.publish(item.topic, item.payload, { qos: 1 }, error => {
        if (error || this.client !== client) return
        this.kept.splice(this.kept.indexOf(item), 1)
        this.pump()
      })
      if (this.options.faults.has('duplicate')) client.publish(item.topic, item.payload, { qos: 1 }, () => {})
    }
  }

  private connect(): void {
    const { host, port, path, credentials, log } = this.options
    const { productKey, deviceName, secret } = credentials
    const clientId = `${productKey}.${deviceName}`
    const timestamp = String(Date.now())
    const password = createHmac('sha256', secret)
      .update(`clientId${clientId}deviceName${deviceName}productKey${productKey}timestamp${timestamp}`)
      .digest('hex')
    const client = mqtt.connect(path ? `ws://${host}:${port}${path}` : `mqtt://${host}:${port}`, {
      clientId: `${clientId}|securemode=3,signmethod=hmacsha256,timestamp=${timestamp}|`,
      username: `${deviceName}&${productKey}`,
      password,
      protocolVersion: 4,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
    })
    this.client = client
    client.on('connect', () => {
      this.waitMs = FIRST_WAIT_MS
      this.onOnline()
      this.pump()
      for (const passenger of this.carried) passenger.gatewayCame()
    })
    client.on('message', (topic, payload) => {
      try {
        const body = JSON.parse(payload.toString()) as Params
        if (![...this.carried].some(passenger => passenger.receive(topic, body))) this.onMessage(topic, body)
      } catch (error) {
        log(`${deviceName}: cannot read ${topic}: ${(error as Error).message}`)
      }
    })
    client.on('error', error => log(`${deviceName}: ${error.message}`))
    client.on('close', () => {
      if (this.client !== client || this.stopped) return
      this.forget()
      this.comeBack(this.waitMs * (0.75 + this.options.random() / 2))
      this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2)
    })
  }

  /** Publishes in flight may not have arrived, so they are sent again. */
  private forget(): void {
    const { client } = this
    this.client = null
    for (const item of this.kept) item.flying = false
    for (const passenger of this.carried) passenger.gatewayWent()
    if (!client) return
    client.stream.destroy()
    client.end(true)
  }

  private comeBack(afterMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.connect(), afterMs)
  }
}
