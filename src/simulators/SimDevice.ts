/** A simulated device: reports its state and events, executes each command once, and never after its expiry. */
import { randomUUID } from 'node:crypto'
import type { Input } from '#model/row.ts'
import { DeviceClock } from './DeviceClock.ts'
import type { Faults } from './faults.ts'
import { ChildLink } from './ChildLink.ts'
import { Link, type Credentials, type DeviceLink } from './Link.ts'

export type Values = Input
export interface Answer {
  code: number
  message?: string
  data?: Values
}
export const done = (data: Values = {}): Answer => ({ code: 200, data })
export const refused = (code: number, message: string): Answer => ({ code, message })

/** The behaviour of one ability: its current values, its commands, and its writable properties. */
export interface Behaviour {
  /** Everything it reports when it connects and once a minute. */
  values(): Values
  commands: Record<string, (params: Values) => Answer | Promise<Answer>>
  /** Returns false to refuse the value. */
  settable?: Record<string, (value: unknown) => boolean>
  /** Everything that was stored is forgotten, as it left the factory. */
  reset?(): void
}

export interface DeviceOptions {
  host: string
  port: number
  /** The path of MQTT over WebSocket; without it, MQTT over TCP. */
  path?: string
  credentials: Credentials
  /** The connection of the gateway that it is behind; without it, one of its own. */
  behind?: Link
  faults?: Faults
  random?(): number
  log?(line: string): void
}

const REPORT_EVERY_MS = 60_000
const REMEMBERED_COMMANDS = 256
const REPLY_MS = [60, 150] as const
const SLOW_MS = [3000, 9000] as const

export class SimDevice {
  readonly name: string
  readonly clock = new DeviceClock()
  readonly faults: Faults
  readonly link: DeviceLink
  readonly random: () => number
  private readonly options: DeviceOptions
  private readonly behaviours: Behaviour[] = []
  private readonly answered = new Map<string, Promise<Answer>>()
  private readonly questions = new Map<string, (data: Values | null) => void>()
  /** Of announced pictures, by the id of the message. */
  private readonly pictures = new Map<string, Readonly<Record<string, Buffer>>>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private heartbeat: NodeJS.Timeout | undefined
  private messages = 0
  private connections = 0

  constructor(options: DeviceOptions) {
    this.options = options
    this.name = options.credentials.deviceName
    this.faults = options.faults ?? new Set()
    this.random = options.random ?? Math.random
    const log = options.log ?? (() => {})
    this.link = options.behind
      ? new ChildLink(options.behind, options.credentials, log)
      : new Link({ ...options, faults: this.faults, random: this.random, log })
    this.link.onOnline = () => this.cameOnline()
    this.link.onMessage = (topic, body) => this.receive(topic, body)
  }

  use<B extends Behaviour>(behaviour: B): B {
    this.behaviours.push(behaviour)
    return behaviour
  }

  start(): void {
    this.heartbeat = setInterval(() => this.beat(), REPORT_EVERY_MS)
    this.link.start()
  }

  async stop(): Promise<void> {
    clearInterval(this.heartbeat)
    for (const timer of this.timers) clearTimeout(timer)
    await this.link.stop()
  }

  /** Reports everything at another interval. */
  beatEvery(seconds: number): void {
    clearInterval(this.heartbeat)
    this.heartbeat = setInterval(() => this.beat(), seconds * 1000)
  }

  reset(): void {
    for (const behaviour of this.behaviours) behaviour.reset?.()
    this.report(this.values())
  }

  /** Sets one property; false when it has none of that name, or refuses the value. */
  put(name: string, value: unknown): boolean {
    const put = this.behaviours.some(behaviour => behaviour.settable?.[name]?.(value))
    if (put) this.report({ [name]: this.values()[name] })
    return put
  }

  /** A random number between the two. */
  between(from: number, to: number): number {
    return from + this.random() * (to - from)
  }

  /** Runs later, unless the device is stopped before. */
  after(ms: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, ms)
    this.timers.add(timer)
    return timer
  }

  wait = (ms: number): Promise<void> => new Promise(resolve => this.after(ms, resolve))
  log = (line: string): void => this.options.log?.(`${this.name}: ${line}`)

  report(values: Values): void {
    this.link.publish(this.topic('event/property/post'), this.message('thing.event.property.post', values))
  }

  /**
   * Reports an event, at `at` or now. It is buffered until the platform acknowledges it. `apart` are pictures that are too
   * large for a message: they are announced, and sent to the address that comes with the reply.
   */
  event(identifier: string, value: Values, at?: number, apart: Readonly<Record<string, Buffer>> = {}): void {
    const away = !this.link.online && 'method' in value ? { offline: true } : {}
    const announced = Object.fromEntries(Object.keys(apart).map(name => [name, 'upload']))
    const message = this.message(`thing.event.${identifier}.post`, {
      value: { ...value, ...away, ...announced },
      time: at ?? this.clock.stated(),
    })
    if (Object.keys(apart).length) this.pictures.set(message.id, apart)
    if (this.pictures.size > REMEMBERED_COMMANDS) this.pictures.delete(this.pictures.keys().next().value!)
    this.link.keep(this.topic(`event/${identifier}/post`), message)
  }

  /** Sends announced pictures to the addresses in the reply. */
  private async upload(pictures: Readonly<Record<string, Buffer>>, uploads: readonly Values[]): Promise<void> {
    for (const { name, url } of uploads) {
      const body = pictures[String(name)]
      if (!body) continue
      const headers = { 'content-type': 'image/jpeg' }
      const answer = await fetch(String(url), { method: 'PUT', headers, body: new Uint8Array(body) })
      if (!answer.ok) this.log(`${String(name)} was refused: ${answer.status}`)
    }
  }

  /** Asks the platform and waits for its answer; null when there is none in time. */
  ask(identifier: string, value: Values, withinMs: number): Promise<Values | null> {
    if (!this.link.online) return Promise.resolve(null)
    const message = this.message(`thing.event.${identifier}.post`, { value, time: this.clock.stated() })
    return new Promise(resolve => {
      const settle = (data: Values | null): void => {
        this.questions.delete(message.id)
        resolve(data)
      }
      this.questions.set(message.id, settle)
      this.after(withinMs, () => settle(null))
      this.link.publish(this.topic(`event/${identifier}/post`), message)
    })
  }

  values(): Values {
    return Object.assign({}, ...this.behaviours.map(behaviour => behaviour.values())) as Values
  }

  /** The names of the commands it obeys, and of the properties that can be set. */
  knows(): { commands: string[]; settable: string[] } {
    return {
      commands: this.behaviours.flatMap(({ commands }) => Object.keys(commands)),
      settable: this.behaviours.flatMap(({ settable }) => Object.keys(settable ?? {})),
    }
  }

  /** Asks the platform for the time. */
  learnTime(): void {
    const { productKey, deviceName } = this.options.credentials
    this.link.publish(`/ext/ntp/${productKey}/${deviceName}/request`, this.clock.request())
  }

  /** Disconnects like a restarting device, and reports the restart when it is back. */
  restart(reason: string): void {
    this.link.drop(this.between(4000, 8000))
    this.event('boot', { guid: randomUUID(), reason }, this.clock.stated() + 6000)
  }

  private cameOnline(): void {
    this.connections += 1
    this.learnTime()
    if (this.connections === 1) this.event('boot', { guid: randomUUID(), reason: 'power-on' })
    this.report(this.values())
  }

  private beat(): void {
    const ahead = this.faults.has('clock')
    if (ahead !== this.clock.stubborn) {
      this.clock.stubborn = ahead
      this.clock.skewMs = ahead ? 2 * 3_600_000 : 0
      this.learnTime()
    }
    if (this.faults.has('offline') && this.link.online) this.link.drop(this.between(15_000, 60_000))
    this.report(this.values())
  }

  /** Applies switched faults at once instead of with the next heartbeat. */
  faultsSwitched(): void {
    this.beat()
  }

  private topic(path: string): string {
    const { productKey, deviceName } = this.options.credentials
    return `/sys/${productKey}/${deviceName}/thing/${path}`
  }

  private message(method: string, params: Values): { id: string; version: string; method: string; params: Values } {
    return { id: String((this.messages += 1)), version: '1.0', method, params }
  }

  private receive(topic: string, body: Values): void {
    if (topic.startsWith('/ext/ntp/')) {
      this.clock.learn(body)
      return this.report({ clockOffset: this.clock.offsetS() })
    }
    if (topic.endsWith('/post_reply')) {
      const [id, data] = [String(body.id), (body.data as Values | undefined) ?? {}]
      const pictures = this.pictures.get(id)
      this.pictures.delete(id)
      if (pictures && Array.isArray(data.uploads))
        this.upload(pictures, data.uploads as Values[]).catch((error: Error) => this.log(error.message))
      return this.questions.get(id)?.(data)
    }
    const service = /\/thing\/service\/([\w/]+)$/.exec(topic)?.[1]
    if (service) void this.obey(topic, service, body)
  }

  /** The same command with the same request id is executed once, however often it arrives; its answer is repeated. */
  private async obey(topic: string, service: string, body: Values): Promise<void> {
    const params = (body.params ?? {}) as Values
    const request = `${service}/${String(params.requestId ?? body.id)}`
    let answer = this.answered.get(request)
    if (!answer) {
      answer = this.perform(service, params, Number(params.expireAt ?? body.expireAt ?? Number.POSITIVE_INFINITY))
      this.answered.set(request, answer)
      if (this.answered.size > REMEMBERED_COMMANDS) this.answered.delete(this.answered.keys().next().value!)
    }
    const { code, message, data } = await answer
    this.link.publish(`${topic}_reply`, { id: body.id, code, ...(message ? { message } : {}), data: data ?? {} })
  }

  private async perform(service: string, params: Values, expireAt: number): Promise<Answer> {
    await this.wait(this.between(...REPLY_MS))
    if (this.faults.has('slow')) await this.wait(this.between(...SLOW_MS))
    if (this.faults.has('refuse')) return refused(4999, '设备拒绝执行 refused by fault')
    // Checked right before executing: a command that waited too long inside the device must not be executed either.
    if (expireAt < this.clock.now()) return refused(4080, '指令已过期 the command came too late')
    try {
      return service === 'property/set'
        ? this.set(params)
        : await (this.behaviours.find(behaviour => behaviour.commands[service])?.commands[service]?.(params) ??
            refused(404, `没有此指令 no command ${service}`))
    } catch (error) {
      return refused(500, (error as Error).message)
    }
  }

  private set(params: Values): Answer {
    const wrong = Object.entries(params).filter(
      ([name, value]) => !this.behaviours.some(behaviour => behaviour.settable?.[name]?.(value)),
    )
    this.report(this.values())
    return wrong.length ? refused(460, `不能设置 cannot set ${wrong.map(([name]) => name).join(', ')}`) : done()
  }
}
