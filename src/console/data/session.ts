/** The session in this browser: a few values under one prefix, read anew at each use because another tab may have changed them. */

const prefix = 'portico-'
/** What belongs to one sign-in and goes with it; theme, language and columns stay. */
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
  /** The word by which the server knows this browser again: strangers' guesses do not keep its people out. */
  device?: string
}

const deviceWords = `${prefix}devices`
const mostDevices = 5
/** What this browser was given when people signed in here, newest first; it outlives their sessions. */
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

/** Keeps the answer of the token call and clears the lock. */
export const keepTokens = (tokens: Tokens): void => {
  setSessionValue('access_token', tokens.access_token)
  setSessionValue('refresh_token', tokens.refresh_token)
  setSessionValue('expires_in', String(tokens.expires_in))
  setSessionValue('user_id', tokens.user_id)
  setSessionValue('token_time', String(Date.now()))
  keepDevice(tokens.device, knownDevice().split('.').filter(Boolean))
}

const listeners = new Set<() => void>()
/** Called when the session ends in this tab: whoever keeps menu, permissions or roles in memory forgets them. */
export const onSessionEnd = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The brand of whoever was signed in here; other tabs may sign out, and then this one still knows whose login page comes next. */
let lastPlatform: string | null = null
export const notePlatform = (): void => {
  if (hasSession()) lastPlatform = sessionValue('platform')
}
export const knownPlatform = (): string | null => sessionValue('platform') ?? lastPlatform

/** Forgets tokens, user id, name, menu, permissions and roles; answers the platform whose login page comes next. */
export const endSession = (): string | null => {
  const platform = knownPlatform()
  for (const name of names) setSessionValue(name, null)
  for (const listener of listeners) listener()
  return platform
}

/** Other tabs sign in, sign out and lock; `listener` hears of it. */
export const onSessionElsewhere = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === null || event.key === `${prefix}access_token` || event.key === `${prefix}isLock`) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
