/** Listens for devices that speak frames over TCP or TLS: accepts, places, times and ends their connections. */
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Front, FrontOptions } from '#model/protocol.ts'
import { listenOn } from './listenOn.ts'
import { Places, type Place } from './Places.ts'
import { followHandshakes, tlsOptions } from './secure.ts'
import { socketsOf } from './socketsOf.ts'
import { Strangers } from './Strangers.ts'
import { TcpConnection, type Around, type Speaker } from './TcpConnection.ts'
import { defaultTcpLimits, type TcpLimits } from './limits.ts'

export interface TcpOptions extends FrontOptions {
  /** The key of the protocol in claims and in the log. */
  protocol: string
  limits?: Partial<TcpLimits>
}

// Devices that end their half still get their answer; a small mark bounds what a paused socket holds in memory.
const SOCKETS = { noDelay: true, allowHalfOpen: true, highWaterMark: 4096 } as const

/** Rejects when the port cannot be used. `speak` makes what reads a connection. */
export async function startTcp(options: TcpOptions, speak: (connection: TcpConnection) => Speaker): Promise<Front> {
  const limits = { ...defaultTcpLimits, ...options.limits }
  const { gate, protocol, log } = options
  const around: Around = { ...{ gate, protocol, log }, strangers: new Strangers(limits.refusalsPerMin) }
  const places = new Places(limits)
  const open = new Set<TcpConnection>()
  let closing = false
  const begin = (socket: Socket, raw: Socket, place: Place, certificateName?: string): void => {
    if (closing) return void socket.destroy()
    const one = new TcpConnection(around, { socket, raw, place, certificateName })
    open.add(one)
    socket.once('close', () => open.delete(one))
    one.begin(speak)
  }
  const server = options.tls ? tlsServer(options.tls, limits, places, begin) : tcpServer(places, begin)
  const sockets = socketsOf(server)
  const port = await listenOn(server, options)
  const sweeper = setInterval(() => {
    for (const one of open) one.sweep(performance.now(), limits)
  }, limits.sweepMs).unref()
  return {
    port,
    async close(graceMs) {
      closing = true
      clearInterval(sweeper)
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      for (const one of open) void one.stop()
      const cut = setTimeout(() => {
        for (const one of open) one.end('serverStop', 'reset')
        for (const raw of sockets) raw.destroy()
      }, graceMs)
      await ended
      clearTimeout(cut)
    },
  }
}

type Begin = (socket: Socket, raw: Socket, place: Place, certificateName?: string) => void

const tcpServer = (places: Places, begin: Begin): Server =>
  createServer(SOCKETS, socket => {
    const place = places.take(socket)
    if (place) begin(socket, socket, place)
  })

function tlsServer(tls: NonNullable<FrontOptions['tls']>, limits: TcpLimits, places: Places, begin: Begin): Server {
  const handshakeMs = limits.strangerMs
  const server = createTlsServer({ ...SOCKETS, ...tlsOptions(tls, handshakeMs) }, socket => {
    const below = belowOf(socket)
    if (below) begin(socket, below.raw, below.place, below.certificateName)
    else socket.destroy()
  })
  const belowOf = followHandshakes(server, { tls, handshakeMs }, raw => {
    const place = places.take(raw)
    return place && { raw, place }
  })
  return server
}
