/** The last step of every sign-in: account state, brand, first password, second factor; then a session, and a row of the log. */
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { bothWords } from '#server/crud/builtIn.ts'
import type { Ports } from '#server/ports.ts'
import { clearGuesses, uncountGuess } from './attempt.server.ts'
import { brandSourceOf } from '../organisation/brandOf.server.ts'
import { factorNeed } from './factor.server.ts'
import { notePlace } from './knownPlace.server.ts'
import { organisation } from '../organisation/organisation.noun.ts'
import { digestOf, openSession, type Caller, type Tokens } from './session.server.ts'
import { sealTicket } from './ticket.server.ts'
import type { Client } from './tokenCall.server.ts'

const ENGINE = { role: 'engine' } as const
export const WAY = { password: 1, sms: 2, social: 3, key: 5 } as const

export interface Account {
  id: string
  source_id: string
  username: string
  type: number
  state: number
  password_hash: string | null
  must_change: boolean
  /** The account of an API key, with which no person signs in. */
  machine: boolean
}

export const accountWhere = async (ports: Ports, condition: Sql): Promise<Account | undefined> =>
  (
    await ports.db.query<Account>(
      ENGINE,
      sql`select id, source_id, username, type, state, password_hash, must_change, machine from identity.account
        where ${condition} and deleted_at is null`,
    )
  )[0]

export async function logSignIn(
  ports: Ports,
  username: string,
  caller: Caller,
  way: number,
  outcome: { account?: Account | undefined; sessionId?: string; reason?: string },
): Promise<void> {
  await ports.db.query(
    ENGINE,
    sql`insert into identity.login_log (id, source_id, account_id, username, at, ip, agent, client_id, way, result,
      reason, session_id)
    values (${ports.newId()}, ${outcome.account?.source_id ?? 1}, ${outcome.account?.id ?? null}, ${username.replaceAll('\0', '').slice(0, 100)}, ${ports.now()}, ${caller.ip}, ${caller.agent}, ${caller.clientId}, ${way}, ${outcome.reason ? 1 : 0}, ${outcome.reason ?? null}, ${outcome.sessionId ?? null})`,
  )
}

const CLOSED = '所属机构已冻结'

/**
 * Why an account may not sign in through this client, however valid its credentials; users do not see the reason,
 * except through `explainStopped`.
 */
export async function closedTo(ports: Ports, account: Account, client: Client): Promise<string | null> {
  if (account.machine) return '接入密钥的账号不能登录'
  if (account.state !== 0) return '账号已锁定'
  const [own] = await ports.db.query<{ closed: boolean }>(
    ENGINE,
    sql`select closed from identity.organisation where id = ${account.source_id}`,
  )
  if (own?.closed) return CLOSED
  return (await brandSourceOf(ports, account.source_id)) === client.sourceId ? null : '不属于该平台'
}

/** Users who have proved their identity, in the right brand, and only they, learn why their organisation is closed. */
export async function explainStopped(
  ports: Ports,
  account: Account,
  client: Client,
  reason: string | null,
): Promise<void> {
  if (reason !== CLOSED || (await brandSourceOf(ports, account.source_id)) !== client.sourceId) return
  const [row] = await ports.db.query<{ closed_reason: string | null }>(
    ENGINE,
    sql`select closed_reason from identity.organisation where id = ${account.source_id}`,
  )
  const why = row?.closed_reason
  if (!why) throw new Refusal('stopped')
  const [zh, en] = bothWords(organisation, 'closedReason', why)
  throw new Refusal('stopped', { text: [`账号已停用：${zh}`, `Your organisation is suspended: ${en}`] })
}

/** The content of a ticket for the second step. */
export interface Waiting {
  accountId: string
  /** Digest of the stored password: after a change the first step is no longer valid. */
  password: string
  clientId: string
  clientSource: string
  way: number
  enrol: boolean
}

export const passwordMark = (account: Account): string => digestOf(account.password_hash ?? '').toString('base64url')

/** Signs in a user who has passed the first step. Missing steps are requested with 428 and a ticket. */
export async function admit(
  ports: Ports,
  account: Account,
  client: Client,
  caller: Caller,
  way: number,
): Promise<Tokens> {
  if (account.must_change && way === WAY.password) {
    await uncountGuess(ports, { name: account.username, accountId: account.id, ...caller })
    const ticket = sealTicket(ports, 'password', { accountId: account.id, password: passwordMark(account) })
    throw new Refusal('need_password', { data: { need: 'password', ticket } })
  }
  const factor = await factorNeed(ports, account)
  if (factor) {
    // The count is restored: a user who knows the password must not be able to guess the second step without limit.
    await uncountGuess(ports, { name: account.username, accountId: account.id, ...caller })
    const waiting: Waiting = {
      accountId: account.id,
      password: passwordMark(account),
      clientId: client.id,
      clientSource: client.sourceId,
      way,
      enrol: factor.enrol,
    }
    throw new Refusal('need_factor', { data: { ...factor, ticket: sealTicket(ports, 'factor', waiting) } })
  }
  return enter(ports, account, caller, way)
}

/** Opens the session and writes the log. */
export async function enter(ports: Ports, account: Account, caller: Caller, way: number): Promise<Tokens> {
  const opened = await openSession(
    ports,
    { id: account.id, sourceId: account.source_id, type: account.type, passwordHash: account.password_hash },
    caller,
    way,
  )
  await clearGuesses(ports, { name: account.username, accountId: account.id, ...caller })
  const device = await notePlace(ports, account.id, caller)
  await logSignIn(ports, account.username, caller, way, { account, sessionId: opened.sessionId })
  return { ...opened.tokens, device }
}
