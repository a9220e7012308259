/** Renews the tokens once they are old; of all tabs one asks, the others take what it was given. */
import { publicConfig } from '#console/data/publicConfig.ts'
import { keepTokens, sessionValue, type Tokens } from '#console/data/session.ts'

/** tokenTime of the specification. */
const tokenTimeS = 6000
const lockName = 'portico-refresh'
/** What one tab stores reaches the others a moment later; so long the lock is held on. */
const settleMs = 200

const ageS = (): number => (Date.now() - Number(sessionValue('token_time') ?? 0)) / 1000
const isOld = (): boolean => sessionValue('refresh_token') !== null && ageS() > tokenTimeS

let failedToken: string | null = null
let running: Promise<void> | undefined

const redeem = async (): Promise<void> => {
  // While we waited for the lock another tab may have done it.
  const refreshToken = sessionValue('refresh_token')
  if (!isOld() || !refreshToken || refreshToken === failedToken) return
  const { login } = await publicConfig(sessionValue('platform') ?? '')
  const response = await fetch('/api/auth/oauth/token', {
    method: 'POST',
    credentials: 'include',
    signal: AbortSignal.timeout(30_000),
    headers: { Authorization: `Basic ${btoa(login.client)}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, scope: 'server' }),
  })
  if (response.ok) {
    // Whoever signed out meanwhile stays signed out.
    if (sessionValue('refresh_token') === refreshToken) keepTokens((await response.json()) as Tokens)
  } else if (response.status < 500) failedToken = refreshToken
}

/** Web Locks need a secure page; on plain http the server's grace for twins suffices. */
const alone = (work: () => Promise<void>): Promise<void> =>
  typeof navigator.locks === 'undefined'
    ? work()
    : new Promise((resolve, reject) => {
        void navigator.locks.request(lockName, async () => {
          await work().then(resolve, reject)
          await new Promise(later => setTimeout(later, settleMs))
        })
      })

/** Resolves when the access token may be used. Never rejects: the call that follows finds out. */
export const freshToken = (): Promise<void> => {
  if (!isOld()) return Promise.resolve()
  running ??= alone(redeem)
    .catch(() => {})
    .finally(() => {
      running = undefined
    })
  return running
}
