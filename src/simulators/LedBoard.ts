/**
 * A simulated display board behind a serial server, written from the document of its manufacturer: it dials in, registers
 * with a line, sends a heartbeat, stores lines that stay, shows lines that pass for their seconds, and says texts.
 */
import { connect, type Socket } from 'node:net'

export interface LedBoardOptions {
  host: string
  port: number
  serial: string
  secret: string
  heartbeatMs?: number
  reconnectMs?: number
  log?(line: string): void
}
export interface ShownLine {
  text: string
  motion: number
  seconds: number
  rgb: readonly number[]
}

const HEARTBEAT_MS = 25_000
const RECONNECT_MS = 3000
const DONE = 0
const [BAD_DATA, NO_COMMAND] = [1, 2]
const gbk = new TextDecoder('gbk')

/** Table of the CRC-16 with the reflected polynomial A001. */
const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 8; bit > 0; bit -= 1) value = value % 2 ? Math.floor(value / 2) ^ 0xa001 : Math.floor(value / 2)
  return value
})
const checksum = (bytes: Buffer): number =>
  bytes.reduce((sum, byte) => (sum >>> 8) ^ TABLE[(sum ^ byte) % 256]!, 0xffff)

export class LedBoard {
  readonly name: string
  online = false
  /** What is stored, and what is shown for a while before it. */
  stored: readonly ShownLine[] = []
  spoken: string[] = []
  /** Whether it answers; a broken board does not. */
  mute = false
  private passing: readonly ShownLine[] | null = null
  private readonly options: LedBoardOptions
  private socket: Socket | undefined
  private held = Buffer.alloc(0)
  private stopped = true
  private timers: { heartbeat?: NodeJS.Timeout; again?: NodeJS.Timeout; moment?: NodeJS.Timeout } = {}

  constructor(options: LedBoardOptions) {
    this.options = options
    this.name = options.serial
  }

  get shown(): string[] {
    return (this.passing ?? this.stored).map(line => line.text).filter(text => text.trim())
  }

  start(): void {
    this.stopped = false
    this.dial()
  }

  async stop(): Promise<void> {
    this.stopped = true
    for (const timer of Object.values(this.timers)) clearTimeout(timer)
    this.socket?.destroy()
  }

  /** Cuts the connection and dials in again after `ms`. */
  drop(ms: number): void {
    const socket = this.socket
    this.socket = undefined
    socket?.destroy()
    clearTimeout(this.timers.again)
    this.timers.again = setTimeout(() => this.dial(), ms)
  }

  private dial(): void {
    if (this.stopped) return
    const { host, port, serial, secret, heartbeatMs = HEARTBEAT_MS, reconnectMs = RECONNECT_MS } = this.options
    const socket = connect(port, host)
    this.socket = socket
    this.held = Buffer.alloc(0)
    socket.on('error', error => this.options.log?.(`${serial}: ${error.message}`))
    socket.once('connect', () => {
      this.online = true
      socket.write(`${serial} ${secret}\r\n`)
      this.timers.heartbeat = setInterval(() => socket.write('HB\r\n'), heartbeatMs)
    })
    socket.on('data', bytes => this.receive(bytes))
    socket.once('close', () => {
      this.online = false
      clearInterval(this.timers.heartbeat)
      if (this.stopped || this.socket !== socket) return
      clearTimeout(this.timers.again)
      this.timers.again = setTimeout(() => this.dial(), reconnectMs)
    })
  }

  private receive(bytes: Buffer): void {
    this.held = Buffer.concat([this.held, bytes])
    while (this.held.length >= 8) {
      const size = 8 + this.held[5]!
      if (this.held.length < size) return
      const frame = this.held.subarray(0, size)
      this.held = this.held.subarray(size)
      if (frame.readUInt16LE(size - 2) !== checksum(frame.subarray(0, size - 2))) continue
      this.answer(frame[4]!, this.obey(frame[4]!, frame.subarray(6, size - 2)))
    }
  }

  private answer(command: number, result: number): void {
    if (this.mute) return
    const head = Buffer.from([0x00, 0x64, 0xff, 0xff, command, 1, result])
    const tail = Buffer.alloc(2)
    tail.writeUInt16LE(checksum(head))
    this.socket?.write(Buffer.concat([head, tail]))
  }

  private obey(command: number, data: Buffer): number {
    if (command === 0x05) return data.length === 8 ? DONE : BAD_DATA
    if (command === 0x30) {
      this.spoken.push(gbk.decode(data.subarray(1)))
      return DONE
    }
    if (command !== 0x6e && command !== 0x6f) return NO_COMMAND
    const read = readLines(data)
    if (!read) return BAD_DATA
    if (read.voice) this.spoken.push(read.voice)
    clearTimeout(this.timers.moment)
    if (command === 0x6f) {
      this.stored = read.lines
      this.passing = null
    } else {
      this.passing = read.lines
      const longest = Math.max(...read.lines.map(line => line.seconds))
      if (longest) this.timers.moment = setTimeout(() => (this.passing = null), longest * 1000)
    }
    return DONE
  }
}

/** `SF n`, then for each line `LID DM DS DT DR TC(4) TL TEXT` and 0D or 00; a voice is `0A VTL TEXT 00`. */
function readLines(data: Buffer): { lines: ShownLine[]; voice: string } | null {
  const lines: ShownLine[] = []
  let at = 2
  for (let left = data[1] ?? 0; left > 0; left -= 1) {
    const length = data[at + 9]
    if (length === undefined || at + 10 + length >= data.length) return null
    const text = gbk.decode(data.subarray(at + 10, at + 10 + length))
    lines.push({ text, motion: data[at + 1]!, seconds: data[at + 3]!, rgb: [...data.subarray(at + 5, at + 8)] })
    at += 10 + length
    if (data[at] !== (left === 1 ? 0x00 : 0x0d)) return null
    at += 1
  }
  if (!lines.length) return null
  return { lines, voice: data[at] === 0x0a ? gbk.decode(data.subarray(at + 2, at + 2 + data[at + 1]!)) : '' }
}
