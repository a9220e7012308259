/** Receives the body of a request within the limit of its path and the memory for all bodies. */
import type { IncomingMessage } from 'node:http'
import type { DevicePath } from '#model/deviceHttp.ts'
import type { Room } from './Bodies.ts'
import type { HttpLimits } from './limits.ts'

/** Why there is none: longer than its path allows, of a type that it does not take, no room, or cut. */
export type NoBody = 'tooLarge' | 'type' | 'full' | 'cut'

/** What a body may take: memory, and time by how fast it comes. */
export interface BodyBounds {
  room: Room
  limits: Pick<HttpLimits, 'requestMs' | 'bytesPerS'>
  /** Called where it takes longer, and comes fast enough. */
  extend(ms: number): void
}

export async function readBody(
  request: IncomingMessage,
  { bodyBytes, types }: DevicePath,
  bounds: BodyBounds,
): Promise<Buffer | NoBody> {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return 'tooLarge'
  if (types && hasBody(request) && !types.includes(mediaTypeOf(request))) return 'type'
  const pace = paceOf(request, bounds)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bodyBytes) return 'tooLarge'
      if (!bounds.room.grow(chunk.length)) return 'full'
      pace.came(chunk.length)
      chunks.push(chunk)
    }
  } catch {
    return 'cut'
  } finally {
    pace.end()
  }
  if (!request.complete) return 'cut'
  bounds.room.received()
  return Buffer.concat(chunks)
}

/** Ends a body that comes too slowly: a large one has its time on a slow line too, and one that stops has not. */
function paceOf(
  request: IncomingMessage,
  { limits: { requestMs, bytesPerS }, extend }: BodyBounds,
): { came(bytes: number): void; end(): void } {
  let bytes = 0
  const timer = setInterval(() => {
    if (bytes < (bytesPerS * requestMs) / 1000) return void request.destroy()
    bytes = 0
    extend(requestMs)
  }, requestMs)
  return { came: more => void (bytes += more), end: () => clearInterval(timer) }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
