/** What all token requests share: parameters in query or form body, a client, a caller. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import type { Caller } from './session.server.ts'

const ENGINE = { role: 'engine' } as const
/** The platform's own organisation. */
export const PLATFORM_ID = '1'

export type Params = Record<string, string | undefined>

/** From query and form body; a name given in both must have the same value. */
export function paramsOf(request: FastifyRequest): Params {
  const body = (typeof request.body === 'object' && request.body ? request.body : {}) as Input
  const query = request.query as Input
  const result: Params = {}
  for (const [name, value] of [...Object.entries(query), ...Object.entries(body)]) {
    if (typeof value !== 'string' || (name in result && result[name] !== value)) throw new Refusal('invalid')
    result[name] = value
  }
  return result
}

export interface Client {
  id: string
  /** The organisation whose login page is used: the platform itself, or one with a brand. */
  sourceId: string
}

/** The client of the Basic header, if it may use the grant. Refuses with 400, never 401, which would end a session in the browser. */
export async function clientOf(ports: Ports, request: FastifyRequest, grant: string): Promise<Client> {
  const header = request.headers.authorization ?? ''
  const [id = '', secret = ''] = header.startsWith('Basic ')
    ? Buffer.from(header.slice(6), 'base64').toString('utf8').split(':', 2)
    : []
  const [client] = await ports.db.query<{ secret: string; source_id: string | null; grants: string[] }>(
    ENGINE,
    sql`select secret, source_id, grants from identity.client where id = ${id.slice(0, 64).replaceAll('\0', '')}`,
  )
  const [given, known] = [Buffer.from(secret), Buffer.from(client?.secret ?? '')]
  if (!client || given.length !== known.length || !timingSafeEqual(given, known) || !client.grants.includes(grant))
    throw new Refusal('invalid_client')
  return { id, sourceId: client.source_id ?? PLATFORM_ID }
}

export const callerOf = (request: FastifyRequest, clientId: string): Caller => ({
  device: (request.body as { device?: unknown } | null)?.device ?? (request.query as { device?: unknown }).device,
  ip: request.address,
  agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
  clientId,
})
