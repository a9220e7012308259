/** Receives the body of a request within the limit of its path and the memory for all bodies. */
import type { IncomingMessage } from 'node:http'
import type { DevicePath } from '#model/deviceHttp.ts'
import type { Room } from './Bodies.ts'

/** Why there is none: longer than its path allows, of a type that it does not take, no room, or cut. */
export type NoBody = 'tooLarge' | 'type' | 'full' | 'cut'

export async function readBody(request: IncomingMessage, path: DevicePath, room: Room): Promise<Buffer | NoBody> {
  const { bodyBytes, types } = path
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return 'tooLarge'
  if (types && hasBody(request) && !types.includes(mediaTypeOf(request))) return 'type'
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bodyBytes) return 'tooLarge'
      if (!room.grow(chunk.length)) return 'full'
      chunks.push(chunk)
    }
  } catch {
    return 'cut'
  }
  if (!request.complete) return 'cut'
  room.received()
  return Buffer.concat(chunks)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
