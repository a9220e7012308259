/** The password grant: a user name and a sealed password, with a captcha after several guesses. */
import { folded } from '#base/folded.ts'
import { Refusal } from '#model/error.ts'
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'
import { accountWhere, admit, closedTo, logSignIn, explainStopped, WAY } from './admit.server.ts'
import { countGuess } from './attempt.server.ts'
import { openPassword } from './passwordTransport.server.ts'
import type { Caller, Tokens } from './session.server.ts'
import { useOnce } from './ticket.server.ts'
import type { Client, Params } from './tokenCall.server.ts'

// Verified when there is no such account, so that this takes as long as a wrong password.
export const UNKNOWN_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Zq0yZQn8ZVx7j3h6y1o0v8bS6u2yW9Kp0kQn5XJq0aE'

export async function passwordGrant(ports: Ports, params: Params, client: Client, caller: Caller): Promise<Tokens> {
  const username = folded(params.username ?? '').trim()
  if (!username || !params.password) throw new Refusal('invalid_grant')
  const account = username.includes('\0')
    ? undefined
    : await accountWhere(ports, sql`lower(username) = lower(${username.slice(0, 100)})`)
  await countGuess(
    ports,
    { name: username, accountId: account?.id, ...caller },
    { randomStr: params.randomStr, text: params.code },
  )
  const opened = openPassword(params.password, ports.vault, ports.now().getTime())
  const replayed = opened?.nonce !== undefined && !(await useOnce(ports, opened.nonce))
  const right = await ports.hashing.verifyPassword(
    account?.password_hash ?? UNKNOWN_ACCOUNT_HASH,
    opened?.password ?? '',
  )
  // Checked in any case, so that the answer takes equally long.
  const closed = await closedTo(ports, account ?? NO_ACCOUNT, client)
  const reason = !account ? '用户不存在' : !opened || !right ? '密码错误' : replayed ? '登录凭据重放' : closed
  if (!account || reason) {
    await logSignIn(ports, username, caller, WAY.password, { account, reason: reason ?? '' })
    if (account && right && !replayed) await explainStopped(ports, account, client, reason)
    throw new Refusal('invalid_grant')
  }
  return admit(ports, account, client, caller, WAY.password)
}

const NO_ACCOUNT = {
  id: '0',
  source_id: '1',
  username: '',
  type: 5,
  state: 0,
  password_hash: null,
  must_change: false,
  machine: false,
} as const
