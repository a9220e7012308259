/** Listens for alarm hosts by TCP and UDP on one port. */
import { createSocket, type Socket as Datagrams } from 'node:dgram'
import { createServer, type Server, type Socket } from 'node:net'
import type { Front, FrontOptions } from '#model/protocol.ts'
import { Connections } from './Connections.ts'
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
  const limits = { ...defaultDc09Limits, ...options.limits }
  const receiver = new Receiver(options.gate, limits)
  const connections = new Connections(receiver, limits, options.log)
  const { server, datagrams, port } = await listenOnBoth(options, socket => connections.take(socket))
  const answering = answerDatagrams(datagrams, receiver, limits, options.log)
  return {
    port,
    async close(graceMs) {
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      await Promise.all([connections.close(graceMs), answering.close(graceMs)])
      await Promise.all([ended, new Promise<void>(resolve => datagrams.close(() => resolve()))])
    },
  }
}

/** A frame in a datagram; more of them are ignored, because each is answered by one. */
function answerDatagrams(datagrams: Datagrams, receiver: Receiver, limits: Dc09Limits, log: FrontOptions['log']) {
  const busy = new Set<Promise<void>>()
  let closing = false
  const answer = async (bytes: Buffer, address: string, port: number): Promise<void> => {
    try {
      const reply = await receiver.take(bytes, address)
      if (reply && !closing) datagrams.send(reply, port, address)
    } catch (error) {
      log?.warn({ error: String(error) }, 'dc09: a message could not be stored')
    }
  }
  datagrams.on('message', (message, { address, port }) => {
    if (closing || busy.size >= limits.datagrams) return
    const [frame] = new FrameStream().push(message).frames
    if (!frame) return receiver.refuseBroken(address)
    const done: Promise<void> = answer(frame, address, port).finally(() => busy.delete(done))
    busy.add(done)
  })
  // Of a datagram that could not be sent: its sender repeats the message.
  datagrams.on('error', error => log?.warn({ error: error.message }, 'dc09: datagrams'))
  return {
    async close(graceMs: number): Promise<void> {
      await Promise.race([Promise.all([...busy]), new Promise(resolve => setTimeout(resolve, graceMs).unref())])
      closing = true
    },
  }
}

interface Both {
  server: Server
  datagrams: Datagrams
  port: number
}
async function listenOnBoth({ host, port }: FrontOptions, take: (socket: Socket) => void): Promise<Both> {
  for (let tries = 1; ; tries += 1) {
    const server = createServer({ allowHalfOpen: true }, take)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
    const address = server.address()
    const own = typeof address === 'object' && address ? address.port : port
    const datagrams = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    try {
      await new Promise<void>((resolve, reject) => {
        datagrams.once('error', reject)
        datagrams.bind(own, host, () => {
          datagrams.off('error', reject)
          resolve()
        })
      })
      return { server, datagrams, port: own }
    } catch (error) {
      datagrams.close()
      await new Promise(resolve => server.close(resolve))
      if (port !== 0 || tries >= PORT_TRIES) throw error
    }
  }
}
