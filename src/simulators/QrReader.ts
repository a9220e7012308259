/**
 * A simulated QR reader that calls by HTTP, written from the documents of its makers: it posts each code with `&&` between
 * the fields, or sends it in the query of a GET, and opens by the answer. Between codes it asks what there is to do. In
 * offline or mixed mode it judges signed codes by itself, and reports them until it is answered.
 */
import { createHmac, createHash, randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Params } from '#model/row.ts'
import { OfflineCodes } from './OfflineCodes.ts'

export interface QrReaderOptions {
  host: string
  port: number
  deviceName: string
  /** With it, each call is signed. */
  secret?: string
  wire?: 'form' | 'query'
  pollMs?: number
  /** Its own clock, epoch milliseconds. */
  now?(): number
  log?(line: string): void
}
export interface QrAnswer {
  status: number
  /** The fields of the answer. */
  fields: Readonly<Record<string, string>>
  opens: boolean
}
/** A scan that it judged by itself and that nobody acknowledged yet. */
interface Unsaid {
  code: string
  more: string
}

const PATH = '/qr'
const TIMEOUT_MS = 2000
const POLL_MS = 5000
const FIRMWARE = 'QR-2.4'
const [ONLINE, OFFLINE] = [0, 1] as const

export class QrReader {
  readonly name: string
  /** How often the relay was released. */
  opened = 0
  online = false
  relayMs = 3000
  volume = 60
  light = true
  /** What it said last by a command. */
  played = ''
  /** 0 online, 1 offline, 2 mixed. */
  mode: number = ONLINE
  /** The network is cut. */
  cut = false
  private readonly codes: OfflineCodes
  private unsaid: Unsaid[] = []
  private readonly options: QrReaderOptions
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 })
  private timer: NodeJS.Timeout | undefined
  private stopped = true
  /** What the next call says about a command. */
  private result = ''

  constructor(options: QrReaderOptions) {
    this.options = options
    this.name = options.deviceName
    this.codes = new OfflineCodes(options.deviceName)
  }

  /** How many scans it still has to report. */
  get waiting(): number {
    return this.unsaid.length
  }

  start(): void {
    this.stopped = false
    void this.poll()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    this.agent.destroy()
  }

  /** Somebody holds a code to it. */
  async scan(code: string): Promise<QrAnswer> {
    const scanId = randomUUID()
    const answer = await this.decide(code, scanId)
    if (answer.opens) this.opened += 1
    return answer
  }

  private async decide(code: string, scanId: string): Promise<QrAnswer> {
    if (this.mode === ONLINE) return this.call(code)
    if (this.mode !== OFFLINE) {
      const answer = await this.call(code, `scan=${scanId}`).catch(() => null)
      // That the platform could not decide in time is no decision.
      if (answer?.status === 200 && answer.fields.desc !== 'late') return answer
    }
    const at = (this.options.now ?? Date.now)()
    const reason = this.codes.judge(code, 1, at)
    const fields = reason === null ? 'local=1' : `local=0&reason=${reason}`
    this.unsaid.push({ code, more: `scan=${scanId}&at=${at}&${fields}` })
    return { status: 0, fields: { desc: reason ?? 'ok' }, opens: reason === null }
  }

  /** Reports what it judged by itself, in order; throws when the network is away. */
  async report(): Promise<void> {
    for (let next = this.unsaid[0]; next; next = this.unsaid[0]) {
      const { status } = await this.call(next.code, next.more)
      if (status !== 200) return
      this.unsaid.shift()
    }
  }

  /** Asks what there is to do, and does it; true when there was something. */
  async ask(): Promise<boolean> {
    await this.report()
    const result = this.result
    const { status, fields } = await this.call('', result)
    this.online = status === 200
    if (this.result === result) this.result = ''
    if (!fields.cmd || !fields.id) return false
    const code = Number(fields.expires) < Date.now() ? 4080 : this.obey(fields.cmd, fields.params ?? '')
    this.result = `reply=${fields.id}&result=${code}`
    return true
  }

  private async poll(): Promise<void> {
    try {
      // The result of a command is said at once.
      while ((await this.ask()) && !this.stopped);
    } catch (error) {
      this.online = false
      this.options.log?.(`${this.name}: ${(error as Error).message}`)
    }
    if (!this.stopped) this.timer = setTimeout(() => void this.poll(), this.options.pollMs ?? POLL_MS)
  }

  private obey(command: string, text: string): number {
    const params = JSON.parse(decodeURIComponent(text) || '{}') as Params
    if (command === 'openDoor') this.opened += 1
    else if (command === 'set') this.set(params)
    else if (command === 'setParam')
      this.set(
        Object.fromEntries((params.params as { key: string; value: unknown }[]).map(one => [one.key, one.value])),
      )
    else if (command === 'play') this.played = String(params.text)
    else if (command === 'setKey') return this.codes.take(params.codes, params.version) ? 0 : 460
    else if (!['reboot', 'syncTime', 'getInfo', 'getParam', 'getKey'].includes(command)) return 404
    return 0
  }

  private set(values: Params): void {
    const { relayMs, volume, mode, light } = values
    if (typeof relayMs === 'number') this.relayMs = relayMs
    if (typeof volume === 'number') this.volume = volume
    if (typeof mode === 'number') this.mode = mode
    if (typeof light === 'boolean') this.light = light
  }

  private call(code: string, more = ''): Promise<QrAnswer> {
    const { wire = 'form' } = this.options
    if (this.cut) return Promise.reject(new Error('no network'))
    const other = [`fw=${FIRMWARE}`, `mode=${this.mode}`, more].filter(Boolean).join('&')
    if (wire === 'form')
      return this.send('POST', PATH, `vgdecoderesult=${code}&&devicenumber=${this.name}&&otherparams=${other}`)
    const query = `cardid=${encodeURIComponent(code)}&mjihao=1&cjihao=${this.name}&status=11&time=${Math.floor(Date.now() / 1000)}`
    return this.send('GET', `${PATH}?${query}&${other}`, '')
  }

  /** The headers that prove a call with these contents; none without a secret. */
  signed(method: string, target: string, body: string | Buffer): Record<string, string> {
    const { secret } = this.options
    if (secret === undefined) return {}
    const [ts, nonce] = [String(Date.now()), randomBytes(8).toString('hex')]
    const digest = createHash('sha256').update(body).digest('hex')
    const sign = createHmac('sha256', secret).update(`${method}\n${target}\n${ts}\n${nonce}\n${digest}`).digest('hex')
    return { 'x-portico-ts': ts, 'x-portico-nonce': nonce, 'x-portico-sign': sign }
  }

  send(method: string, path: string, body: string): Promise<QrAnswer> {
    const { host, port } = this.options
    const headers = { ...this.signed(method, path, body), 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const call = request({ host, port, method, path, headers, agent: this.agent, timeout: TIMEOUT_MS }, response => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('error', reject)
        response.once('end', () => resolve(this.read(response.statusCode ?? 0, text)))
      })
      call.once('timeout', () => call.destroy(new Error('no answer in time')))
      call.once('error', reject)
      call.end(body)
    })
  }

  private read(status: number, text: string): QrAnswer {
    if (this.options.wire === 'query') {
      const fields = Object.fromEntries(new URLSearchParams(text))
      return { status, fields, opens: fields.status === '1' }
    }
    const fields = Object.fromEntries(text.split('&&').map(one => one.split(/=(.*)/s).slice(0, 2) as [string, string]))
    return { status, fields, opens: fields.code === '0000' }
  }
}
