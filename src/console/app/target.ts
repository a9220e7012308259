/** Where a person wanted to go before the login or the lock stood in between. */
const key = 'portico-target'

/** The lock is nowhere anybody wanted to go. */
export const rememberTarget = (href: string): void => {
  if (!href.startsWith('/lock')) sessionStorage.setItem(key, href)
}
/** Answers it once. */
export const takeTarget = (): string | null => {
  const target = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return target?.startsWith('/') && !target.startsWith('//') ? target : null
}
