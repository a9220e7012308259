/** TCP connections of alarm hosts: each reads one frame after the other, and goes on when the last one is answered. */
import type { Socket } from 'node:net'
import { canonicalAddress } from '#base/address.ts'
import type { FrontOptions } from '#model/protocol.ts'
import { Places, type Place } from '#protocols/http/Places.ts'
import { FrameStream } from './FrameStream.ts'
import type { Dc09Limits } from './limits.ts'
import type { Receiver } from './Receiver.ts'

interface Connection {
  socket: Socket
  place: Place
  address: string
  stream: FrameStream
  /** When its last byte came, and since when a frame is incomplete; monotonic milliseconds. */
  lastMs: number
  begunMs: number | null
  working: Promise<void> | null
}

export class Connections {
  private readonly receiver: Receiver
  private readonly limits: Dc09Limits
  private readonly log: FrontOptions['log']
  private readonly open = new Set<Connection>()
  private readonly places: Places
  private readonly sweeper: NodeJS.Timeout
  private closing = false

  constructor(receiver: Receiver, limits: Dc09Limits, log: FrontOptions['log']) {
    this.receiver = receiver
    this.limits = limits
    this.places = new Places(limits)
    this.log = log
    this.sweeper = setInterval(() => this.sweep(performance.now()), limits.sweepMs).unref()
  }

  take(socket: Socket): void {
    if (this.closing) return void socket.destroy()
    const place = this.places.take(socket)
    if (!place) return
    const address = canonicalAddress(socket.remoteAddress ?? '') ?? ''
    const now = performance.now()
    const one: Connection = {
      ...{ socket, place, address, stream: new FrameStream() },
      ...{ lastMs: now, begunMs: null, working: null },
    }
    this.open.add(one)
    socket.setNoDelay(true)
    // The reason follows from 'close'.
    socket.on('error', () => {})
    socket.on('data', chunk => this.read(one, chunk))
    socket.on('end', () => void (one.working ?? Promise.resolve()).then(() => socket.end()))
    socket.once('close', () => this.open.delete(one))
  }

  /** Accepts nothing more; resolves when what was read is answered, or after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.closing = true
    clearInterval(this.sweeper)
    for (const { socket, working } of this.open) {
      socket.pause()
      if (!working) socket.destroy()
    }
    const timer = new Promise(resolve => setTimeout(resolve, graceMs).unref())
    await Promise.race([Promise.all([...this.open].map(one => one.working)), timer])
    for (const { socket } of this.open) socket.destroy()
  }

  private read(one: Connection, chunk: Buffer): void {
    one.lastMs = performance.now()
    const { frames, broken } = one.stream.push(chunk)
    one.begunMs = one.stream.begun ? (frames.length ? one.lastMs : (one.begunMs ?? one.lastMs)) : null
    if (!frames.length && !broken) return
    // Nothing more is read until these are answered.
    one.socket.pause()
    one.working = this.work(one, frames, broken).finally(() => {
      one.working = null
      if (!this.closing) one.socket.resume()
    })
  }

  private async work(one: Connection, frames: readonly Buffer[], broken: boolean): Promise<void> {
    const { socket, place, address } = one
    for (const frame of frames) {
      if (socket.destroyed) return
      try {
        const reply = await place.judged(this.receiver.take(frame, address, place.admitted))
        if (reply) socket.write(reply)
      } catch (error) {
        // Not stored, so not acknowledged: the host sends it again, on a new connection.
        this.log?.warn({ error: String(error) }, 'dc09: a message could not be stored')
        return void socket.destroy()
      }
    }
    if (!broken) return
    this.receiver.refuseBroken(address)
    socket.destroy()
  }

  private sweep(nowMs: number): void {
    const { frameMs, idleMs } = this.limits
    for (const one of this.open) {
      if (one.working) continue
      const slow = one.begunMs !== null && nowMs - one.begunMs > frameMs
      if (slow || nowMs - one.lastMs > idleMs) one.socket.destroy()
    }
  }
}
