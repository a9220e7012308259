/** One socket and its session: bytes in, steps of the pure state machine, bytes out. Makes no decisions itself. */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { canonicalAddress } from '#base/address.ts'
import type { CloseReason } from '#model/gate.ts'
import type { Downlink } from '#model/message.ts'
import { decode } from './codec.ts'
import type { Place } from '#protocols/tcp/Places.ts'
import type { Accepted, Front } from './front.ts'
import { Inbox } from './inbox.ts'
import { listen, type SocketUser } from './listen.ts'
import { reason, type ReasonCode } from './reason.ts'
import { mayRead } from './receiving.ts'
import { step } from './step.ts'
import { Sends } from './Sends.ts'
import { type Carrier, Sessions } from './Sessions.ts'
import { freshState, type Input, type Output, type State } from './state.ts'
import { Malformed } from './wire.ts'

export class Connection implements Carrier, SocketUser {
  private readonly front: Front
  private readonly socket: Duplex
  private readonly raw: Socket
  private readonly inbox = new Inbox()
  state: State
  private readonly sessions: Sessions
  private readonly sends = new Sends()
  private held = false
  private gathering = false
  private socketLost = false
  private closingMs = 0
  /** Until a whole CONNECT came. */
  private place: Place | undefined

  constructor(front: Front, { socket, raw, atMs, place, certificateName }: Accepted) {
    this.front = front
    this.socket = socket
    this.raw = raw
    this.place = place
    this.sessions = new Sessions(front, this)
    this.state = freshState(front.shared, certificateName, atMs)
    front.connections.add(this)
    front.stats.accepted += 1
    listen(socket, this)
  }

  /** DeviceLink: resolves when the bytes were written to the socket. */
  send(downlink: Downlink, child?: number): Promise<void> {
    const backlogMax = this.front.shared.limits.backlogBytes * 8
    if (this.socket.destroyed || this.socket.writableLength > backlogMax)
      return Promise.reject(new Error('the device is gone or does not read'))
    return this.sends.begin(token => this.feed({ kind: 'send', token, downlink, child }))
  }

  /** DeviceLink: nothing that was written can arrive after this. */
  reset(why: CloseReason): void {
    this.feed({ kind: 'close', reason: why, how: 'reset' })
    // Also when it was already closing gracefully.
    this.raw.resetAndDestroy()
  }

  /** DeviceLink. */
  close(why: CloseReason): void {
    this.feed({ kind: 'close', reason: why })
  }

  /** The server stops: no more packets are read, what is being stored is still acknowledged. */
  stop(): void {
    this.feed({ kind: 'stop' })
    if (this.socketLost) this.pump()
  }

  /** Ends it immediately. */
  abandon(): void {
    this.feed({ kind: 'close', reason: 'serverStop', how: 'destroy' })
    this.socket.destroy()
    if (this.socketLost) this.forget()
  }

  sweep(now: number): void {
    if (this.closingMs) {
      if (now - this.closingMs >= this.front.shared.limits.closeMs) this.socket.destroy()
    } else this.feed({ kind: 'tick', held: this.held })
  }

  read(chunk: Buffer): void {
    this.front.stats.bytesIn += chunk.length
    if (this.ending) return
    this.inbox.push(chunk)
    this.pump()
  }

  /** Passes complete packets to the session, until one is incomplete or must wait. */
  pump(): void {
    let waits = false
    try {
      while (!this.ending && this.inbox.size) {
        if (this.state.phase === 'opening') {
          // 5 and 3.1.1 let clients continue without waiting for CONNACK; P08 limits how far.
          if (this.inbox.size > this.front.shared.limits.connectBytes) this.malformed(reason.quotaExceeded)
          break
        }
        waits = this.mustWait()
        if (waits || !this.readPacket()) break
      }
    } catch (error) {
      this.fault(error)
    }
    if (this.ending) waits = false
    else this.inbox.settle()
    this.hold(waits)
    if (this.socketLost && !waits) this.forget()
  }

  /** The socket is closed. Bytes received before are still processed, as far as they may be read. */
  lost(): void {
    this.socketLost = true
    this.pump()
  }

  private forget(): void {
    if (this.state.phase === 'connected' && this.state.stopping && this.state.pending.length) return
    this.feed({ kind: 'gone' })
    this.front.held.delete(this)
    if (this.front.connections.delete(this)) this.front.forgotten()
  }

  private get ending(): boolean {
    return this.state.phase === 'closing' || this.state.phase === 'gone'
  }

  private mustWait(): boolean {
    const { limits } = this.front.shared
    if (!mayRead(this.state, this.inbox.head, this.front.gate.accepting)) return true
    return this.socket.writableLength > limits.backlogBytes && !this.socketLost
  }

  /** False when the packet at the head is incomplete. */
  private readPacket(): boolean {
    const { limits } = this.front.shared
    const fresh = this.state.phase === 'fresh'
    // Any packet but CONNECT is recognised by its first byte.
    if (fresh && this.inbox.head !== 0x10) return this.malformed(reason.protocolError)
    const frame = this.inbox.next(fresh ? limits.connectBytes : limits.packetBytes)
    if (frame === 'partial') return false
    if (frame === 'tooLarge') return this.malformed(reason.packetTooLarge)
    if (frame === 'malformed') return this.malformed(reason.malformed)
    try {
      const packet = decode(frame, fresh ? undefined : this.state.version)
      if (packet.cmd === 'publish') this.front.stats.publishes += 1
      this.feed({ kind: 'packet', packet })
      return true
    } catch (error) {
      if (error instanceof Malformed) return this.malformed(error.code, error.version)
      throw error
    }
  }

  private malformed(code: ReasonCode, version?: 4 | 5): true {
    this.front.stats.malformed += 1
    this.feed({ kind: 'malformed', code, version })
    return true
  }

  private hold(waits: boolean): void {
    if (waits === this.held) return
    this.held = waits
    if (waits) {
      this.front.held.add(this)
      this.socket.pause()
    } else {
      this.front.held.delete(this)
      this.socket.resume()
      // Silence does not count while nothing was read.
      if (!this.socketLost) this.feed({ kind: 'tick', held: true })
    }
  }

  get remoteAddress(): string {
    return canonicalAddress(this.raw.remoteAddress ?? '') ?? ''
  }

  feed(input: Input): void {
    try {
      const [state, outputs] = step(this.state, input, Date.now())
      this.state = state
      if (!outputs.length) return
      this.gather()
      for (const output of outputs) this.apply(output)
    } catch (error) {
      this.fault(error)
    }
  }

  /** The answers to a whole batch of stored messages are written at once: a system call costs more than an acknowledgement. */
  private gather(): void {
    if (this.gathering) return
    this.gathering = true
    this.socket.cork()
    process.nextTick(() => {
      this.gathering = false
      this.socket.uncork()
    })
  }

  private apply(output: Output): void {
    switch (output.kind) {
      case 'write':
        if (this.socket.destroyed || this.socket.writableEnded) return
        this.front.stats.bytesOut += output.bytes.length
        this.socket.write(output.bytes)
        return
      case 'store':
        return this.store(output)
      case 'open':
        this.place?.leave()
        this.place = undefined
        return this.sessions.open(output)
      case 'openChild':
        return this.sessions.openChild(output)
      case 'closedChild':
        return this.sessions.closedChild(output)
      case 'topology':
        return void this.sessions.topology(output)
      case 'admitted':
        this.front.stats.admitted += 1
        this.front.byDevice.get(output.identity.deviceId)?.close('takenOver')
        this.front.byDevice.set(output.identity.deviceId, this)
        return
      case 'refused':
        this.front.stats.refused[output.reason] = (this.front.stats.refused[output.reason] ?? 0) + 1
        return
      case 'trespass':
        this.front.stats.trespasses += 1
        this.sessions.of()?.trespass(output.topic)
        return
      case 'unused':
        this.front.stats.unused += 1
        this.sessions.of(output.child)?.unused(output.topic, output.start)
        return
      case 'alive':
        this.sessions.of()?.alive()
        return
      case 'sent':
      case 'unsent':
        return this.sends.settle(
          output.token,
          output.kind === 'unsent' ? output.why : this.socket.destroyed ? 'the device is gone' : undefined,
        )
      case 'end':
        return this.end(output.how)
      case 'closed':
        return this.sessions.closed(output.reason)
    }
  }

  private store({ seq, messages, bytes, child }: Extract<Output, { kind: 'store' }>): void {
    const session = this.sessions.of(child)
    if (!session) return
    void (async () => {
      try {
        const refuse = (downlink: Downlink): void => this.feed({ kind: 'send', token: 0, downlink, child })
        this.feed({ kind: 'stored', seq, ...(await session.store(messages, bytes, refuse)) })
      } catch (error) {
        this.front.stats.storeFailures += 1
        this.front.fault(error, 'messages were not stored')
        this.feed({ kind: 'takeFailed' })
      }
      this.pump()
    })()
  }

  /** Graceful: the last bytes are sent, and incoming bytes are read and dropped, because unread ones would cause a reset. */
  private end(how: 'polite' | 'reset' | 'destroy'): void {
    this.closingMs = Date.now()
    if (how === 'reset') this.raw.resetAndDestroy()
    else if (how === 'destroy') this.socket.destroy()
    else this.socket.end()
  }

  private fault(error: unknown): void {
    this.front.fault(error, 'a connection failed')
    this.socket.destroy()
  }
}
