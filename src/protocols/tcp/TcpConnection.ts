/** One connection of a listener of frames: what arrives is read in turn, and the platform judges who calls. */
import type { Socket } from 'node:net'
import { canonicalAddress } from '#base/address.ts'
import type {
  Claim,
  CloseReason,
  ConnectInfo,
  DeviceGate,
  DeviceLink,
  DeviceSession,
  RefusalReason,
} from '#model/gate.ts'
import type { FrontOptions } from '#model/protocol.ts'
import type { TcpLimits } from './limits.ts'
import type { Place } from './Places.ts'
import { certifies } from './secure.ts'
import type { Strangers } from './Strangers.ts'

/** What a protocol makes of the bytes of one connection. */
export interface Speaker {
  /**
   * Nothing more is read until the promise has settled. Where it rejects, nothing was stored, and the connection ends, as it
   * does where this throws.
   */
  read(bytes: Buffer): void | Promise<void>
  /** Whether a frame has begun and is not complete, where frames have a time. */
  readonly begun?: boolean
  /** Called once, when the connection has ended. */
  ended?(reason: CloseReason): void
}
/** What all connections of a listener share. */
export interface Around {
  gate: DeviceGate
  protocol: string
  log: FrontOptions['log']
  strangers: Strangers
}
interface Accepted {
  socket: Socket
  /** The TCP socket below TLS, the only one that can be reset. */
  raw: Socket
  place: Place
  certificateName?: string | undefined
}

export class TcpConnection {
  readonly address: string
  /** While the platform judges what was sent, a stranger is not ended; an admitted device is none. */
  readonly place: Place
  ended = false
  private readonly around: Around
  private readonly socket: Socket
  private readonly raw: Socket
  readonly certificateName: string | undefined
  private speaker!: Speaker
  private working: Promise<void> | null = null
  private reason: CloseReason = 'networkError'
  private stopping = false
  /** When its last byte came, and since when a frame is incomplete; monotonic milliseconds. */
  private lastMs = performance.now()
  private begunMs: number | null = null

  constructor(around: Around, { socket, raw, place, certificateName }: Accepted) {
    this.around = around
    this.socket = socket
    this.raw = raw
    this.place = place
    this.certificateName = certificateName
    this.address = canonicalAddress(raw.remoteAddress ?? '') ?? ''
  }

  begin(speak: (connection: TcpConnection) => Speaker): void {
    const { socket } = this
    // The reason follows from 'close'.
    socket.on('error', () => {})
    this.guarded(() => {
      const speaker = speak(this)
      this.speaker = speaker
      socket.on('data', (bytes: Buffer) => this.guarded(() => this.receive(bytes)))
      socket.on('end', () => void Promise.resolve(this.working).then(() => socket.end()))
      socket.once('close', () => {
        this.ended = true
        this.guarded(() => speaker.ended?.(this.reason))
      })
    })
  }

  /** What a speaker throws ends its own connection: from an event of the socket it would end the process. */
  private guarded(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.failed(error, 'a connection failed')
    }
  }

  private failed(error: unknown, what: string): void {
    const { protocol, log } = this.around
    log?.warn({ error: String(error) }, `${protocol}: ${what}`)
    this.end('networkError', 'close')
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }

  /** `reset` also discards what is buffered, so that nothing arrives later. */
  end(reason: CloseReason, how: 'reset' | 'close'): void {
    if (this.ended) return
    this.ended = true
    this.reason = reason
    if (how === 'reset') this.raw.resetAndDestroy()
    else this.socket.destroy()
  }

  /** Reads nothing more, and ends when what was read is answered. */
  async stop(): Promise<void> {
    this.stopping = true
    this.socket.pause()
    await this.working
    this.end('serverStop', 'close')
  }

  /** Has the platform admit the device. Null where it is refused: the connection has ended then. */
  async open(
    claim: Omit<Claim, 'protocol' | 'remoteAddress'> & { serial: string },
    link: DeviceLink,
    info: ConnectInfo,
  ): Promise<DeviceSession | null> {
    const { gate, protocol, strangers, log } = this.around
    const { address } = this
    if (!gate.accepting) return this.refuse('networkError', 'close')
    const opening = async (): Promise<DeviceSession | 'ended'> => {
      const session = await gate
        .open({ ...claim, protocol, remoteAddress: address }, link, info)
        .catch((error: unknown) => {
          log?.warn({ error: String(error) }, `${protocol}: a device could not be judged`)
          return { refused: 'busy' as const }
        })
      return this.admit(session, claim.serial)
    }
    const session = await this.place.judged(strangers.judged(address, claim.serial, opening))
    if (session === null) return this.refuse('protocolError', 'reset')
    return session === 'ended' ? null : session
  }

  private admit(session: DeviceSession | { refused: RefusalReason }, serial: string): DeviceSession | 'ended' {
    if ('refused' in session) return this.unknown() ?? 'ended'
    if (this.ended || !certifies(this.certificateName, session.identity)) {
      session.closed(this.ended ? this.reason : 'protocolError')
      if (!this.ended) this.unknown()
      return 'ended'
    }
    this.around.strangers.wasAdmitted(this.address, serial)
    this.place.admitted(serial)
    return session
  }

  /** Ends a caller that says nothing that could be judged; it counts as refused. */
  unknown(): null {
    this.around.strangers.wasRefused(this.address)
    return this.refuse('protocolError', 'close')
  }

  private refuse(reason: CloseReason, how: 'reset' | 'close'): null {
    this.end(reason, how)
    return null
  }

  private receive(bytes: Buffer): void {
    this.lastMs = performance.now()
    const was = this.begunMs
    const work = this.speaker.read(bytes)
    this.begunMs = this.speaker.begun ? (work ? this.lastMs : (was ?? this.lastMs)) : null
    if (!work) return
    this.socket.pause()
    this.working = work
      .catch((error: unknown) => this.failed(error, 'a message could not be stored'))
      .finally(() => {
        this.working = null
        if (!this.stopping) this.socket.resume()
      })
  }

  sweep(nowMs: number, { frameMs, idleMs }: TcpLimits): void {
    if (this.working) return
    const slow = this.begunMs !== null && nowMs - this.begunMs > frameMs
    if (slow || nowMs - this.lastMs > idleMs) this.end('keepAlive', 'reset')
  }
}
