/** The listener for devices that call by HTTP: no cookies, no pages, no API; each request is bounded before it is read. */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { Server, ServerOptions, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { canonicalAddress } from '#base/address.ts'
import type { DeviceAnswer } from '#model/deviceHttp.ts'
import type { Front, FrontOptions, HttpProtocol } from '#model/protocol.ts'
import { listenOn } from '#protocols/tcp/listenOn.ts'
import { Places, type Place } from '#protocols/tcp/Places.ts'
import { followHandshakes, tlsOptions } from '#protocols/tcp/secure.ts'
import { socketsOf } from '#protocols/tcp/socketsOf.ts'
import { Strangers } from '#protocols/tcp/Strangers.ts'
import { Bodies } from './Bodies.ts'
import { callerOf, type Connection } from './callerOf.ts'
import { defaultHttpLimits, type HttpLimits } from './limits.ts'
import { readBody, type NoBody } from './readBody.ts'
import { routeOf, routesOf } from './routesOf.ts'

export interface DeviceHttpOptions extends FrontOptions {
  limits?: Partial<HttpLimits>
}

const TEXT = 'text/plain; charset=utf-8'
const MISSING: DeviceAnswer = { status: 404, body: 'not found\n' }
const BUSY: DeviceAnswer = { status: 503, body: 'busy\n', retryS: 1 }
/** Nothing was stored, so the device must send it again. */
const FAILED: DeviceAnswer = { status: 503, body: 'unavailable\n', retryS: 1 }
const WITHOUT_BODY: Record<Exclude<NoBody, 'cut'>, DeviceAnswer> = {
  tooLarge: { status: 413, body: 'too large\n' },
  type: { status: 415, body: 'content type\n' },
  full: BUSY,
}

/** Rejects when the port cannot be used. */
export async function startDeviceHttp(options: DeviceHttpOptions, protocols: readonly HttpProtocol[]): Promise<Front> {
  const limits = { ...defaultHttpLimits, ...options.limits }
  const routes = routesOf(protocols, options)
  const bodies = new Bodies(limits)
  const around = { gate: options.gate, strangers: new Strangers(limits.refusalsPerMin) }
  const connections = new WeakMap<Socket, Connection>()

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!options.gate.accepting) return send(response, BUSY)
    const { method = '', url: target = '', socket } = request
    const route = routeOf(routes, target)
    const connection = connections.get(socket)
    if (!route || !connection) return send(response, MISSING, request)
    const { address, place } = connection
    const room = bodies.take(address, place, () => socket.destroy())
    const extend = connection.called ? () => {} : (ms: number) => place.extend(ms)
    connection.called = true
    try {
      const body = await readBody(request, route.limits, { room, limits, extend })
      if (body === 'cut') return
      if (typeof body === 'string') return send(response, WITHOUT_BODY[body], request)
      const header = (name: string): string | undefined => [request.headers[name] ?? []].flat()[0]
      const caller = callerOf(around, connection, route.protocol)
      const answer = (): Promise<DeviceAnswer> =>
        place.judged(route.answer({ method, target, header, body, address }, caller))
      send(response, await inTurn(connection, answer))
    } finally {
      room.leave()
    }
  }
  const server = serverWith(options.tls, limits, connections, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      options.log?.warn({ error: String(error) }, 'device http: a request failed')
      if (!response.headersSent) send(response, FAILED)
    })
  })
  const sockets = socketsOf(server)
  const port = await listenOn(server, options)
  return {
    port,
    async close(graceMs) {
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => sockets.forEach(socket => socket.destroy()), graceMs)
      await ended
      clearTimeout(cut)
    },
  }
}

/** A stranger's calls are judged one after another, however many it sends at once. */
function inTurn(connection: Connection, answer: () => Promise<DeviceAnswer>): Promise<DeviceAnswer> {
  const turn = connection.place.isKnown ? answer() : connection.before.then(answer)
  connection.before = turn.then(
    () => {},
    () => {},
  )
  return turn
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void

function serverWith(
  tls: FrontOptions['tls'],
  limits: HttpLimits,
  connections: WeakMap<Socket, Connection>,
  respond: Respond,
): Server {
  const places = new Places(limits)
  const settings: ServerOptions = {
    noDelay: true,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.requestMs,
    // A body has time by how fast it comes.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.sweepMs,
  }
  const connectionOf = (raw: Socket, place: Place): Connection => ({
    ...{ place, address: canonicalAddress(raw.remoteAddress ?? '') ?? '', called: false, before: Promise.resolve() },
  })
  if (!tls) {
    const server = createServer(settings, respond)
    server.on('connection', (socket: Socket) => {
      const place = places.take(socket)
      if (place) connections.set(socket, connectionOf(socket, place))
    })
    return server
  }
  const handshakeMs = limits.strangerMs
  const server = createTlsServer({ ...settings, ...tlsOptions(tls, handshakeMs) }, respond)
  const belowOf = followHandshakes(server, { tls, handshakeMs }, raw => {
    const place = places.take(raw)
    return place && connectionOf(raw, place)
  })
  // Before the server itself reads a request.
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    const below = belowOf(socket)
    if (below) connections.set(socket, below)
    else socket.destroy()
  })
  return server
}

/** With a `request`, of one that was not read to its end: its connection has no further one. */
function send(response: ServerResponse, answer: DeviceAnswer, request?: IncomingMessage): void {
  const { status, body, type = TEXT, headers, retryS } = answer
  const sent: OutgoingHttpHeaders = {
    ...{ 'content-type': type, 'content-length': Buffer.byteLength(body) },
    ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    ...headers,
  }
  if (retryS !== undefined) sent['retry-after'] = String(retryS)
  if (request?.complete === false) sent.connection = 'close'
  response.writeHead(status, sent)
  response.end(body)
}
