/** Sends a stored file, whole or the part that the client asks for (RFC 9110, 14.2): a player reads a video in parts. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes written per turn of the event loop. */
const PIECE = 64 * 1024

/** From and past the end, the whole file for a header that is no single range of bytes; null where nothing is there. */
function rangeOf(header: string | undefined, size: number): readonly [from: number, to: number] | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return [0, size]
  // `-5` are the last five.
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(Number(last) + 1, size)
  return from < to ? [from, to] : null
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

/** Its type and other headers are the caller's. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  const range = rangeOf(request.headers.range, bytes.length)
  if (!range)
    return reply
      .code(416)
      .type('application/json')
      .header('content-range', `bytes */${bytes.length}`)
      .send({ code: 1, msg: 'range', data: null })
  const [from, to] = range
  if (to - from < bytes.length) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${bytes.length}`)
  return reply
    .header('content-length', to - from)
    .send(Readable.from(pieces(bytes.subarray(from, to)), { objectMode: false }))
}
