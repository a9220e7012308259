/** The address to open after the login or the lock page. */
const key = 'portico-target'

/** The lock page is never such an address. */
export const rememberTarget = (href: string): void => {
  if (!href.startsWith('/lock')) sessionStorage.setItem(key, href)
}
/** Returns and removes it. */
export const takeTarget = (): string | null => {
  const target = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return target?.startsWith('/') && !target.startsWith('//') ? target : null
}
