/** Signs in by password, phone or a linked account; stores the tokens, or returns the step that the server requires first. */
import type { Input } from '#model/row.ts'
import { publicConfig } from '#console/data/publicConfig.ts'
import { post, RequestError, send, type Query } from '#console/data/request.ts'
import { randomWord, sealPassword } from '#console/data/sealPassword.ts'
import { keepTokens, knownDevice, setSessionValue, type Tokens } from '#console/data/session.ts'

export type FactorMethod = 'passkey' | 'totp' | 'recovery'
export type FactorStep = { need: 'factor'; ticket: string; ways: readonly FactorMethod[]; enrol: boolean }
export type PasswordStep = { need: 'password'; ticket: string }
export type Outcome =
  | { ok: true; recovery?: readonly string[] }
  | ({ ok: false } & (PasswordStep | FactorStep | { need: 'captcha'; msg: string } | Refused))
type Refused = { need?: undefined; msg: string; error: string; retryAfterS?: number }

interface TokenAnswer {
  need?: string
  ticket?: string
  ways?: FactorMethod[]
  enrol?: boolean
  retryAfterS?: number
}

export const captchaUrl = (randomStr: string): string => `/api/code?randomStr=${randomStr}`
export { randomWord }

/** Calls one of the token endpoints and reads its answer. */
const enter = async (
  path: string,
  platform: string,
  call: { query?: Query; body?: unknown },
  username: string,
): Promise<Outcome> => {
  const { login } = await publicConfig(platform)
  const answer = await send<(Tokens & { recovery_codes?: string[] }) | TokenAnswer | null>(path, {
    method: 'POST',
    token: false,
    showError: true,
    quiet: true,
    headers: { Authorization: `Basic ${btoa(login.client)}` },
    ...call,
  })
  const data = answer.data
  if (answer.status === 200 && data && 'access_token' in data) {
    setSessionValue('isLock', null)
    setSessionValue('username', username)
    setSessionValue('platform', platform || null)
    keepTokens(data)
    return { ok: true, ...(data.recovery_codes ? { recovery: data.recovery_codes } : {}) }
  }
  const refusal = data as TokenAnswer | null
  if (answer.status === 428 && refusal?.need === 'password' && refusal.ticket)
    return { ok: false, need: 'password', ticket: refusal.ticket }
  if (answer.status === 428 && refusal?.ticket && refusal.ways)
    return { ok: false, need: 'factor', ticket: refusal.ticket, ways: refusal.ways, enrol: refusal.enrol === true }
  if (answer.status === 428) return { ok: false, need: 'captcha', msg: answer.msg ?? '' }
  return {
    ok: false,
    msg: answer.msg ?? '',
    error: answer.error ?? '',
    ...(refusal?.retryAfterS ? { retryAfterS: refusal.retryAfterS } : {}),
  }
}

export type SignIn = { platform: string; username: string; password: string; code: string; randomStr: string }
export const signIn = async ({ platform, username, password, code, randomStr }: SignIn): Promise<Outcome> => {
  const sealed = await sealPassword(password, await publicConfig(platform))
  // Sent in the body, because addresses appear in logs and in the history. The server accepts both.
  const body = new URLSearchParams({
    username: username.trim(),
    password: sealed,
    randomStr,
    code,
    type: '1',
    grant_type: 'password',
    scope: 'server',
    device: knownDevice(),
  })
  return enter('/api/auth/oauth/token', platform, { body }, username.trim())
}

export const signInByPhone = (
  platform: string,
  phone: string,
  code: string,
  captcha: { randomStr: string; captcha: string },
): Promise<Outcome> =>
  enter(
    '/api/auth/mobile/token/sms',
    platform,
    {
      body: new URLSearchParams({
        mobile: `SMS@${phone}`,
        code,
        grant_type: 'mobile',
        device: knownDevice(),
        ...captcha,
      }),
    },
    '',
  )

/** `stateAndCode` is what a provider sent back: `<state>@<code>`. */
export const signInBySocial = (platform: string, stateAndCode: string): Promise<Outcome> =>
  enter(
    '/api/auth/mobile/token/social',
    platform,
    { body: new URLSearchParams({ mobile: stateAndCode, grant_type: 'mobile' }) },
    '',
  )

/** Finishes with the second step: a code, a recovery code or a passkey's answer. */
export const finishSignIn = (platform: string, username: string, given: Input): Promise<Outcome> =>
  enter('/api/auth/factor', platform, { body: { ...given, device: knownDevice() } }, username)

/** Sets the first password of one's own with the ticket of a 428; rejects with RequestError. */
export const setFirstPassword = async (platform: string, ticket: string, password: string): Promise<void> => {
  await post(
    '/api/auth/password/first',
    { ticket, password: await sealPassword(password, await publicConfig(platform)) },
    { token: false, quiet: true },
  )
}

/** Checks the password of the signed-in user; rejects with RequestError, and a 401 has ended the session. */
export const unlock = async (platform: string, password: string): Promise<void> => {
  await post(
    '/api/auth/unlock',
    { password: await sealPassword(password, await publicConfig(platform)) },
    { quiet: true },
  )
}
export { RequestError }
