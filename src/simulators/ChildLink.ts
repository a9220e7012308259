/** The link of a device behind a gateway: no socket of its own, but logged in over the gateway's connection. */
import { createHmac } from 'node:crypto'
import type { Input, Params } from '#model/row.ts'
import type { Credentials, DeviceLink, Link, Passenger } from './Link.ts'

interface Kept {
  topic: string
  payload: string
  flying: boolean
}
const KEPT_MAX = 1000
const WINDOW = 8
const AGAIN_MS = 5000

export class ChildLink implements DeviceLink, Passenger {
  onOnline: () => void = () => {}
  onMessage: (topic: string, body: Input) => void = () => {}
  private readonly gateway: Link
  private readonly credentials: Credentials
  private readonly log: (line: string) => void
  private kept: Kept[] = []
  private loggedIn = false
  private stopped = true
  private timer: NodeJS.Timeout | undefined

  constructor(gateway: Link, credentials: Credentials, log: (line: string) => void) {
    this.gateway = gateway
    this.credentials = credentials
    this.log = log
  }

  get online(): boolean {
    return this.loggedIn && this.gateway.online
  }
  get waiting(): number {
    return this.kept.length
  }

  start(): void {
    this.stopped = false
    this.gateway.carry(this)
    if (this.gateway.online) this.gatewayCame()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    if (this.online) this.session('logout', {})
    this.loggedIn = false
    this.gateway.putDown(this)
  }

  /** Out of the gateway's reach for `awayMs`: the gateway logs it out, and in again. */
  drop(awayMs: number): void {
    if (this.stopped) return
    if (this.online) this.session('logout', {})
    this.gatewayWent()
    this.logInAfter(awayMs)
  }

  say(topic: string, body: object): void {
    if (this.online) this.gateway.say(topic, body)
  }

  keep(topic: string, body: object): void {
    if (this.kept.length >= KEPT_MAX) this.kept.shift()
    this.kept.push({ topic, payload: JSON.stringify(body), flying: false })
    this.pump()
  }

  gatewayCame(): void {
    if (this.stopped) return
    const { productKey, deviceName, secret } = this.credentials
    const [clientId, timestamp] = [`${productKey}.${deviceName}`, String(Date.now())]
    const sign = createHmac('sha256', secret)
      .update(`clientId${clientId}deviceName${deviceName}productKey${productKey}timestamp${timestamp}`)
      .digest('hex')
    this.session('login', { clientId, timestamp, signMethod: 'hmacSha256', sign, cleanSession: 'true' })
  }

  gatewayWent(): void {
    this.loggedIn = false
    for (const item of this.kept) item.flying = false
  }

  /** True when the message is for this device, or is about it. */
  hears(topic: string, body: Input): boolean {
    const { productKey, deviceName } = this.credentials
    if (topic.includes(`/${productKey}/${deviceName}`)) {
      this.onMessage(topic, body)
      return true
    }
    const about = body.data as Params | undefined
    if (about?.productKey !== productKey || about?.deviceName !== deviceName) return false
    if (topic.endsWith('/combine/login_reply')) this.answered(Number(body.code), String(body.message))
    else if (topic.startsWith('/ext/error/')) {
      this.gatewayWent()
      this.logInAfter(AGAIN_MS)
    } else if (!topic.endsWith('/combine/logout_reply')) return false
    return true
  }

  private answered(code: number, message: string): void {
    if (code === 200) {
      this.loggedIn = true
      this.onOnline()
      return this.pump()
    }
    this.log(`${this.credentials.deviceName}: the login was refused: ${code} ${message}`)
    this.logInAfter(AGAIN_MS)
  }

  private logInAfter(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.gateway.online && this.gatewayCame(), ms)
  }

  private session(what: 'login' | 'logout', more: object): void {
    const { productKey, deviceName } = this.credentials
    const { productKey: product, deviceName: name } = this.gateway.credentials
    this.gateway.say(`/ext/session/${product}/${name}/combine/${what}`, {
      id: deviceName,
      params: { productKey, deviceName, ...more },
    })
  }

  private pump(): void {
    if (!this.online) return
    for (const item of this.kept.slice(0, WINDOW)) {
      if (item.flying) continue
      item.flying = true
      this.gateway.publish(item.topic, item.payload, () => {
        // Acknowledged without a session means refused; it is sent again after the next login.
        if (!item.flying || !this.online) return
        this.kept.splice(this.kept.indexOf(item), 1)
        this.pump()
      })
    }
  }
}
