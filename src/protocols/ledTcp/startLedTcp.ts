/** Display boards over TCP: the board or its serial server dials in, registers with a line, and is sent frames. */
import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { canonicalAddress } from '#base/address.ts'
import type { CloseReason, DeviceGate } from '#model/gate.ts'
import type { Front, FrontOptions } from '#model/protocol.ts'
import { Places, type Place } from '#protocols/http/Places.ts'
import { Strangers } from '#protocols/http/Strangers.ts'
import { BoardLink, unknownBoard, type BoardState } from './BoardLink.ts'
import { BoardStream, type StreamPart } from './BoardStream.ts'
import { writeFrame } from './frame.ts'
import { defaultLedLimits, type LedLimits } from './limits.ts'

export interface LedOptions extends FrontOptions {
  limits?: Partial<LedLimits>
}

const REGISTER = /^([A-Za-z0-9_-]{1,64})[ ,]([\x21-\x7e]{1,64})$/
const HEARTBEAT_S = 30

/** Rejects when the port cannot be used. */
export async function startLedTcp(options: LedOptions): Promise<Front> {
  const limits = { ...defaultLedLimits, ...options.limits }
  const shared: Shared = {
    ...{ gate: options.gate, limits, log: options.log },
    ...{ strangers: new Strangers(limits.refusalsPerMin), kept: new Map(), boards: new Set() },
  }
  const places = new Places({ ...limits, strangerMs: limits.registerMs })
  const server = createServer({ noDelay: true, highWaterMark: 4096 }, socket => {
    const place = places.take(socket)
    if (place) new Board(shared, socket, place)
  })
  await listening(server, options)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async close(graceMs) {
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      for (const board of shared.boards) board.end('serverStop', 'close')
      const cut = setTimeout(() => {
        for (const board of shared.boards) board.end('serverStop', 'reset')
      }, graceMs)
      await ended
      clearTimeout(cut)
    },
  }
}

interface Shared {
  gate: DeviceGate
  limits: LedLimits
  log: FrontOptions['log']
  strangers: Strangers
  kept: Map<string, BoardState>
  boards: Set<Board>
}

/** One connection: not yet registered, or of a board. */
class Board {
  private readonly shared: Shared
  private readonly socket: Socket
  private readonly place: Place
  private readonly stream: BoardStream
  private readonly address: string
  private link: BoardLink | undefined
  private reason: CloseReason = 'networkError'
  private closed = false
  /** What came in one piece with the line that registers. */
  private readonly early: StreamPart[] = []

  constructor(shared: Shared, socket: Socket, place: Place) {
    this.shared = shared
    this.socket = socket
    this.place = place
    this.address = canonicalAddress(socket.remoteAddress ?? '') ?? ''
    this.stream = new BoardStream(shared.limits.registerBytes)
    shared.boards.add(this)
    socket.setTimeout(shared.limits.silentMs, () => this.end('keepAlive', 'reset'))
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => this.receive(bytes))
    socket.once('close', () => {
      this.closed = true
      shared.boards.delete(this)
      this.link?.stop()
      this.link?.session?.closed(this.reason)
    })
  }

  end(reason: CloseReason, how: 'reset' | 'close'): void {
    if (this.closed) return
    this.reason = reason
    if (how === 'reset') this.socket.resetAndDestroy()
    else this.socket.destroy()
  }

  private receive(bytes: Buffer): void {
    if (this.closed) return
    for (const part of this.stream.take(bytes)) {
      if (this.closed) return
      if (this.link?.session) this.fromBoard(this.link, part)
      else if (this.link) this.early.push(part)
      else if (part.kind === 'line') void (part.text && this.register(part.text))
      // The first thing a board says is who it is.
      else return this.end('protocolError', 'reset')
    }
  }

  private fromBoard(link: BoardLink, part: StreamPart): void {
    if (part.kind === 'wrong') {
      link.session.unused(`ledTcp: ${part.why}`, part.bytes)
      return this.end('protocolError', 'close')
    }
    link.session.alive()
    if (part.kind === 'frame' && !link.answered(part.frame))
      link.session.unused('ledTcp: notAsked', Uint8Array.of(part.frame.command, ...part.frame.data.slice(0, 63)))
  }

  private async register(line: string): Promise<void> {
    const { strangers, gate, limits, kept } = this.shared
    const [, serial = '', secret = ''] = REGISTER.exec(line) ?? []
    const nowMs = performance.now()
    if (!gate.accepting) return this.end('networkError', 'close')
    if (!strangers.mayCall(this.address, serial, nowMs)) return this.end('protocolError', 'reset')
    if (!serial) {
      strangers.wasRefused(this.address, nowMs)
      return this.end('protocolError', 'close')
    }
    const known = kept.get(serial) ?? unknownBoard()
    const link = new BoardLink(
      {
        write: frame => void this.socket.write(writeFrame(frame)),
        end: (reason, how) => this.end(reason, how),
        answerMs: limits.answerMs,
      },
      known,
    )
    this.link = link
    this.socket.pause()
    const opening = gate
      .open({ protocol: 'ledTcp', serial, remoteAddress: this.address, proves: own => isSame(own, secret) }, link, {
        clientId: serial,
        keepAliveS: HEARTBEAT_S,
      })
      .catch((error: unknown) => {
        this.shared.log?.warn({ error: String(error) }, 'ledTcp: a board could not be judged')
        return { refused: 'busy' as const }
      })
    const session = await this.place.judged(opening)
    if ('refused' in session) {
      strangers.wasRefused(this.address, nowMs)
      link.stop()
      return this.end('protocolError', 'close')
    }
    strangers.wasAdmitted(this.address, serial, nowMs)
    this.place.admitted(serial)
    link.session = session
    if (this.closed) return session.closed(this.reason)
    kept.set(serial, known)
    for (const part of this.early.splice(0)) this.fromBoard(link, part)
    this.socket.resume()
    // A board that was away may show its own lines.
    link.follow()
  }
}

function isSame(own: string, given: string): boolean {
  const [a, b] = [Buffer.from(own), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const listening = (server: Server, { port, host }: FrontOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
