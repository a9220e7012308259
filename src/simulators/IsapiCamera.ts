/**
 * A simulated camera that posts by ISAPI what it sees, written from the documents of its maker: each report has a number, and
 * proves itself by Digest, or by Basic. It keeps what nobody acknowledged, and sends it later in order.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { anything, type Passing, type Seen } from './abilities/Capturing.ts'
import { carPicture, platePicture } from './carPicture.ts'
import { covered, heartbeat, passed, type IsapiReport, type Stamp } from './isapiReports.ts'

export interface IsapiCameraOptions {
  host: string
  port: number
  deviceName: string
  secret: string
  auth?: 'digest' | 'basic'
  beatMs?: number
  now?(): number
  log?(line: string): void
}
export interface IsapiAnswer {
  status: number
  body: string
  /** Of an answer that asks for a proof. */
  challenge: string
}

const TIMEOUT_MS = 5000
const BEAT_MS = 10_000
/** What it keeps while nobody answers; the oldest is lost first. */
const MOST_KEPT = 500
const USER = 'admin'
/** A report that is refused for what it says is refused again. */
const HOPELESS: readonly number[] = [400, 404, 405, 413]
const md5 = (...parts: readonly string[]): string => createHash('md5').update(parts.join(':')).digest('hex')

export class IsapiCamera {
  readonly name: string
  online = false
  /** How many reports were acknowledged. */
  sent = 0
  /** The network is cut. */
  cut = false
  /** The number of its last report. */
  serialNo = 0
  private readonly options: IsapiCameraOptions
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 })
  private readonly kept: IsapiReport[] = []
  private sending: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined
  private stopped = true
  private nonce = ''
  private calls = 0

  constructor(options: IsapiCameraOptions) {
    this.options = options
    this.name = options.deviceName
  }

  /** How many reports it still has to send. */
  get waiting(): number {
    return this.kept.length
  }
  /** Where it posts. */
  get path(): string {
    return `/isapi/${this.name}`
  }
  private nowMs = (): number => (this.options.now ?? Date.now)()

  start(): void {
    this.stopped = false
    void this.beat()
  }
  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    this.agent.destroy()
  }

  /** Says that it is there, and sends what it kept. */
  async beat(): Promise<void> {
    await this.flush()
    try {
      this.online = (await this.post(heartbeat(this.nowMs()))).status === 200
    } catch (error) {
      this.online = false
      this.options.log?.(`${this.name}: ${(error as Error).message}`)
    }
    clearTimeout(this.timer)
    if (!this.stopped) this.timer = setTimeout(() => void this.beat(), this.options.beatMs ?? BEAT_MS)
  }

  /** Something passes: a picture of the face or the body, of a car the plate and the whole. */
  async see(kind?: Seen, plate?: string): Promise<void> {
    const passing = anything(kind, plate)
    const [photo, whole] = await picturesOf(passing)
    await this.report(passed(this.stamp(), passing, photo, whole))
  }
  /** Somebody hangs a bag over it, until it is gone. */
  cover(on: boolean): Promise<void> {
    return this.report(covered(this.stamp(), on))
  }

  private stamp(): Stamp {
    this.serialNo += 1
    return { serialNo: this.serialNo, atMs: this.nowMs() }
  }
  private async report(report: IsapiReport): Promise<void> {
    if (this.kept.length >= MOST_KEPT) this.kept.shift()
    this.kept.push(report)
    await this.flush()
  }
  private flush(): Promise<void> {
    this.sending = this.sending.then(() => this.sendKept())
    return this.sending
  }
  private async sendKept(): Promise<void> {
    for (let [next] = this.kept; next; [next] = this.kept) {
      const answer = await this.post(next).catch((error: Error) => ({ status: 0, body: error.message }))
      this.online = answer.status === 200
      if (this.online) this.sent += 1
      else this.options.log?.(`${this.name}: ${answer.status} ${answer.body.trim()}`)
      if (!this.online && !HOPELESS.includes(answer.status)) return
      if (this.kept[0] === next) this.kept.shift()
    }
  }

  /** One call, with a new challenge where the last one no longer counts. */
  async post({ type, body }: IsapiReport): Promise<IsapiAnswer> {
    const answer = await this.send(type, body, this.authorization())
    const nonce = /^Digest .*nonce="([^"]+)"/.exec(answer.challenge)?.[1]
    if (answer.status !== 401 || nonce === undefined || this.options.auth === 'basic') return answer
    Object.assign(this, { nonce, calls: 0 })
    return this.send(type, body, this.authorization())
  }
  /** Of the next call; undefined before the first challenge. */
  authorization(): string | undefined {
    const { secret, auth } = this.options
    if (auth === 'basic') return `Basic ${Buffer.from(`${USER}:${secret}`).toString('base64')}`
    if (!this.nonce) return undefined
    const nc = (this.calls += 1).toString(16).padStart(8, '0')
    const cnonce = randomBytes(8).toString('hex')
    const response = md5(md5(USER, 'device', secret), this.nonce, nc, cnonce, 'auth', md5('POST', this.path))
    const proof = `uri="${this.path}", response="${response}", qop=auth, nc=${nc}, cnonce="${cnonce}"`
    return `Digest username="${USER}", realm="device", nonce="${this.nonce}", ${proof}`
  }

  send(type: string, body: Buffer, authorization?: string, path = this.path): Promise<IsapiAnswer> {
    const { host, port } = this.options
    if (this.cut) return Promise.reject(new Error('no network'))
    const proof = authorization === undefined ? {} : { authorization }
    const headers = { 'content-type': type, 'content-length': body.length, ...proof }
    return new Promise((resolve, reject) => {
      const options = { host, port, method: 'POST', path, headers, agent: this.agent, timeout: TIMEOUT_MS }
      const call = request(options, response => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('error', reject)
        response.once('end', () => {
          const { statusCode: status = 0, headers: answered } = response
          resolve({ status, body: text, challenge: String(answered['www-authenticate'] ?? '') })
        })
      })
      call.once('timeout', () => call.destroy(new Error('no answer in time')))
      call.once('error', reject)
      call.end(body)
    })
  }
}

async function picturesOf({ kind, attributes, picture }: Passing): Promise<readonly [Buffer, Buffer | null]> {
  if (kind !== 'plate') return [await picture(), null]
  const plate = String(attributes.plate)
  return Promise.all([platePicture(plate), carPicture(plate)])
}
