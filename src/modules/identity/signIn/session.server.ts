/** Sessions: opaque tokens of which only digests are stored, rotated at each refresh; reusing one ends the session. */
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { USER_TYPE } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'

const ENGINE = { role: 'engine' } as const
export const ACCESS_S = 7200
const REFRESH_HOURS_STAFF = 12
const REFRESH_HOURS_APPLICATION = 7 * 24
const GRACE_S = 10
const MAX_SESSIONS_STAFF = 3
const MAX_SESSIONS_APPLICATION = 5

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  user_id: string
  token_type: 'bearer'
  scope: 'server'
  /** The token by which this browser is recognised for 30 days; sent with the next sign-in. */
  device?: string
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
  /** The token that the browser got at an earlier sign-in. */
  device?: unknown
}

const ofApplication = (type: number): boolean => type === USER_TYPE.application || type === USER_TYPE.end
const untils = (ports: Ports, type: number): { access: Date; refresh: Date } => {
  const now = ports.now().getTime()
  const hours = ofApplication(type) ? REFRESH_HOURS_APPLICATION : REFRESH_HOURS_STAFF
  return { access: new Date(now + ACCESS_S * 1000), refresh: new Date(now + hours * 3_600_000) }
}

/**
 * Opens a session; the oldest beyond three (five for application users) end. Refuses when the account has been locked,
 * removed or given another password since the credentials were checked.
 */
export async function openSession(
  ports: Ports,
  account: { id: string; sourceId: string; type: number; passwordHash?: string | null },
  caller: Caller,
  way = 1,
): Promise<{ tokens: Tokens; sessionId: string }> {
  const [access, refresh, id] = [fresh('at_'), fresh('rt_'), ports.newId()]
  const until = untils(ports, account.type)
  const most = ofApplication(account.type) ? MAX_SESSIONS_APPLICATION : MAX_SESSIONS_STAFF
  await ports.db.tx(ENGINE, async query => {
    const same = await query(
      sql`update identity.account set last_login_at = ${ports.now()} where id = ${account.id} and state = 0 and deleted_at is null
        and (${account.passwordHash === undefined} or password_hash is not distinct from ${account.passwordHash ?? null}) returning 1`,
    )
    if (same.length === 0) throw new Refusal('invalid_grant')
    await query(sql`insert into identity.session (id, account_id, source_id, client_id, access_hash, access_until,
      refresh_hash, refresh_until, ip, agent, way, proved_at)
      values (${id}, ${account.id}, ${account.sourceId}, ${caller.clientId}, ${digestOf(access)}, ${until.access}, ${digestOf(refresh)}, ${until.refresh}, ${caller.ip}, ${caller.agent}, ${way}, ${ports.now()})`)
    await query(sql`update identity.session set revoked_at = now(), revoke_reason = 'tooMany' where account_id = ${account.id} and revoked_at is null
      and id not in (select id from identity.session
      where account_id = ${account.id} and revoked_at is null and refresh_until > now() order by id desc
      limit ${most})`)
    await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
  })
  return { tokens: answer(access, refresh, account.id), sessionId: id }
}

/**
 * Redeems a refresh token once. The immediate predecessor gets the same successor again within ten seconds (two tabs);
 * any other reuse is considered theft and ends the session.
 */
export async function rotateSession(ports: Ports, refreshToken: string): Promise<Tokens> {
  const given = digestOf(refreshToken)
  const [access, refresh] = [fresh('at_'), fresh('rt_')]
  const outcome = await ports.db.tx(ENGINE, async (query): Promise<Tokens | 'refused'> => {
    // Found first and then locked: of twenty simultaneous tabs, nineteen wait here and see the result of the first.
    const [found] = await query<{ id: string }>(sql`
      select id from identity.session where refresh_hash = ${given}
      union all select session_id from identity.spent_refresh where hash = ${given} limit 1`)
    if (!found) return 'refused'
    const [session] = await query<{
      id: string
      account_id: string
      source_id: string
      username: string
      type: number
      rotated_at: string | null
      successor_sealed: Buffer | null
      current: boolean
      predecessor: boolean
      alive: boolean
    }>(sql`
      select s.id, s.account_id, s.source_id, a.username, a.type, s.rotated_at, s.successor_sealed,
      s.refresh_hash = ${given} as current, s.previous_hash = ${given} as predecessor,
        (s.revoked_at is null and s.refresh_until > ${ports.now()} and a.state = 0 and a.deleted_at is null) as alive
      from identity.session s join identity.account a on a.id = s.account_id
      where s.id = ${found.id} for update of s`)
    if (!session || !session.alive) return 'refused'
    if (session.current) {
      const until = untils(ports, session.type)
      const successor = ports.vault.seal(JSON.stringify([access, refresh]), `identity.session|successor|${session.id}`)
      await query(sql`update identity.session set previous_hash = refresh_hash, refresh_hash = ${digestOf(refresh)}, access_hash = ${digestOf(access)},
        access_until = ${until.access}, refresh_until = ${until.refresh}, rotated_at = ${ports.now()}, successor_sealed = ${successor}, last_seen_at = now() where id = ${session.id}`)
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
    await endSessions(query, ports, { sessionId: session.id }, 'reuse')
    await query(sql`insert into audit.entry (id, at, actor_id, actor_name, source_id, action, object, object_id, object_name, reason)
      values (${ports.newId()}, ${ports.now()}, ${session.account_id}, ${session.username}, ${session.source_id}, 'refreshReuse', 'session', ${session.id}, ${session.username}, '刷新令牌被重复使用')`)
    return 'refused'
  })
  if (outcome === 'refused') throw new Refusal('unauthorized')
  return outcome
}

export type WhichSessions = { sessionId: string; accountId?: string } | { accountId: string; except?: string }

/** Ends all sessions of the users of organisations, in the transaction of `query`. */
export async function endSessionsOfOrganisations(
  query: Query,
  ports: Ports,
  organisationIds: readonly string[],
  reason: string,
): Promise<void> {
  await query(
    sql`update identity.session set revoked_at = now(), revoke_reason = ${reason}
      where source_id = any(${organisationIds}::bigint[]) and revoked_at is null`,
  )
  await forgetRights(query, ports)
}

/** Ends sessions in the transaction of `query`; every process drops them within 500 ms of its commit. Returns their number. */
export async function endSessions(query: Query, ports: Ports, which: WhichSessions, reason: string): Promise<number> {
  const ended = await query(
    'sessionId' in which
      ? sql`update identity.session set revoked_at = now(), revoke_reason = ${reason}
        where id = ${which.sessionId} and revoked_at is null
        and account_id = coalesce(${which.accountId ?? null}::bigint, account_id)
        returning 1`
      : sql`update identity.session set revoked_at = now(), revoke_reason = ${reason}
        where account_id = ${which.accountId} and revoked_at is null and id <> ${which.except || '0'} returning 1`,
  )
  await forgetRights(query, ports)
  return ended.length
}

/** Makes every process drop its cache of accounts and sessions. */
async function forgetRights(query: Query, ports: Ports): Promise<void> {
  await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
  query.afterCommit(() => ports.bus.publish('head', { name: 'identity' }))
}
