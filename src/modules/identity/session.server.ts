/** Sessions: opaque tokens of which only digests are kept, rotated at each refresh; a reused one ends the session. */
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { USER_TYPE } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
export const ACCESS_S = 7200
const REFRESH_HOURS_STAFF = 12
const REFRESH_HOURS_APPLICATION = 7 * 24
const GRACE_S = 10
const MAX_SESSIONS = 3

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  user_id: string
  token_type: 'bearer'
  scope: 'server'
}
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const fresh = (prefix: 'at_' | 'rt_'): string => prefix + randomBytes(32).toString('base64url')
const answer = (access: string, refresh: string, userId: string): Tokens => ({
  access_token: access,
  refresh_token: refresh,
  expires_in: ACCESS_S,
  user_id: userId,
  token_type: 'bearer',
  scope: 'server',
})

export interface Caller {
  ip: string
  agent: string
  clientId: string
}

const untils = (ports: Ports, type: number): { access: Date; refresh: Date } => {
  const now = ports.now().getTime()
  const hours =
    type === USER_TYPE.application || type === USER_TYPE.end ? REFRESH_HOURS_APPLICATION : REFRESH_HOURS_STAFF
  return { access: new Date(now + ACCESS_S * 1000), refresh: new Date(now + hours * 3_600_000) }
}

/** Opens a session; the oldest beyond three ends. */
export async function openSession(
  ports: Ports,
  account: { id: string; sourceId: string; type: number },
  caller: Caller,
): Promise<{ tokens: Tokens; sessionId: string }> {
  const [access, refresh, id] = [fresh('at_'), fresh('rt_'), ports.newId()]
  const until = untils(ports, account.type)
  await ports.db.tx(ENGINE, async query => {
    await query(sql`insert into identity.session (id, account_id, source_id, client_id, access_hash, access_until, refresh_hash, refresh_until, ip, agent)
      values (${id}, ${account.id}, ${account.sourceId}, ${caller.clientId}, ${digestOf(access)}, ${until.access}, ${digestOf(refresh)}, ${until.refresh}, ${caller.ip}, ${caller.agent})`)
    await query(sql`update identity.session set revoked_at = now(), revoke_reason = 'tooMany' where account_id = ${account.id} and revoked_at is null
      and id not in (select id from identity.session where account_id = ${account.id} and revoked_at is null and refresh_until > now() order by id desc limit ${MAX_SESSIONS})`)
    await query(sql`update identity.account set last_login_at = now() where id = ${account.id}`)
    await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
  })
  return { tokens: answer(access, refresh, account.id), sessionId: id }
}

/**
 * Redeems a refresh token once. The immediate predecessor, within ten seconds, gets the same successor again (two tabs);
 * any other reuse means theft and ends the session.
 */
export async function rotateSession(ports: Ports, refreshToken: string): Promise<Tokens> {
  const given = digestOf(refreshToken)
  const [access, refresh] = [fresh('at_'), fresh('rt_')]
  const outcome = await ports.db.tx(ENGINE, async (query): Promise<Tokens | 'refused'> => {
    const [session] = await query<{
      id: string
      account_id: string
      type: number
      state: number
      rotated_at: string | null
      successor_sealed: Buffer | null
      current: boolean
      predecessor: boolean
      alive: boolean
    }>(sql`
      select s.id, s.account_id, a.type, a.state, s.rotated_at, s.successor_sealed, s.refresh_hash = ${given} as current, s.previous_hash = ${given} as predecessor,
        (s.revoked_at is null and s.refresh_until > now() and a.state = 0 and a.deleted_at is null) as alive
      from identity.session s join identity.account a on a.id = s.account_id
      where s.refresh_hash = ${given} or s.id = (select session_id from identity.spent_refresh where hash = ${given}) for update of s`)
    if (!session || !session.alive) return 'refused'
    if (session.current) {
      const until = untils(ports, session.type)
      const successor = ports.vault.seal(JSON.stringify([access, refresh]), `identity.session|successor|${session.id}`)
      await query(sql`update identity.session set previous_hash = refresh_hash, refresh_hash = ${digestOf(refresh)}, access_hash = ${digestOf(access)},
        access_until = ${until.access}, refresh_until = ${until.refresh}, rotated_at = ${ports.now()}, successor_sealed = ${successor} where id = ${session.id}`)
      await query(sql`insert into identity.spent_refresh (hash, session_id) values (${given}, ${session.id})`)
      return answer(access, refresh, session.account_id)
    }
    const ageMs = ports.now().getTime() - new Date(session.rotated_at ?? 0).getTime()
    if (session.predecessor && session.successor_sealed && ageMs < GRACE_S * 1000) {
      const [again, next] = JSON.parse(
        ports.vault.open(session.successor_sealed, `identity.session|successor|${session.id}`).toString(),
      ) as [string, string]
      return answer(again, next, session.account_id)
    }
    await query(sql`update identity.session set revoked_at = now(), revoke_reason = 'reuse' where id = ${session.id}`)
    await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
    return 'refused'
  })
  if (outcome === 'refused') throw new Refusal('unauthorized')
  return outcome
}

/** Ends sessions; every process forgets them within 500 ms. */
export async function endSessions(
  ports: Ports,
  which: { sessionId: string } | { accountId: string; except?: string },
  reason: string,
): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    if ('sessionId' in which)
      await query(
        sql`update identity.session set revoked_at = now(), revoke_reason = ${reason} where id = ${which.sessionId} and revoked_at is null`,
      )
    else
      await query(
        sql`update identity.session set revoked_at = now(), revoke_reason = ${reason} where account_id = ${which.accountId} and revoked_at is null and id <> ${which.except ?? '0'}`,
      )
    await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
  })
  ports.bus.publish('head', { name: 'identity' })
}
