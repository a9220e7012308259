/**
 * The client credentials grant: a client id and its secret for a short-lived token of one application, without a
 * refresh token (RFC 6749, 4.4).
 */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ports } from '#server/ports.ts'
import { holdsAddress } from '../apiKey/addresses.server.ts'
import { sameSecret } from '../apiKey/apiKeyStore.server.ts'
import { accountWhere, logSignIn, WAY } from './admit.server.ts'
import { clearProofs, countProof } from './attempt.server.ts'
import { digestOf } from './session.server.ts'
import { callerOf, type Params } from './tokenCall.server.ts'

const ENGINE = { role: 'engine' } as const
const TOKEN_S = 1800
/** A program on many machines requests a token on each; the oldest sessions beyond this number end. */
const MOST_SESSIONS = 20

interface Found {
  id: string
  app_id: string
  source_id: string
  secret_hash: Buffer
  old_secret_hash: Buffer | null
  old_secret_until: string | null
  addresses: string | null
  expires_at: string | null
  state: number
  closed: boolean
}

/** From the Basic header, or from the parameters. */
function credentials(request: FastifyRequest, params: Params): [id: string, secret: string] {
  const header = request.headers.authorization ?? ''
  if (!header.startsWith('Basic ')) return [params.client_id ?? '', params.client_secret ?? '']
  const [id = '', secret = ''] = Buffer.from(header.slice(6), 'base64').toString('utf8').split(':', 2)
  return [id, secret]
}

/** Why a key is refused; programs only learn that the client is not allowed. */
function refusedBecause(key: Found | undefined, secret: string, ip: string, now: Date): string | null {
  if (!key) return '密钥不存在'
  const old = key.old_secret_until !== null && new Date(key.old_secret_until) > now ? key.old_secret_hash : null
  if (!sameSecret(secret, key.secret_hash) && !sameSecret(secret, old)) return '密钥错误'
  if (key.state !== 1) return '密钥已吊销'
  if (key.expires_at !== null && new Date(key.expires_at) <= now) return '密钥已到期'
  if (key.closed) return '所属机构已冻结'
  return holdsAddress(key.addresses)(ip) ? null : '地址不在允许范围内'
}

export async function clientGrant(ports: Ports, request: FastifyRequest, params: Params): Promise<object> {
  const [clientId, secret] = credentials(request, params)
  const id = clientId.slice(0, 64).replaceAll('\0', '')
  const caller = callerOf(request, id)
  // By id and address: guesses at an id from elsewhere do not lock out its program.
  const name = `key:${id}@${caller.ip}`
  // A program cannot read a captcha, so it has separate delays.
  await countProof(ports, name)
  const [key] = await ports.db.query<Found>(
    ENGINE,
    sql`select k.id, k.app_id, k.source_id, k.secret_hash, k.old_secret_hash, k.old_secret_until, k.addresses,
      k.expires_at, k.state, o.closed
      from identity.api_key k join identity.organisation o on o.id = k.source_id where k.client_id = ${id}`,
  )
  const now = ports.now()
  const reason = refusedBecause(key, secret, caller.ip, now)
  const account = key && (await accountWhere(ports, sql`id = ${key.id}`))
  if (!key || reason) {
    await logSignIn(ports, id, caller, WAY.key, { account, reason: reason ?? '' })
    throw new Refusal('invalid_client')
  }
  const [token, sessionId] = [`at_${randomBytes(32).toString('base64url')}`, ports.newId()]
  const until = new Date(
    Math.min(now.getTime() + TOKEN_S * 1000, key.expires_at ? Date.parse(key.expires_at) : Infinity),
  )
  await ports.db.tx(ENGINE, async query => {
    await query(sql`insert into identity.session (id, account_id, source_id, client_id, access_hash, access_until,
      refresh_hash, refresh_until, ip, agent, way, proved_at)
      values (${sessionId}, ${key.id}, ${key.source_id}, ${id}, ${digestOf(token)}, ${until}, ${randomBytes(32)}, ${until}, ${caller.ip}, ${caller.agent}, ${WAY.key}, to_timestamp(0))`)
    await query(sql`update identity.session set revoked_at = now(), revoke_reason = 'tooMany' where account_id = ${key.id} and revoked_at is null
      and id not in (select id from identity.session
      where account_id = ${key.id} and revoked_at is null and access_until > ${now} order by id desc
      limit ${MOST_SESSIONS})`)
    await query(
      sql`update identity.api_key set last_used_at = ${now}, last_used_ip = ${caller.ip} where id = ${key.id}`,
    )
    await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
  })
  await clearProofs(ports, name)
  await logSignIn(ports, id, caller, WAY.key, { account, sessionId })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: Math.floor((until.getTime() - now.getTime()) / 1000),
    scope: 'server',
    app_id: key.app_id,
  }
}
