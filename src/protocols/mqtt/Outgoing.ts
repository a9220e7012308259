/** What a session says in one tick, as the answers to a whole batch of stored messages: one buffer and one write. Each write of its own would cost more than what it says. */
import type { Socket } from 'node:net'

export class Outgoing {
  private readonly socket: Socket
  private waiting: Buffer[] | undefined
  private bytes = 0

  constructor(socket: Socket) {
    this.socket = socket
  }

  /** Bytes that the network has not taken yet. */
  get size(): number {
    return this.socket.writableLength + this.bytes
  }

  push(bytes: Buffer): void {
    if (!this.waiting) process.nextTick(() => this.flush())
    ;(this.waiting ??= []).push(bytes)
    this.bytes += bytes.length
  }

  /** Hands it to the socket now, unless that is closed. */
  flush(): void {
    const { waiting, socket } = this
    this.waiting = undefined
    this.bytes = 0
    if (waiting && !socket.destroyed && !socket.writableEnded)
      socket.write(waiting.length > 1 ? Buffer.concat(waiting) : waiting[0]!)
  }
}
