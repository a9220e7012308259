/** The session in this browser: values under one prefix, read at each use because another tab may have changed them. */

const prefix = 'portico-'
/** Values of one session, removed at its end; theme, language and columns remain. */
const names = [
  'access_token',
  'refresh_token',
  'expires_in',
  'user_id',
  'username',
  'token_time',
  'platform',
  'isLock',
  'lock_path',
] as const
export type SessionName = (typeof names)[number]

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  user_id: string
  /** The token by which the server recognises this browser, so that failed sign-ins elsewhere do not lock out its users. */
  device?: string
}

const deviceWords = `${prefix}devices`
const mostDevices = 5
/** The tokens that sign-ins gave this browser, newest first; they remain after the sessions end. */
export const knownDevice = (): string => localStorage.getItem(deviceWords) ?? ''
const keepDevice = (word: string | undefined, before: readonly string[]): void => {
  if (word) localStorage.setItem(deviceWords, [word, ...before].slice(0, mostDevices).join('.'))
}

export const sessionValue = (name: SessionName): string | null => localStorage.getItem(prefix + name)
export const setSessionValue = (name: SessionName, value: string | null): void => {
  if (value === null) localStorage.removeItem(prefix + name)
  else localStorage.setItem(prefix + name, value)
}

export const hasSession = (): boolean => sessionValue('access_token') !== null
export const isLocked = (): boolean => sessionValue('isLock') === 'true'

/** Stores the answer of the token call and clears the lock. */
export const keepTokens = (tokens: Tokens): void => {
  setSessionValue('access_token', tokens.access_token)
  setSessionValue('refresh_token', tokens.refresh_token)
  setSessionValue('expires_in', String(tokens.expires_in))
  setSessionValue('user_id', tokens.user_id)
  setSessionValue('token_time', String(Date.now()))
  keepDevice(tokens.device, knownDevice().split('.').filter(Boolean))
}

/** In the store of this tab: the id of the role as which the user looks at the console. */
export const VIEWED_ROLE = `${prefix}viewed_role`

const listeners = new Set<() => void>()
/** Called when the session ends in this tab, so that menu, permissions and roles in memory are cleared. */
export const onSessionEnd = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The brand of the last user in this tab: after a sign-out in another tab it selects the login page. */
let lastPlatform: string | null = null
export const notePlatform = (): void => {
  if (hasSession()) lastPlatform = sessionValue('platform')
}
export const knownPlatform = (): string | null => sessionValue('platform') ?? lastPlatform

/** Removes tokens, user id, name, menu, permissions and roles; returns the platform whose login page follows. */
export const endSession = (): string | null => {
  const platform = knownPlatform()
  for (const name of names) setSessionValue(name, null)
  sessionStorage.removeItem(VIEWED_ROLE)
  for (const listener of listeners) listener()
  return platform
}

/** Calls `listener` when another tab signs in, signs out or locks the screen. */
export const onSessionElsewhere = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === null || event.key === `${prefix}access_token` || event.key === `${prefix}isLock`) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
