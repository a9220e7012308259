/** The second step of a sign-in, and later proofs of identity: a code, a passkey, a recovery code, or the password. */
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { accountWhere, closedTo, enter, logSignIn, passwordMark, type Account, type Waiting } from './admit.server.ts'
import { clearProofs, countGuess, countProof } from './attempt.server.ts'
import { brandAbove } from '../organisation/brandOf.server.ts'
import { beginTotp, factorNeed, factorProves, keepTotp } from './factor.server.ts'
import { askPasskey } from './passkey.server.ts'
import { UNKNOWN_ACCOUNT_HASH } from './passwordGrant.server.ts'
import { openPassword } from './passwordTransport.server.ts'
import { expired, openTicket, useOnce } from './ticket.server.ts'
import { callerOf } from './tokenCall.server.ts'

const ENGINE = { role: 'engine' } as const
type Given = Input
const bodyOf = (request: FastifyRequest): Given => (request.body ?? {}) as Given
const ok = (data: unknown) => ({ code: 0, msg: null, data })

/** The account of a first-step ticket; refused when the password has changed since. */
async function waitingOf(
  ports: Ports,
  given: Given,
): Promise<{ account: Account; ticket: Waiting & { nonce: string } }> {
  const ticket = openTicket<Waiting>(ports, 'factor', given.ticket)
  const account = await accountWhere(ports, sql`id = ${ticket.accountId}`)
  if (!account || passwordMark(account) !== ticket.password) throw expired()
  return { account, ticket }
}

/** The issuer name shown in an authenticator app. */
const issuerOf = async (ports: Ports, sourceId: string): Promise<string> =>
  (await brandAbove(query => ports.db.query(ENGINE, query), sourceId))?.name ?? 'Portico'

export const finishSignIn = raw({
  method: 'POST',
  path: '/api/auth/factor',
  access: 'public',
  budget: 'signIn',
  summary: [
    '完成应答 428（需 totp 或 passkey）的登录：ticket 加 code、credential 或 recovery；应答与取令牌相同',
    'Finishes a sign-in that answered 428 need totp or passkey: ticket with code, credential or recovery; answers like the token call',
  ],
  async handle(ports, request, reply) {
    const given = bodyOf(request)
    const { account, ticket } = await waitingOf(ports, given)
    const caller = { ...callerOf(request, ticket.clientId), device: given.device }
    await countGuess(
      ports,
      { name: account.username, accountId: account.id, ...caller },
      { randomStr: given.randomStr, text: given.captcha },
    )
    const refuse = async (reason: string): Promise<never> => {
      await logSignIn(ports, account.username, caller, ticket.way, { account, reason })
      throw new Refusal('bad_code')
    }
    const need = await factorNeed(ports, account)
    let recovery: string[] = []
    // A ticket for setting up the first factor is void once there is a factor.
    if (ticket.enrol) {
      if (!need?.enrol) throw expired()
      recovery = await ports.db
        .tx(ENGINE, query => keepTotp(query, ports, account.id, given.setup, given.code))
        .catch((error: unknown) =>
          error instanceof Refusal && error.failure === 'bad_code' ? refuse('第二步验证失败') : Promise.reject(error),
        )
    } else if (!(await factorProves(ports, request, account.id, given))) return refuse('第二步验证失败')
    const closed = await closedTo(ports, account, { id: ticket.clientId, sourceId: ticket.clientSource })
    if (closed) return refuse(closed)
    if (!(await useOnce(ports, ticket.nonce))) throw expired()
    const tokens = await enter(ports, account, caller, ticket.way)
    return reply.send(recovery.length ? { ...tokens, recovery_codes: recovery } : tokens)
  },
})

export const enrolAtSignIn = raw({
  method: 'POST',
  path: '/api/auth/factor/enrol',
  access: 'public',
  budget: 'signIn',
  summary: [
    '登录时须绑定验证器的用户取得验证器密钥（ticket，enrol）',
    'A secret for an authenticator app, where one must be set up to sign in (ticket with enrol)',
  ],
  async handle(ports, request, reply) {
    const { account, ticket } = await waitingOf(ports, bodyOf(request))
    if (!ticket.enrol || !(await factorNeed(ports, account))?.enrol) throw expired()
    return reply.send(ok(beginTotp(ports, account, await issuerOf(ports, account.source_id))))
  },
})

export const passkeyAtSignIn = raw({
  method: 'POST',
  path: '/api/auth/factor/passkey',
  access: 'public',
  budget: 'signIn',
  summary: [
    '浏览器以通行密钥作第二步验证所需的参数（ticket）',
    'What the browser needs to use a passkey as second step (ticket)',
  ],
  async handle(ports, request, reply) {
    const { account } = await waitingOf(ports, bodyOf(request))
    return reply.send(ok(await askPasskey(ports, request, account.id)))
  },
})

export const passkeyForProof = raw({
  method: 'POST',
  path: '/api/auth/proof/passkey',
  access: 'login',
  places: true,
  summary: [
    '浏览器以通行密钥再次验证身份所需的参数',
    'Options for the browser to prove the identity of the signed-in user with a passkey',
  ],
  handle: async (ports, request, reply) => reply.send(ok(await askPasskey(ports, request, request.user!.userId))),
})

/** Users with a second factor prove that; others prove their password. */
export const proveAgain = raw({
  method: 'POST',
  path: '/api/auth/proof',
  access: 'login',
  places: true,
  summary: [
    '再次验证身份，五分钟内有效：code、credential 或 recovery，否则 password',
    'Step-up: proves the identity of the signed-in user again, valid for five minutes: code, credential or recovery, else password',
  ],
  async handle(ports, request, reply) {
    const user = request.user!
    const given = bodyOf(request)
    const account = await accountWhere(ports, sql`id = ${user.userId}`)
    if (!account) throw new Refusal('unauthorized')
    await countProof(ports, user.sessionId)
    const need = await factorNeed(ports, account)
    const right =
      need && !need.enrol
        ? await factorProves(ports, request, account.id, given)
        : await passwordProves(ports, account, given.password)
    if (!right)
      throw new Refusal(
        need && !need.enrol ? 'bad_code' : 'invalid_grant',
        need && !need.enrol ? {} : { text: ['密码错误', 'Wrong password'] },
      )
    await clearProofs(ports, user.sessionId)
    await ports.db.tx(ENGINE, async query => {
      await query(sql`update identity.session set proved_at = ${ports.now()} where id = ${user.sessionId}`)
      await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
      query.afterCommit(() => ports.bus.publish('head', { name: 'identity' }))
    })
    return reply.send(ok(true))
  },
})

/** Whether a sealed password is the account's; each sealed form is accepted once. */
export async function passwordProves(ports: Ports, account: Account, sealed: unknown): Promise<boolean> {
  const opened = openPassword(sealed, ports.vault, ports.now().getTime())
  const right = await ports.hashing.verifyPassword(
    account.password_hash ?? UNKNOWN_ACCOUNT_HASH,
    opened?.password ?? '',
  )
  const replayed = opened?.nonce !== undefined && !(await useOnce(ports, opened.nonce))
  return right && opened !== null && !replayed
}
