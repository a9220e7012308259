/** Where a person wanted to go before the login or the lock stood in between. */
const key = 'portico-target'

export const rememberTarget = (href: string): void => { sessionStorage.setItem(key, href) }
/** Answers it once. */
export const takeTarget = (): string | null => {
  const target = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return target?.startsWith('/') && !target.startsWith('//') ? target : null
}
