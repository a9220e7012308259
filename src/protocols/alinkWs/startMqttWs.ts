/** MQTT over WebSocket (MQTT 5, section 6): a listener that upgrades `/mqtt` and passes on the bytes of binary frames. */
import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { serveMqtt, type MqttFront, type MqttOptions } from '#protocols/mqtt/adapter.ts'
import { Connection } from '#protocols/mqtt/Connection.ts'
import type { Front } from '#protocols/mqtt/front.ts'
import type { Limits } from '#protocols/mqtt/limits.ts'
import type { Place } from '#protocols/tcp/Places.ts'

const PATH = '/mqtt'
const SUBPROTOCOL = 'mqtt'
const HEADER_BYTES = 8 * 1024
const HIGH_WATER_MARK = 8192

export const startMqttWs = (options: MqttOptions): Promise<MqttFront> =>
  serveMqtt({ protocol: 'alinkWs', ...options }, webSocketServer)

function webSocketServer(front: Front, limits: Limits): Server {
  const frames = new WebSocketServer({
    noServer: true,
    // Several packets may share a frame, and a packet may be spread over several.
    maxPayload: limits.packetBytes,
    perMessageDeflate: false,
    handleProtocols: () => SUBPROTOCOL,
  })
  const server = createServer(
    {
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: limits.connectMs,
      requestTimeout: limits.connectMs,
      connectionsCheckingInterval: limits.sweepMs,
    },
    (_request, response) => response.writeHead(426, { connection: 'close', 'content-length': 0 }).end(),
  )
  server.on('clientError', (_error, socket) => {
    front.stats.malformed += 1
    socket.destroy()
  })
  // The time of a stranger begins with the connection.
  const accepted = new WeakMap<object, { atMs: number; place: Place }>()
  server.on('connection', socket => {
    const place = front.places.take(socket)
    if (place) accepted.set(socket, { atMs: Date.now(), place })
  })
  server.on('upgrade', (request, raw, head) => {
    raw.on('error', () => {})
    const status = refusalOf(request)
    if (status) {
      front.stats.malformed += 1
      raw.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () =>
        raw.destroy(),
      )
      return
    }
    const socket = raw as Socket
    const below = accepted.get(raw)
    if (!below) return void raw.destroy()
    frames.handleUpgrade(request, socket, head, webSocket => {
      const stream = createWebSocketStream(webSocket, { readableHighWaterMark: HIGH_WATER_MARK })
      // MQTT-6.0.0-1: a text frame ends the connection, before the stream passes on its bytes.
      webSocket.prependListener('message', (_data, isBinary) => {
        if (!isBinary) stream.destroy()
      })
      webSocket.on('error', () => (front.stats.malformed += 1))
      new Connection(front, { socket: stream, raw: socket, ...below })
    })
  })
  return server
}

/** The status with which a handshake is refused. Devices send no Origin; a page of a foreign site always does. */
function refusalOf({ url, headers }: IncomingMessage): number | null {
  if (url?.split('?')[0] !== PATH) return 404
  if (headers.origin !== undefined) return 403
  const offered = headers['sec-websocket-protocol']?.split(',').map(one => one.trim()) ?? []
  return offered.includes(SUBPROTOCOL) ? null : 400
}
