/** The contract's token call: password and refresh grants, by query or form body, and the way out. */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { endpoint, raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { clearAttempts, countAttempt } from './attempt.server.ts'
import { isRandomStr, useCaptcha } from './captcha.server.ts'
import { passwordProblem } from './password.rules.ts'
import { openPassword } from './passwordTransport.server.ts'
import { endSessions, openSession, rotateSession, type Caller, type Tokens } from './session.server.ts'

const ENGINE = { role: 'engine' } as const
const TICKET_MS = 10 * 60_000
// Verified when there is no such account, so that its absence takes as long as a wrong password.
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Zq0yZQn8ZVx7j3h6y1o0v8bS6u2yW9Kp0kQn5XJq0aE'

type Params = Record<string, string | undefined>

/** Query and form body alike; a name given in both must say the same. */
function paramsOf(request: FastifyRequest): Params {
  const body = (typeof request.body === 'object' && request.body ? request.body : {}) as Record<string, unknown>
  const query = request.query as Record<string, unknown>
  const result: Params = {}
  for (const [name, value] of [...Object.entries(query), ...Object.entries(body)]) {
    if (typeof value !== 'string' || (name in result && result[name] !== value)) throw new Refusal('invalid')
    result[name] = value
  }
  return result
}

async function clientOf(
  ports: Ports,
  request: FastifyRequest,
  grant: string,
): Promise<{ id: string; sourceId: string | null }> {
  const header = request.headers.authorization ?? ''
  const [id = '', secret = ''] = header.startsWith('Basic ')
    ? Buffer.from(header.slice(6), 'base64').toString('utf8').split(':', 2)
    : []
  const [client] = await ports.db.query<{ secret: string; source_id: string | null; grants: string[] }>(
    ENGINE,
    sql`select secret, source_id, grants from identity.client where id = ${id.slice(0, 64).replaceAll('\0', '')}`,
  )
  if (!client || client.secret !== secret || !client.grants.includes(grant)) throw new Refusal('invalid_client')
  return { id, sourceId: client.source_id }
}

interface Account {
  id: string
  source_id: string
  username: string
  type: number
  state: number
  password_hash: string | null
  must_change: boolean
}

async function logSignIn(
  ports: Ports,
  username: string,
  caller: Caller,
  way: number,
  outcome: { account?: Account; sessionId?: string; reason?: string },
): Promise<void> {
  await ports.db.query(
    ENGINE,
    sql`insert into identity.login_log (id, source_id, account_id, username, at, ip, agent, client_id, way, result, reason, session_id)
    values (${ports.newId()}, ${outcome.account?.source_id ?? 1}, ${outcome.account?.id ?? null}, ${username.slice(0, 100)}, ${ports.now()}, ${caller.ip}, ${caller.agent}, ${caller.clientId}, ${way}, ${outcome.reason ? 1 : 0}, ${outcome.reason ?? null}, ${outcome.sessionId ?? null})`,
  )
}

/** A person of a brand comes in through that brand's client only; platform staff through the platform's own. */
async function mayUseClient(ports: Ports, account: Account, clientSource: string | null): Promise<boolean> {
  const lineage = await ports.db.query<{ id: string; kind: number }>(
    ENGINE,
    sql`with recursive up as (
      select id, parent_id, kind from identity.organisation where id = ${account.source_id}
      union all select o.id, o.parent_id, o.kind from identity.organisation o join up on o.id = up.parent_id) select id, kind from up`,
  )
  const partner = lineage.find(organisation => organisation.kind === 1)?.id ?? null
  return partner === clientSource
}

async function passwordGrant(
  ports: Ports,
  params: Params,
  caller: Caller,
  clientSource: string | null,
): Promise<Tokens> {
  const username = (params.username ?? '').trim()
  if (!username || !params.password) throw new Refusal('invalid_grant')
  const { captcha } = await countAttempt(ports, username, caller.ip)
  if (captcha) {
    if (!params.code) throw new Refusal('need_captcha', { data: { need: 'captcha' } })
    if (!isRandomStr(params.randomStr) || !(await useCaptcha(ports, params.randomStr, params.code)))
      throw new Refusal('bad_captcha')
  }
  const opened = openPassword(params.password, ports.vault, ports.now().getTime())
  const replayed = opened?.nonce !== undefined && !(await useNonce(ports, opened.nonce))
  const [account] = username.includes('\0')
    ? []
    : await ports.db.query<Account>(
        ENGINE,
        sql`select id, source_id, username, type, state, password_hash, must_change
    from identity.account where lower(username) = lower(${username.slice(0, 100)}) and deleted_at is null`,
      )
  const right = await ports.hashing.verifyPassword(account?.password_hash ?? NOBODYS_HASH, opened?.password ?? '')
  const refuse = async (reason: string): Promise<never> => {
    await logSignIn(ports, username.replaceAll('\0', ''), caller, 1, { ...(account ? { account } : {}), reason })
    throw new Refusal('invalid_grant')
  }
  if (!account || !opened || !right) return refuse(account ? '密码错误' : '用户不存在')
  if (replayed) return refuse('登录凭据重放')
  if (account.state !== 0) return refuse('账号已锁定')
  if (!(await mayUseClient(ports, account, clientSource))) return refuse('不属于该平台')
  await clearAttempts(ports, username, caller.ip)
  if (account.must_change) {
    const ticket = ports.vault
      .seal(JSON.stringify({ accountId: account.id, until: ports.now().getTime() + TICKET_MS }), 'ticket|password')
      .toString('base64url')
    throw new Refusal('need_password', { data: { need: 'password', ticket } })
  }
  const { tokens, sessionId } = await openSession(
    ports,
    { id: account.id, sourceId: account.source_id, type: account.type },
    caller,
  )
  await logSignIn(ports, account.username, caller, 1, { account, sessionId })
  return tokens
}

async function useNonce(ports: Ports, nonce: string): Promise<boolean> {
  const rows = await ports.db.query(
    ENGINE,
    sql`insert into identity.used_nonce (nonce, until) values (${nonce}, ${new Date(ports.now().getTime() + 10 * 60_000)}) on conflict do nothing returning nonce`,
  )
  return rows.length === 1
}

const callerOf = (request: FastifyRequest, clientId: string): Caller => ({
  ip: request.ip,
  agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
  clientId,
})

export const tokenRoute = raw({
  method: 'POST',
  path: '/api/auth/oauth/token',
  access: 'public',
  summary: 'Password and refresh grants (OAuth 2 body, outside the envelope)',
  async handle(ports, request, reply) {
    const params = paramsOf(request)
    const grant = params.grant_type ?? ''
    const client = await clientOf(ports, request, grant)
    const caller = callerOf(request, client.id)
    if (grant === 'password') return reply.send(await passwordGrant(ports, params, caller, client.sourceId))
    if (grant === 'refresh_token') {
      if (!/^rt_[A-Za-z0-9_-]{43}$/.test(params.refresh_token ?? '')) throw new Refusal('unauthorized')
      return reply.send(await rotateSession(ports, params.refresh_token!))
    }
    throw new Refusal('unsupported_grant')
  },
})

function openTicket(ports: Ports, given: unknown): { accountId: string; until: number } | null {
  try {
    return JSON.parse(
      ports.vault.open(Buffer.from(String(given ?? ''), 'base64url'), 'ticket|password').toString(),
    ) as { accountId: string; until: number }
  } catch {
    return null
  }
}

/** The first password was printed once or given by an administrator: its owner sets a new one before the first session. */
export const firstPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/first',
  access: 'public',
  scope: 'none',
  summary: 'Sets a new password with the ticket of a 428',
  async run(ctx, input) {
    const { ports } = ctx
    const ticket = openTicket(ports, input.ticket)
    if (!ticket || ticket.until < ctx.now.getTime())
      throw new Refusal('invalid', { text: ['凭据已过期，请重新登录', 'The ticket has expired; please sign in again'] })
    const opened = openPassword(input.password, ports.vault, ctx.now.getTime())
    const [account] = await ports.db.query<{ username: string; password_hash: string }>(
      ENGINE,
      sql`select username, password_hash from identity.account where id = ${ticket.accountId} and must_change and deleted_at is null`,
    )
    if (!account || !opened) throw new Refusal('invalid')
    const problem =
      passwordProblem(opened.password, account.username) ??
      ((await ports.hashing.verifyPassword(account.password_hash, opened.password))
        ? (['新密码不能与初始密码相同', 'The new password must differ from the first one'] as const)
        : null)
    if (problem)
      throw new Refusal('invalid', { text: problem, data: { problems: [{ field: 'password', text: problem }] } })
    const hash = await ports.hashing.hashPassword(opened.password)
    await ports.db.query(
      ENGINE,
      sql`update identity.account set password_hash = ${hash}, must_change = false, rev = rev + 1 where id = ${ticket.accountId} and must_change`,
    )
    return true
  },
})

/** The lock page asks here: the password of the account that holds the token. */
export const unlock = endpoint({
  method: 'POST',
  path: '/api/auth/unlock',
  access: 'login',
  scope: 'none',
  summary: 'Checks the password of the present user (lock page)',
  async run(ctx, input) {
    const { ports, user } = ctx
    const opened = openPassword(input.password, ports.vault, ctx.now.getTime())
    const [account] = await ports.db.query<{ password_hash: string }>(
      ENGINE,
      sql`select password_hash from identity.account where id = ${user.userId}`,
    )
    const tries = await ports.db.query<{ failures: number }>(
      ENGINE,
      sql`insert into identity.attempt as a (key, failures, window_until) values (${`lock:${user.sessionId}`}, 1, ${new Date(ctx.now.getTime() + 86_400_000)})
      on conflict (key) do update set failures = a.failures + 1 returning failures`,
    )
    const right =
      tries[0]!.failures <= 5 &&
      (await ports.hashing.verifyPassword(account?.password_hash ?? NOBODYS_HASH, opened?.password ?? ''))
    if (right) {
      await ports.db.query(ENGINE, sql`delete from identity.attempt where key = ${`lock:${user.sessionId}`}`)
      return true
    }
    if (tries[0]!.failures >= 5) {
      await endSessions(ports, { sessionId: user.sessionId }, 'lock')
      throw new Refusal('unauthorized')
    }
    const left = 5 - tries[0]!.failures
    throw new Refusal('invalid_grant', {
      text: [`密码错误，还可尝试${left}次`, `Wrong password; ${left} tries left`],
      data: { left },
    })
  },
})

export const logout = raw({
  method: ['GET', 'DELETE'],
  path: '/api/auth/token/logout',
  access: 'public',
  summary: 'Ends the session of the token',
  async handle(ports, request, reply) {
    if (!request.headers.authorization) throw new Refusal('token_blank')
    if (!request.user) throw new Refusal('unauthorized')
    await endSessions(ports, { sessionId: request.user.sessionId }, 'logout')
    return reply.send({ code: 0, msg: null, data: true })
  },
})

export const randomPassword = (): string => randomBytes(9).toString('base64url')
