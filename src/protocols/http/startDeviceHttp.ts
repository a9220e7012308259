/** A listener for devices that call by HTTP: no cookies, no pages, no API; each request is bounded before it is read. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { canonicalAddress } from '#base/address.ts'
import type { Front, FrontOptions } from '#model/protocol.ts'
import { defaultHttpLimits, type HttpLimits } from './limits.ts'
import { Places, type Place } from './Places.ts'

export interface DeviceRequest {
  method: string
  /** As it was sent, with the query. */
  target: string
  header(name: string): string | undefined
  body: Buffer
  address: string
}
export interface DeviceAnswer {
  status: number
  body: string
  /** The device that was admitted, by whatever names it. */
  by?: string
  /** After how many seconds to try again. */
  retryS?: number
}
export interface DeviceHttpOptions extends FrontOptions {
  limits?: Partial<HttpLimits>
}

const TEXT = 'text/plain; charset=utf-8'

/** Rejects when the port cannot be used. */
export async function startDeviceHttp(
  options: DeviceHttpOptions,
  answer: (request: DeviceRequest) => Promise<DeviceAnswer>,
): Promise<Front> {
  const limits = { ...defaultHttpLimits, ...options.limits }
  const places = new WeakMap<Socket, Place>()
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!options.gate.accepting) return send(response, { status: 503, body: 'busy\n', retryS: 1 })
    const body = await bodyOf(request, limits.bodyBytes)
    if (body === 'cut') return
    if (body === 'tooLarge') return send(response, { status: 413, body: 'too large\n' }, true)
    const given = {
      method: request.method ?? '',
      target: request.url ?? '',
      header: (name: string) => [request.headers[name] ?? []].flat()[0],
      ...{ body, address: canonicalAddress(request.socket.remoteAddress ?? '') ?? '' },
    }
    const place = places.get(request.socket)
    const answered = await (place?.judged(answer(given)) ?? answer(given))
    if (answered.by !== undefined) place?.admitted(answered.by)
    send(response, answered)
  }
  const server = createServer(
    {
      noDelay: true,
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.sweepMs,
    },
    (request, response) => {
      respond(request, response).catch((error: unknown) => {
        options.log?.warn({ error: String(error) }, 'device http: a request failed')
        // Nothing was stored, so the device must send it again.
        if (!response.headersSent) send(response, { status: 503, body: 'unavailable\n', retryS: 1 })
      })
    },
  )
  const taken = new Places(limits)
  server.on('connection', (socket: Socket) => {
    const place = taken.take(socket)
    if (place) places.set(socket, place)
  })
  await listening(server, options)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async close(graceMs) {
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await ended
      clearTimeout(cut)
    },
  }
}

async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer | 'tooLarge' | 'cut'> {
  if (Number(request.headers['content-length'] ?? 0) > most) return 'tooLarge'
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length
      if (size > most) return 'tooLarge'
      chunks.push(chunk as Buffer)
    }
  } catch {
    return 'cut'
  }
  return request.complete ? Buffer.concat(chunks) : 'cut'
}

function send(response: ServerResponse, { status, body, retryS }: DeviceAnswer, last = false): void {
  const headers: Record<string, string | number> = {
    'content-type': TEXT,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  if (retryS !== undefined) headers['retry-after'] = retryS
  if (last) headers.connection = 'close'
  response.writeHead(status, headers)
  response.end(body)
}

const listening = (server: Server, { port, host }: FrontOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
