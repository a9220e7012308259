/** Listens for alarm hosts by TCP and UDP on one port; with TLS by TCP alone. */
import { createSocket, type Socket as Datagrams } from 'node:dgram'
import type { Front, FrontOptions } from '#model/protocol.ts'
import { defaultTcpLimits } from '#protocols/tcp/limits.ts'
import { startTcp } from '#protocols/tcp/startTcp.ts'
import type { Speaker, TcpConnection } from '#protocols/tcp/TcpConnection.ts'
import { FrameStream } from './FrameStream.ts'
import { defaultDc09Limits, type Dc09Limits } from './limits.ts'
import { Receiver } from './Receiver.ts'

export interface Dc09Options extends FrontOptions {
  limits?: Partial<Dc09Limits>
}

/** A free port of TCP may be taken in UDP. */
const PORT_TRIES = 20

/** Rejects when the port cannot be used. */
export async function startDc09(options: Dc09Options): Promise<Front> {
  const limits = { ...defaultTcpLimits, ...defaultDc09Limits, ...options.limits }
  const receiver = new Receiver(options.gate, limits)
  for (let tries = 1; ; tries += 1) {
    const front = await startTcp({ ...options, protocol: 'dc09', limits }, one => new Host(one, receiver))
    if (options.tls) return front
    try {
      const datagrams = await boundTo(options.host, front.port)
      const answering = answerDatagrams(datagrams, receiver, limits, options.log)
      return {
        port: front.port,
        close: async graceMs => void (await Promise.all([front.close(graceMs), answering.close(graceMs)])),
      }
    } catch (error) {
      await front.close(0)
      if (options.port !== 0 || tries >= PORT_TRIES) throw error
    }
  }
}

/** A connection of an alarm host: it goes on when what it sent is answered. */
class Host implements Speaker {
  private readonly connection: TcpConnection
  private readonly receiver: Receiver
  private readonly stream = new FrameStream()

  constructor(connection: TcpConnection, receiver: Receiver) {
    this.connection = connection
    this.receiver = receiver
  }

  get begun(): boolean {
    return this.stream.begun
  }

  read(bytes: Buffer): void | Promise<void> {
    const { frames, broken } = this.stream.push(bytes)
    if (frames.length || broken) return this.answer(frames, broken)
  }

  private async answer(frames: readonly Buffer[], broken: boolean): Promise<void> {
    const { connection, receiver } = this
    const { place, address } = connection
    for (const frame of frames) {
      if (connection.ended) return
      // What could not be stored is not acknowledged: the host sends it again, on a new connection.
      const reply = await place.judged(receiver.take(frame, address, connection))
      if (reply) connection.write(reply)
    }
    if (!broken) return
    receiver.refuseBroken(address)
    connection.end('protocolError', 'close')
  }
}

/** A frame in a datagram; more of them are ignored, because each is answered by one. */
function answerDatagrams(datagrams: Datagrams, receiver: Receiver, limits: Dc09Limits, log: FrontOptions['log']) {
  const busy = new Set<Promise<void>>()
  let closing = false
  const answer = async (message: Buffer, address: string, port: number): Promise<void> => {
    try {
      const [frame] = new FrameStream().push(message).frames
      if (!frame) return receiver.refuseBroken(address)
      const reply = await receiver.take(frame, address)
      if (reply && !closing) datagrams.send(reply, port, address)
    } catch (error) {
      log?.warn({ error: String(error) }, 'dc09: a message could not be stored')
    }
  }
  datagrams.on('message', (message, { address, port }) => {
    if (closing || busy.size >= limits.datagrams) return
    const done: Promise<void> = answer(message, address, port).finally(() => busy.delete(done))
    busy.add(done)
  })
  // Of a datagram that could not be sent: its sender repeats the message.
  datagrams.on('error', error => log?.warn({ error: error.message }, 'dc09: datagrams'))
  return {
    async close(graceMs: number): Promise<void> {
      await Promise.race([Promise.all([...busy]), new Promise(resolve => setTimeout(resolve, graceMs).unref())])
      closing = true
      await new Promise<void>(resolve => datagrams.close(() => resolve()))
    },
  }
}

async function boundTo(host: string, port: number): Promise<Datagrams> {
  const datagrams = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  return new Promise((resolve, reject) => {
    datagrams.once('error', error => {
      datagrams.close()
      reject(error)
    })
    datagrams.bind(port, host, () => {
      datagrams.removeAllListeners('error')
      resolve(datagrams)
    })
  })
}
