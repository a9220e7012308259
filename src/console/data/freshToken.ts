/** Renews old tokens. One tab sends the request, and the others use its result. */
import { publicConfig } from '#console/data/publicConfig.ts'
import { keepTokens, sessionValue, type Tokens } from '#console/data/session.ts'

/** tokenTime of the specification. */
const tokenTimeS = 6000
const lockName = 'portico-refresh'
/** The lock is held this much longer, because other tabs see a stored value with a delay. */
const settleMs = 200

const ageS = (): number => (Date.now() - Number(sessionValue('token_time') ?? 0)) / 1000
const isOld = (): boolean => sessionValue('refresh_token') !== null && ageS() > tokenTimeS

let failedToken: string | null = null
let running: Promise<void> | undefined

const redeem = async (): Promise<void> => {
  // Another tab may have renewed the tokens while this one waited for the lock.
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
    // A sign-out in the meantime is final.
    if (sessionValue('refresh_token') === refreshToken) keepTokens((await response.json()) as Tokens)
  } else if (response.status < 500) failedToken = refreshToken
}

/** Web Locks need a secure page; on plain http two renewals may overlap, which the server tolerates. */
const alone = (work: () => Promise<void>): Promise<void> =>
  typeof navigator.locks === 'undefined'
    ? work()
    : new Promise((resolve, reject) => {
        void navigator.locks.request(lockName, async () => {
          await work().then(resolve, reject)
          await new Promise(later => setTimeout(later, settleMs))
        })
      })

/** Resolves when the access token may be used. Never rejects, because the next call reports a failure. */
export const freshToken = (): Promise<void> => {
  if (!isOld()) return Promise.resolve()
  running ??= alone(redeem)
    .catch(() => {})
    .finally(() => {
      running = undefined
    })
  return running
}
