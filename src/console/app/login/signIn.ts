/** Signs in: seals the password, calls the token endpoint, keeps the tokens; or says what the server wants first. */
import { publicConfig } from '#console/data/publicConfig.ts'
import { post, RequestError, send } from '#console/data/request.ts'
import { randomWord, sealPassword } from '#console/data/sealPassword.ts'
import { keepTokens, setSessionValue, type Tokens } from '#console/data/session.ts'

export type SignIn = { platform: string; username: string; password: string; code: string; randomStr: string }
export type Outcome =
  | { ok: true }
  | { ok: false; need: 'captcha'; msg: string }
  | { ok: false; need: 'password'; ticket: string }
  | { ok: false; need?: undefined; msg: string; error: string; retryAfterS?: number }

export const captchaUrl = (randomStr: string): string => `/api/code?randomStr=${randomStr}`
export { randomWord }

export const signIn = async ({ platform, username, password, code, randomStr }: SignIn): Promise<Outcome> => {
  const config = await publicConfig(platform)
  const answer = await send<Tokens | { need?: string; ticket?: string; retryAfterS?: number } | null>(
    '/api/auth/oauth/token',
    {
      method: 'POST',
      token: false,
      showError: true,
      quiet: true,
      headers: { Authorization: `Basic ${btoa(config.login.client)}` },
      query: {
        username: username.trim(),
        password: await sealPassword(password, config),
        randomStr,
        type: '1',
        code,
        grant_type: 'password',
        scope: 'server',
      },
    },
  )
  const data = answer.data
  if (answer.status === 200 && data && 'access_token' in data) {
    setSessionValue('isLock', null)
    setSessionValue('username', username.trim())
    setSessionValue('platform', platform || null)
    keepTokens(data)
    return { ok: true }
  }
  const said = data as { need?: string; ticket?: string; retryAfterS?: number } | null
  if (answer.status === 428 && said?.need === 'password' && said.ticket)
    return { ok: false, need: 'password', ticket: said.ticket }
  if (answer.status === 428) return { ok: false, need: 'captcha', msg: answer.msg ?? '' }
  return {
    ok: false,
    msg: answer.msg ?? '',
    error: answer.error ?? '',
    ...(said?.retryAfterS ? { retryAfterS: said.retryAfterS } : {}),
  }
}

/** Sets the first password of one's own with the ticket of a 428; rejects with RequestError. */
export const setFirstPassword = async (platform: string, ticket: string, password: string): Promise<void> => {
  await post(
    '/api/auth/password/first',
    { ticket, password: await sealPassword(password, await publicConfig(platform)) },
    { token: false, quiet: true },
  )
}

/** Asks whether this is the password of whoever is signed in; rejects with RequestError, whose 401 has ended the session. */
export const unlock = async (platform: string, password: string): Promise<void> => {
  await post(
    '/api/auth/unlock',
    { password: await sealPassword(password, await publicConfig(platform)) },
    { quiet: true },
  )
}
export { RequestError }
