/** Passwords set by their owners: the first one, a change, a reset by phone; and the check of the lock screen. */
import sql from 'sql-template-tag'
import { CODE_WRONG, NO_PHONE } from '#base/signInTexts.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { endpoint } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { accountWhere, passwordMark, type Account } from '../signIn/admit.server.ts'
import { clearGuesses, clearProofs, countGuess, countProof, spend, uncountGuess } from '../signIn/attempt.server.ts'
import { brandSourceOf } from '../organisation/brandOf.server.ts'
import { newPasswordProblem } from './passwordPolicy.server.ts'
import { openPassword } from '../signIn/passwordTransport.server.ts'
import { passwordProves } from '../signIn/secondStep.server.ts'
import { endSessions } from '../signIn/session.server.ts'
import { brandByCode, phoneIn, phoneIndex, useCode } from '../signIn/smsCode.server.ts'
import { expired, openTicket, sealTicket, useOnce } from '../signIn/ticket.server.ts'

const ENGINE = { role: 'engine' } as const
const UNLOCK_TRIES = 5

/** The new password in plain text, after checking it; a form shows the problem at its field. */
async function judged(ports: Ports, account: Account, sealed: unknown): Promise<string> {
  const opened = openPassword(sealed, ports.vault, ports.now().getTime())
  if (!opened || (opened.nonce !== undefined && !(await useOnce(ports, opened.nonce)))) throw new Refusal('invalid')
  const problem = await newPasswordProblem(ports, opened.password, account.username)
  if (problem) throw invalidFields([{ field: 'password', text: problem }])
  if (account.password_hash && (await ports.hashing.verifyPassword(account.password_hash, opened.password)))
    throw invalidFields([
      { field: 'password', text: ['新密码不能与原密码相同', 'The new password must differ from the present one'] },
    ])
  return opened.password
}

/** Stores the password if the previous one is still unchanged, and ends the sessions opened with it. */
async function change(
  query: Query,
  ports: Ports,
  account: Account,
  password: string,
  except: string | undefined,
): Promise<void> {
  const hash = await ports.hashing.hashPassword(password)
  const changed = await query(
    sql`update identity.account set password_hash = ${hash}, must_change = false, rev = rev + 1 where id = ${account.id} and deleted_at is null
      and password_hash is not distinct from ${account.password_hash} returning 1`,
  )
  if (changed.length === 0) throw new Refusal('conflict')
  await endSessions(query, ports, { accountId: account.id, ...(except ? { except } : {}) }, 'passwordChanged')
}

const audit = (query: Query, ports: Ports, account: Account, ip: string, requestId: string, action: string) =>
  query(sql`insert into audit.entry (id, at, actor_id, actor_name, source_id, ip, request_id, action, object,
    object_id, object_name)
    values (${ports.newId()}, ${ports.now()}, ${account.id}, ${account.username}, ${account.source_id}, ${ip}, ${requestId}, ${action}, 'user', ${account.id}, ${account.username})`)

/** The first password was printed once or set by an administrator: its owner must set a new one before the first session. */
export const firstPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/first',
  access: 'public',
  budget: 'signIn',
  scope: 'none',
  summary: ['以 428 应答中的 ticket 设置新密码', 'Sets a new password with the ticket of a 428'],
  async run({ ports, ip, requestId }, input) {
    const ticket = openTicket<{ accountId: string; password: string }>(ports, 'password', input.ticket)
    const account = await accountWhere(ports, sql`id = ${ticket.accountId} and must_change and state = 0`)
    // The ticket is void if the password was reset since it was issued.
    if (!account || passwordMark(account) !== ticket.password) throw expired()
    const password = await judged(ports, account, input.password)
    await ports.db.tx(ENGINE, async query => {
      await change(query, ports, account, password, undefined)
      await audit(query, ports, account, ip, requestId, 'firstPassword')
    })
    return true
  },
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  access: 'login',
  places: true,
  scope: 'none',
  summary: [
    '修改自己的密码（old、password），本人其他会话随即结束',
    "Changes the own password (old, password); the person's other sessions end",
  ],
  async run({ ports, user, ip, requestId }, input) {
    const account = await accountWhere(ports, sql`id = ${user.userId}`)
    if (!account) throw new Refusal('unauthorized')
    await countProof(ports, user.sessionId)
    if (!(await passwordProves(ports, account, input.old)))
      throw invalidFields([{ field: 'old', text: ['原密码错误', 'This is not your present password'] }])
    await clearProofs(ports, user.sessionId)
    const password = await judged(ports, account, input.password)
    await ports.db.tx(ENGINE, async query => {
      await change(query, ports, account, password, user.sessionId)
      await audit(query, ports, account, ip, requestId, 'changePassword')
    })
    return true
  },
})

/** The account with a phone number in a brand; null when it is locked or belongs to another brand. */
async function ownerOf(ports: Ports, phone: string, brand: string): Promise<Account | undefined> {
  const account = await accountWhere(ports, sql`phone_index = ${phoneIndex(ports, phone)} and state = 0`)
  // Looked up without an account as well: a quicker answer would reveal which phone numbers are known.
  const own = await brandSourceOf(ports, account?.source_id ?? brand)
  return own === brand ? account : undefined
}

export const checkReset = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset/check',
  access: 'public',
  budget: 'signIn',
  scope: 'none',
  summary: [
    '重置密码第一步：手机号和验证码（purpose reset）换取 ticket；多次猜错后还需 captcha 和 randomStr',
    'First step of a reset: phone and the code sent to it (purpose reset) for a ticket; captcha and randomStr once guesses pile up',
  ],
  async run({ ports, ip }, input: Input) {
    const phone = phoneIn(input.phone)
    if (!phone) throw invalidFields([{ field: 'phone', text: NO_PHONE }])
    await spend(ports, `reset:${ip}`, 30, 1)
    const brand = await brandByCode(ports, input.platform)
    const account = await ownerOf(ports, phone, brand)
    const name = account?.username ?? `phone:${phoneIndex(ports, phone).toString('base64url')}`
    const guess = { name, accountId: account?.id, ip, device: input.device }
    await countGuess(ports, guess, { randomStr: input.randomStr, text: input.captcha })
    if (!(await useCode(ports, phone, 'reset', brand, input.code)) || !account)
      throw new Refusal('bad_code', { text: CODE_WRONG })
    await uncountGuess(ports, guess)
    return {
      ticket: sealTicket(ports, 'reset', { accountId: account.id, password: passwordMark(account) }),
      username: account.username,
    }
  },
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset',
  access: 'public',
  budget: 'signIn',
  scope: 'none',
  summary: [
    '重置密码第二步：ticket 和新密码，账号的全部会话随即结束',
    'Second step of a reset: ticket and new password; every session of the account ends',
  ],
  async run({ ports, ip, requestId }, input) {
    const ticket = openTicket<{ accountId: string; password: string }>(ports, 'reset', input.ticket)
    const account = await accountWhere(ports, sql`id = ${ticket.accountId} and state = 0`)
    if (!account || passwordMark(account) !== ticket.password) throw expired()
    const password = await judged(ports, account, input.password)
    await ports.db.tx(ENGINE, async query => {
      await change(query, ports, account, password, undefined)
      await audit(query, ports, account, ip, requestId, 'resetPassword')
    })
    // The owner of the phone does not have to wait because of others' guesses.
    await clearGuesses(ports, { name: account.username, accountId: account.id, ip, device: input.device })
    return true
  },
})

/** Checks the password of the current session's account, for the lock screen. */
export const unlock = endpoint({
  method: 'POST',
  path: '/api/auth/unlock',
  access: 'login',
  places: true,
  scope: 'none',
  summary: ['校验当前用户的密码（锁屏页）', 'Checks the password of the present user (lock page)'],
  async run({ ports, user, now }, input) {
    const account = await accountWhere(ports, sql`id = ${user.userId}`)
    if (!account) throw new Refusal('unauthorized')
    const key = `lock:${user.sessionId}`
    const [tries] = await ports.db.query<{ failures: number }>(
      ENGINE,
      sql`insert into identity.attempt as a (key, failures, window_until) values (${key}, 1, ${new Date(now.getTime() + 86_400_000)})
      on conflict (key) do update set failures = a.failures + 1 returning failures`,
    )
    if (tries!.failures <= UNLOCK_TRIES && (await passwordProves(ports, account, input.password))) {
      await ports.db.query(ENGINE, sql`delete from identity.attempt where key = ${key}`)
      return true
    }
    if (tries!.failures >= UNLOCK_TRIES) {
      await ports.db.tx(ENGINE, query => endSessions(query, ports, { sessionId: user.sessionId }, 'lock'))
      throw new Refusal('unauthorized')
    }
    const left = UNLOCK_TRIES - tries!.failures
    throw new Refusal('invalid_grant', {
      text: [`密码错误，还可尝试${left}次`, `Wrong password; ${left} tries left`],
      data: { left },
    })
  },
})
