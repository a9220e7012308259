/** Starts the MQTT server: a listener for devices over TCP or TLS, for MQTT 3.1.1 and 5. */
import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { FrontOptions, Front as RunningFront } from '#model/protocol.ts'
import { listenOn } from '#protocols/tcp/listenOn.ts'
import { Places } from '#protocols/tcp/Places.ts'
import { followHandshakes, tlsOptions } from '#protocols/tcp/secure.ts'
import { socketsOf } from '#protocols/tcp/socketsOf.ts'
import { Admission } from './Admission.ts'
import { Connection } from './Connection.ts'
import type { Front } from './front.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { type MqttStats, noStats } from './stats.ts'

export interface MqttOptions extends FrontOptions {
  limits?: Partial<Limits>
  /** The key of the protocol in claims; `alink` by default. */
  protocol?: string
}

export interface MqttFront extends RunningFront {
  stats(): MqttStats
}
/** The listener that gives `front` its connections. */
type MakeServer = (front: Front, limits: Limits) => Server

/** How soon reading is retried after the platform accepts again. */
const RESUME_MS = 100

/** MQTT over TCP or TLS. Rejects when the port cannot be used. */
export const startMqtt = (options: MqttOptions): Promise<MqttFront> =>
  serveMqtt(options, (front, limits) => (options.tls ? tlsServer(front, options.tls, limits) : tcpServer(front)))

/** MQTT on the connections of any listener. Rejects when the port cannot be used. */
export async function serveMqtt(options: MqttOptions, makeServer: MakeServer): Promise<MqttFront> {
  const limits = { ...defaultLimits, ...options.limits }
  const { connectionsPerAddress } = limits
  const front: Front = {
    shared: options.asks ? { limits, asks: options.asks } : { limits },
    gate: options.gate,
    protocol: options.protocol ?? 'alink',
    places: new Places({ connections: Infinity, connectionsPerAddress, strangerMs: limits.connectMs }),
    admission: new Admission(limits.connectsPerS, limits.connectsWaitingMax),
    stats: noStats(),
    connections: new Set(),
    byDevice: new Map(),
    held: new Set(),
    fault: (error, what) => options.log?.warn({ error: String(error) }, `mqtt: ${what}`),
    forgotten: () => {},
  }
  const server = makeServer(front, limits)
  const sockets = socketsOf(server)
  const port = await listenOn(server, options)
  server.on('error', error => front.fault(error, 'the listener failed'))
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const connection of front.connections) connection.sweep(now)
  }, limits.sweepMs)
  const resume = setInterval(() => {
    if (options.gate.accepting) for (const connection of front.held) connection.pump()
  }, RESUME_MS)
  return {
    port,
    stats: () => ({
      ...front.stats,
      refused: { ...front.stats.refused },
      connections: front.connections.size,
      waiting: front.admission.waiting,
    }),
    async close(graceMs) {
      front.admission.stop()
      const silent = new Promise<void>(resolve => server.close(() => resolve()))
      const empty = new Promise<void>(resolve => {
        front.forgotten = () => front.connections.size || resolve()
        front.forgotten()
      })
      for (const connection of [...front.connections]) connection.stop()
      const cut = setTimeout(() => {
        for (const connection of [...front.connections]) connection.abandon()
        // Also those whose handshake is not over, of TLS or of WebSocket.
        for (const raw of sockets) raw.destroy()
      }, graceMs)
      await Promise.all([silent, empty])
      clearTimeout(cut)
      clearInterval(sweep)
      clearInterval(resume)
    },
  }
}

// A small high-water mark limits what a paused or unauthenticated socket holds in memory.
const SOCKETS = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000, highWaterMark: 8192 }

const tcpServer = (front: Front): Server =>
  createServer(SOCKETS, socket => {
    const place = front.places.take(socket)
    if (place) new Connection(front, { socket, raw: socket, atMs: Date.now(), place })
  })

function tlsServer(front: Front, tls: NonNullable<MqttOptions['tls']>, limits: Limits): Server {
  const handshakeMs = limits.connectMs
  const server = createTlsServer({ ...SOCKETS, ...tlsOptions(tls, handshakeMs) }, socket => {
    const below = belowOf(socket)
    if (below) new Connection(front, { socket, ...below })
    else socket.destroy()
  })
  // A TLS socket cannot be reset, only the TCP socket below it.
  const belowOf = followHandshakes(server, { tls, handshakeMs }, raw => {
    const place = front.places.take(raw)
    return place && { raw, atMs: Date.now(), place }
  })
  server.on('tlsClientError', () => (front.stats.malformed += 1))
  return server
}
