/** Short-lived links to files, for requests of the browser that carry no token: bound to one person and one object, valid for minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import type { Ports } from '../ports.ts'

export const LINK_S = 120

const macOf = (ports: Ports, object: string, userId: string, until: number): Buffer =>
  createHmac('sha256', ports.vault.derive('file-link', 32)).update(`${object}\n${userId}\n${until}`).digest()

/** `path` with a signature valid for two minutes; `object` identifies the file, whatever the path is. */
export function signedLink(ports: Ports, path: string, object: string, userId: string): string {
  const until = Math.floor(ports.now().getTime() / 1000) + LINK_S
  return `${path}?user=${userId}&until=${until}&sign=${macOf(ports, object, userId, until).toString('base64url')}`
}

/** The user for whom the link was made. A link that is invalid, made for another object or expired is refused as `not_found`. */
export function linkedUser(ports: Ports, request: FastifyRequest, object: string): string {
  const { user, until, sign } = request.query as Input
  const given = typeof sign === 'string' ? Buffer.from(sign, 'base64url') : Buffer.alloc(0)
  const seconds = Number(until)
  if (!isId(user) || !Number.isSafeInteger(seconds)) throw new Refusal('not_found')
  const due = macOf(ports, object, user, seconds)
  const holds = given.length === due.length && timingSafeEqual(given, due)
  const over = seconds * 1000 < ports.now().getTime()
  const another = request.user !== null && request.user.userId !== user
  if (!holds || over || another) throw new Refusal('not_found')
  return user
}
