/** Display boards over TCP: the board or its serial server dials in, registers with a line, and is sent frames. */
import { timingSafeEqual } from 'node:crypto'
import type { CloseReason } from '#model/gate.ts'
import type { Front, FrontOptions } from '#model/protocol.ts'
import { startTcp } from '#protocols/tcp/startTcp.ts'
import type { Speaker, TcpConnection } from '#protocols/tcp/TcpConnection.ts'
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
export function startLedTcp(options: LedOptions): Promise<Front> {
  const limits = { ...defaultLedLimits, ...options.limits }
  const kept = new Map<string, BoardState>()
  return startTcp({ ...options, protocol: 'ledTcp', limits }, one => new Board(one, limits, kept))
}

/** One connection: not yet registered, or of a board. */
class Board implements Speaker {
  private readonly connection: TcpConnection
  private readonly limits: LedLimits
  private readonly kept: Map<string, BoardState>
  private readonly stream: BoardStream
  private link: BoardLink | undefined

  constructor(connection: TcpConnection, limits: LedLimits, kept: Map<string, BoardState>) {
    this.connection = connection
    this.limits = limits
    this.kept = kept
    this.stream = new BoardStream(limits.registerBytes)
  }

  async read(bytes: Buffer): Promise<void> {
    for (const part of this.stream.take(bytes)) {
      if (this.connection.ended) return
      if (this.link) this.fromBoard(this.link, part)
      // The first thing a board says is who it is.
      else if (part.kind !== 'line') return this.connection.end('protocolError', 'reset')
      else if (part.text) await this.register(part.text)
    }
  }

  ended(reason: CloseReason): void {
    this.link?.stop()
    this.link?.session.closed(reason)
  }

  private fromBoard(link: BoardLink, part: StreamPart): void {
    const { session } = link
    if (part.kind === 'wrong') {
      session.unused(`ledTcp: ${part.why}`, part.bytes)
      return this.connection.end('protocolError', 'close')
    }
    session.alive()
    if (part.kind === 'frame' && !link.answered(part.frame))
      session.unused('ledTcp: notAsked', Uint8Array.of(part.frame.command, ...part.frame.data.slice(0, 63)))
  }

  private async register(line: string): Promise<void> {
    const { connection, limits, kept } = this
    const [, serial = '', secret = ''] = REGISTER.exec(line) ?? []
    if (!serial) return void connection.unknown()
    const known = kept.get(serial) ?? unknownBoard()
    const link = new BoardLink(
      {
        write: frame => connection.write(writeFrame(frame)),
        end: (reason, how) => connection.end(reason, how),
        answerMs: limits.answerMs,
      },
      known,
    )
    const claim = { serial, proves: (own: string) => isSame(own, secret) }
    const session = await connection.open(claim, link, { clientId: serial, keepAliveS: HEARTBEAT_S })
    if (!session) return link.stop()
    link.session = session
    this.link = link
    kept.set(serial, known)
    // A board that was away may show its own lines.
    link.follow()
  }
}

function isSame(own: string, given: string): boolean {
  const [a, b] = [Buffer.from(own), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
