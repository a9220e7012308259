/** The link of a device behind a gateway: no socket of its own, but announced and logged in over the gateway's connection. */
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
const SUCCESS = 200
/** On /ext/error: the device is no longer behind the gateway. */
const NO_TOPOLOGY = 6401
/** The status of such devices in `thing/topo/change`. */
const DELETED = 1

export class ChildLink implements DeviceLink, Passenger {
  onOnline: () => void = () => {}
  onMessage: (topic: string, body: Input) => void = () => {}
  private readonly gateway: Link
  private readonly credentials: Credentials
  private readonly log: (line: string) => void
  private kept: Kept[] = []
  private loggedIn = false
  /** The platform said that the device is no longer behind this gateway: it stays away until it is started again. */
  private unlinked = false
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
    this.unlinked = false
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

  publish(topic: string, body: object): void {
    if (this.online) this.gateway.publish(topic, body)
  }

  keep(topic: string, body: object): void {
    if (this.kept.length >= KEPT_MAX) this.kept.shift()
    this.kept.push({ topic, payload: JSON.stringify(body), flying: false })
    this.pump()
  }

  /** Announces it, and logs it in when that is answered. */
  gatewayCame(): void {
    if (this.stopped || this.unlinked) return
    const { productKey, deviceName } = this.credentials
    const { signMethod: signmethod, ...proof } = this.proof()
    this.gateway.publish(this.topologyTopic('add'), {
      ...{ id: deviceName, version: '1.0', method: 'thing.topo.add' },
      params: [{ productKey, deviceName, ...proof, signmethod }],
    })
  }

  private proof(): { clientId: string; timestamp: string; signMethod: string; sign: string } {
    const { productKey, deviceName, secret } = this.credentials
    const [clientId, timestamp] = [`${productKey}.${deviceName}`, String(Date.now())]
    const sign = createHmac('sha256', secret)
      .update(`clientId${clientId}deviceName${deviceName}productKey${productKey}timestamp${timestamp}`)
      .digest('hex')
    return { clientId, timestamp, signMethod: 'hmacSha256', sign }
  }

  private topologyTopic(what: 'add' | 'change_reply'): string {
    const { productKey, deviceName } = this.gateway.credentials
    return `/sys/${productKey}/${deviceName}/thing/topo/${what}`
  }

  gatewayWent(): void {
    this.loggedIn = false
    for (const item of this.kept) item.flying = false
  }

  /** True when the message is for this device, or is about it. */
  receive(topic: string, body: Input): boolean {
    const { productKey, deviceName } = this.credentials
    if (topic.includes(`/${productKey}/${deviceName}`)) {
      this.onMessage(topic, body)
      return true
    }
    if (topic.endsWith('/thing/topo/add_reply')) return this.announced(body)
    if (topic.endsWith('/thing/topo/change')) return this.changed(body)
    const about = body.data as Params | undefined
    if (about?.productKey !== productKey || about?.deviceName !== deviceName) return false
    if (topic.endsWith('/combine/login_reply')) this.answered(Number(body.code), String(body.message))
    else if (topic.startsWith('/ext/error/')) {
      this.gatewayWent()
      if (Number(body.code) === NO_TOPOLOGY) this.unlinked = true
      else this.logInAfter(AGAIN_MS)
    } else if (!topic.endsWith('/combine/logout_reply')) return false
    return true
  }

  private announced({ id, code, message }: Input): boolean {
    if (id !== this.credentials.deviceName) return false
    if (Number(code) === SUCCESS) this.session('login', { ...this.proof(), cleanSession: 'true' })
    else this.refused('to be announced', Number(code), String(message))
    return true
  }

  private changed({ id, params }: Input): boolean {
    const { productKey, deviceName } = this.credentials
    const { status, subList } = params as { status: number; subList: readonly Params[] }
    if (!subList.some(one => one.productKey === productKey && one.deviceName === deviceName)) return false
    if (status === DELETED) {
      this.unlinked = true
      this.gatewayWent()
    }
    this.gateway.publish(this.topologyTopic('change_reply'), { id, code: SUCCESS, data: {} })
    return true
  }

  private answered(code: number, message: string): void {
    if (code === SUCCESS) {
      this.loggedIn = true
      this.onOnline()
      return this.pump()
    }
    this.refused('to be logged in', code, message)
  }

  private refused(what: string, code: number, message: string): void {
    this.log(`${this.credentials.deviceName} asked ${what} and was refused: ${code} ${message}`)
    this.logInAfter(AGAIN_MS)
  }

  private logInAfter(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.gateway.online && this.gatewayCame(), ms)
  }

  private session(what: 'login' | 'logout', more: object): void {
    const { productKey, deviceName } = this.credentials
    const { productKey: product, deviceName: name } = this.gateway.credentials
    this.gateway.publish(`/ext/session/${product}/${name}/combine/${what}`, {
      id: deviceName,
      params: { productKey, deviceName, ...more },
    })
  }

  private pump(): void {
    if (!this.online) return
    for (const item of this.kept.slice(0, WINDOW)) {
      if (item.flying) continue
      item.flying = true
      this.gateway.publishUntilAcknowledged(item.topic, item.payload, () => {
        // Acknowledged without a session means refused; it is sent again after the next login.
        if (!item.flying || !this.online) return
        this.kept.splice(this.kept.indexOf(item), 1)
        this.pump()
      })
    }
  }
}
