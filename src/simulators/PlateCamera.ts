/**
 * A simulated camera at a lane, written from the documents of its makers: it posts each plate with its pictures, raises the bar
 * by the answer, shows on its board what came with it, and asks again and again what there is to do. While the platform is away
 * it opens for its own list, and sends those reads later, one after the other.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { toGbk } from '#base/gbk.ts'
import { carPicture, platePicture } from './carPicture.ts'

export interface PlateCameraOptions {
  host: string
  port: number
  deviceName: string
  /** With it, each call is signed. */
  secret?: string
  charset?: 'utf-8' | 'gbk'
  way?: 'in' | 'out'
  pollMs?: number
  /** How long the bar takes, and how long it stays up. */
  travelMs?: number
  upMs?: number
  now?(): number
  log?(line: string): void
}
/** The answer to a call, as the camera reads it. */
export interface PlateAnswer {
  status: number
  opens: boolean
  /** Frames for the board on its serial line. */
  board: Buffer[]
  body: string
}
interface Kept {
  plateId: number
  plate: string
  atMs: number
  opened: boolean
}

const TIMEOUT_MS = 2000
const POLL_MS = 3000
const [IN_BEFORE, UPPER_END] = [0, 1] as const

export class PlateCamera {
  readonly name: string
  /** How often its relay was driven. */
  opened = 0
  online = false
  /** The bar stands upright. */
  isUp = false
  /** What the board shows. */
  board: Buffer[] = []
  /** Plates for which it opens while the platform is away. */
  readonly list = new Set<string>()
  /** The network is cut. */
  cut = false
  private readonly options: PlateCameraOptions
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 })
  private readonly kept: Kept[] = []
  private readonly timers = new Set<NodeJS.Timeout>()
  private plates = 0
  private stopped = true

  constructor(options: PlateCameraOptions) {
    this.options = options
    this.name = options.deviceName
  }

  /** How many reads it still has to send. */
  get waiting(): number {
    return this.kept.length
  }
  private nowMs = (): number => (this.options.now ?? Date.now)()

  start(): void {
    this.stopped = false
    void this.poll()
  }
  async stop(): Promise<void> {
    this.stopped = true
    for (const timer of this.timers) clearTimeout(timer)
    this.agent.destroy()
  }
  private after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, ms)
    this.timers.add(timer)
  }

  /** A car comes; undefined where nobody answered and the camera decided by its own list. */
  async read(plate: string, more: object = {}): Promise<PlateAnswer | undefined> {
    const read = { plateId: ++this.plates, plate, atMs: this.nowMs(), opened: false }
    const [all, part] = await Promise.all([carPicture(plate), platePicture(plate)])
    const pictures = { imageFile: all.toString('base64'), imageFragmentFile: part.toString('base64') }
    const answer = await this.push(read, { ...pictures, ...more }).catch(() => null)
    if (answer) {
      this.obey(answer)
      return answer
    }
    read.opened = this.list.has(plate)
    if (read.opened) this.raise()
    this.kept.push(read)
    return undefined
  }

  /** Sends what it read while nobody answered, as long as it is told to go on. */
  async report(): Promise<void> {
    for (let next = this.kept[0]; next; next = this.kept[0]) {
      const { opened } = next
      const { body } = await this.push(next, { isoffline: 1, gioouts: opened ? [{ ionum: 0, ctrltype: 2 }] : [] })
      const goOn = parsed(body).Response_AlarmInfoPlate?.ContinuePushOffline
      if (goOn?.plateid !== next.plateId) return
      this.kept.shift()
      if (goOn.continue !== 1) return
    }
  }

  /** Asks what there is to do, and does it; true when there was something. */
  async ask(): Promise<boolean> {
    await this.report()
    const answer = await this.send(`serialno=${this.name}&channel_num=1&device_name=IVS`, FORM)
    this.online = answer.status === 200
    this.obey(answer)
    return answer.opens
  }
  private async poll(): Promise<void> {
    try {
      while ((await this.ask()) && !this.stopped);
    } catch (error) {
      this.online = false
      this.options.log?.(`${this.name}: ${(error as Error).message}`)
    }
    if (!this.stopped) this.after(this.options.pollMs ?? POLL_MS, () => void this.poll())
  }

  private obey({ opens, board }: PlateAnswer): void {
    if (board.length) this.board = board
    if (opens) this.raise()
  }
  private raise(): void {
    this.opened += 1
    const { travelMs = 900, upMs = 4000 } = this.options
    this.after(travelMs, () => {
      this.isUp = true
      this.input(UPPER_END, true)
      this.after(upMs, () => {
        this.isUp = false
        this.input(UPPER_END, false)
      })
    })
  }
  /** A car stands on the loop before the bar, or leaves it. */
  wait(on: boolean): void {
    this.input(IN_BEFORE, on)
  }
  private input(source: number, on: boolean): void {
    const result = { TriggerResult: { source, value: on ? 1 : 0 } }
    void this.send(this.encoded({ AlarmGioIn: { deviceName: 'IVS', result, serialno: this.name } })).catch(() => {})
  }

  private push({ plateId, plate, atMs }: Kept, more: object): Promise<PlateAnswer> {
    const timeStamp = { Timeval: { sec: Math.floor(atMs / 1000), usec: (atMs % 1000) * 1000 } }
    const read = { license: plate || '_无_', confidence: 98, colorType: 1, type: 1, direction: 4, triggerType: 1 }
    const result = { PlateResult: { ...read, plateid: plateId, isoffline: 0, timeStamp, ...more } }
    const { name: serialno } = this
    return this.send(
      this.encoded({ AlarmInfoPlate: { channel: 0, deviceName: 'IVS', ipaddr: '192.168.1.100', result, serialno } }),
    )
  }
  private encoded(json: object): Buffer {
    const text = JSON.stringify(json)
    return this.options.charset === 'gbk' ? Buffer.from(toGbk(text)) : Buffer.from(text)
  }

  /** The headers that prove a call with these contents; none without a secret. */
  signed(target: string, body: string | Buffer): Record<string, string> {
    const { secret } = this.options
    if (secret === undefined) return {}
    const [ts, nonce] = [String(Date.now()), randomBytes(8).toString('hex')]
    const digest = createHash('sha256').update(body).digest('hex')
    const sign = createHmac('sha256', secret).update(`POST\n${target}\n${ts}\n${nonce}\n${digest}`).digest('hex')
    return { 'x-portico-ts': ts, 'x-portico-nonce': nonce, 'x-portico-sign': sign }
  }
  send(body: string | Buffer, type: string = JSON_TYPE): Promise<PlateAnswer> {
    const { host, port, way = 'in' } = this.options
    if (this.cut) return Promise.reject(new Error('no network'))
    const path = `/plate?dir=${way}`
    const headers = { ...this.signed(path, body), 'content-type': type, 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const options = { host, port, method: 'POST', path, headers, agent: this.agent, timeout: TIMEOUT_MS }
      const call = request(options, response => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('error', reject)
        response.once('end', () => resolve(readAnswer(response.statusCode ?? 0, text)))
      })
      call.once('timeout', () => call.destroy(new Error('no answer in time')))
      call.once('error', reject)
      call.end(body)
    })
  }
}

const [JSON_TYPE, FORM] = ['application/json', 'application/x-www-form-urlencoded'] as const

interface Answered {
  Response_AlarmInfoPlate?: {
    info?: string
    serialData?: { data: string; dataLen: number }[]
    ContinuePushOffline?: { plateid: number; continue: number }
  }
}
const parsed = (body: string): Answered => {
  try {
    return JSON.parse(body) as Answered
  } catch {
    return {}
  }
}
function readAnswer(status: number, body: string): PlateAnswer {
  const { info, serialData = [] } = parsed(body).Response_AlarmInfoPlate ?? {}
  const board = serialData.map(({ data }) => Buffer.from(data, 'base64'))
  return { status, opens: status === 200 && info === 'ok', board, body }
}
