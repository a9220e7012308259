/**
 * A simulated alarm host that reports by SIA DC-09, written from the standard: it sends each report by TCP or UDP, in plain
 * text or encrypted, until it is acknowledged, and tests its link in between.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'

export interface AlarmPanelOptions {
  host: string
  port: number
  /** 3 to 16 hexadecimal digits. */
  account: string
  /** 16, 24 or 32 bytes; without it, reports are in plain text. */
  key?: Buffer
  transport?: 'tcp' | 'udp'
  /** Milliseconds between tests of the link. */
  testMs?: number
  /** How often a report is sent before the host gives up. */
  tries?: number
  timeoutMs?: number
  log?(line: string): void
}
export interface PanelAnswer {
  kind: 'ACK' | 'NAK' | 'DUH'
  text: string
}

const TEST_MS = 60_000
const TIMEOUT_MS = 5000
const TRIES = 3
const [AWAY, STAY] = [1, 2] as const
const RETRY_MS = 300

/** Bit by bit over the reversed polynomial x^16 + x^15 + x^2 + 1, as annex C has it. */
function checksum(text: Buffer): string {
  let register = 0
  for (const octet of text)
    for (let bit = 0; bit < 8; bit += 1) {
      const carry = (register ^ (octet >> bit)) & 1
      register >>= 1
      if (carry) register ^= 0xa001
    }
  return register.toString(16).padStart(4, '0').toUpperCase()
}

export class AlarmPanel {
  readonly name: string
  online = false
  /** 0 disarmed, 1 away, 2 stay. */
  armState: 0 | 1 | 2 = 0
  /** Added to its clock, in milliseconds; set by a NAK. */
  skewMs = 0
  acknowledged = 0
  private readonly options: AlarmPanelOptions
  private sequence = 0
  private timer: NodeJS.Timeout | undefined
  private queue: Promise<unknown> = Promise.resolve()
  private stopped = true

  constructor(options: AlarmPanelOptions) {
    this.options = options
    this.name = options.account
  }

  start(): void {
    this.stopped = false
    const test = (): void => {
      void this.link().catch((error: Error) => this.options.log?.(`${this.name}: ${error.message}`))
      if (!this.stopped) this.timer = setTimeout(test, this.options.testMs ?? TEST_MS)
    }
    test()
  }
  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.queue.catch(() => {})
  }

  /** Something happened in a zone, by its Contact ID code; `on` false restores it. */
  alarm(zone: number, code = '130', on = true): Promise<PanelAnswer> {
    return this.cid(`${on ? 1 : 3}${code}`, zone)
  }
  arm(user: number, mode: 'away' | 'stay' = 'away'): Promise<PanelAnswer> {
    this.armState = mode === 'away' ? AWAY : STAY
    return this.cid(mode === 'away' ? '3401' : '3441', user)
  }
  disarm(user: number): Promise<PanelAnswer> {
    this.armState = 0
    return this.cid('1401', user)
  }
  bypass(zone: number, on = true): Promise<PanelAnswer> {
    return this.cid(on ? '1570' : '3570', zone)
  }
  test(): Promise<PanelAnswer> {
    return this.cid('1602', 0)
  }
  /** The test of the link. */
  link(): Promise<PanelAnswer> {
    return this.report('NULL', '')
  }
  cid(code: string, number: number, partition = 1): Promise<PanelAnswer> {
    const group = String(partition).padStart(2, '0')
    return this.report('ADM-CID', `#${this.name}|${code} ${group} ${String(number).padStart(3, '0')}`)
  }
  /** For example `Nri1/BA5`. */
  sia(data: string): Promise<PanelAnswer> {
    return this.report('SIA-DCS', `#${this.name}|${data}`)
  }

  /** One report after the other, each until it is acknowledged. Rejects when there is no answer. */
  report(token: string, data: string): Promise<PanelAnswer> {
    const sent = this.queue.catch(() => {}).then(() => this.insist(token, data))
    this.queue = sent.catch(() => {})
    return sent
  }

  private async insist(token: string, data: string): Promise<PanelAnswer> {
    this.sequence = (this.sequence % 9999) + 1
    for (let tries = 1; ; tries += 1)
      try {
        const answer = this.read(await this.send(this.frame(token, data)))
        this.online = answer.kind === 'ACK'
        if (answer.kind === 'ACK') this.acknowledged += 1
        const late = answer.kind === 'NAK' && this.learn(answer.text)
        if (!late || tries >= (this.options.tries ?? TRIES)) return answer
      } catch (error) {
        this.online = false
        if (tries >= (this.options.tries ?? TRIES)) throw error
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
  }

  /** The whole frame with this data; `sequence` and `at` are its own unless they are given. */
  frame(token: string, data: string, { sequence = this.sequence, at = Date.now() + this.skewMs } = {}): Buffer {
    const { key } = this.options
    const number = String(sequence).padStart(4, '0')
    const stamp = `_${clockOf(at)}`
    const begin = (id: string): string => `"${id}"${number}R1L1#${this.name}[`
    const text = Buffer.from(
      key ? begin(`*${token}`) + encrypt(key, `${data}]${stamp}`) : `${begin(token)}${data}]${stamp}`,
    )
    const length = text.length.toString(16).padStart(4, '0').toUpperCase()
    return Buffer.concat([Buffer.from(`\n${checksum(text)}${length}`), text, Buffer.from('\r')])
  }

  /** Sends bytes as they are; resolves with the first answer. */
  send(bytes: Buffer): Promise<Buffer> {
    return this.options.transport === 'udp' ? this.sendDatagram(bytes) : this.sendStream(bytes)
  }

  private sendStream(bytes: Buffer): Promise<Buffer> {
    const { host, port, timeoutMs = TIMEOUT_MS } = this.options
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect({ host, port }, () => socket.write(bytes))
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')))
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('closed without an answer')))
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!chunk.includes(0x0d)) return
        resolve(Buffer.concat(chunks))
        socket.end()
      })
    })
  }

  private sendDatagram(bytes: Buffer): Promise<Buffer> {
    const { host, port, timeoutMs = TIMEOUT_MS } = this.options
    return new Promise((resolve, reject) => {
      const socket = createSocket('udp4')
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        socket.close()
        settle()
      }
      const timer = setTimeout(() => end(() => reject(new Error('no answer in time'))), timeoutMs)
      socket.on('error', error => end(() => reject(error)))
      socket.on('message', message => end(() => resolve(message)))
      socket.send(bytes, port, host)
    })
  }

  private read(bytes: Buffer): PanelAnswer {
    const text = bytes.toString('latin1').slice(1, -1)
    const body = text.slice(8)
    if (checksum(Buffer.from(body, 'latin1')) !== text.slice(0, 4)) throw new Error(`the answer is damaged: ${text}`)
    const [, sealed, kind, number] = /^"(\*?)(ACK|NAK|DUH)"(\d{4})/.exec(body) ?? []
    if (!kind) throw new Error(`not an answer: ${text}`)
    if (kind !== 'NAK' && Number(number) !== this.sequence) throw new Error(`the answer is to another report: ${text}`)
    if (kind === 'ACK' && this.options.key) {
      if (!sealed) throw new Error('the acknowledgement is not encrypted')
      const plain = decrypt(this.options.key, body.slice(body.indexOf('[') + 1))
      if (!/\]_\d\d:\d\d:\d\d,\d\d-\d\d-\d{4}$/.test(plain))
        throw new Error(`the acknowledgement is not ours: ${plain}`)
    }
    return { kind: kind as PanelAnswer['kind'], text: body }
  }

  /** Sets its clock by the time in a NAK; true when it was wrong. */
  private learn(text: string): boolean {
    const [, hour, minute, second, month, day, year] =
      /_(\d\d):(\d\d):(\d\d),(\d\d)-(\d\d)-(\d{4})$/.exec(text)?.map(Number) ?? []
    if (year === undefined) return false
    const skew = Date.UTC(year, month! - 1, day, hour, minute, second) - Date.now()
    const wasOff = Math.abs(skew - this.skewMs) > 2000
    this.skewMs = Math.abs(skew) > 2000 ? skew : 0
    return wasOff
  }
}

const clockOf = (ms: number): string => {
  const [date, time] = new Date(ms).toISOString().split('T') as [string, string]
  const [year, month, day] = date.split('-')
  return `${time.slice(0, 8)},${month}-${day}-${year}`
}
const BLOCK = 16
const cipherName = (key: Buffer): string => `aes-${key.length * 8}-cbc`
function encrypt(key: Buffer, text: string): string {
  const length = Buffer.byteLength(text) + 1
  const fill = 'x'.repeat(BLOCK - (length % BLOCK))
  const cipher = createCipheriv(cipherName(key), key, Buffer.alloc(BLOCK)).setAutoPadding(false)
  return (cipher.update(`${fill}|${text}`, 'utf8', 'hex') + cipher.final('hex')).toUpperCase()
}
function decrypt(key: Buffer, hex: string): string {
  const decipher = createDecipheriv(cipherName(key), key, Buffer.alloc(BLOCK)).setAutoPadding(false)
  return decipher.update(hex, 'hex', 'utf8') + decipher.final('utf8')
}
