/** The current address, for the pages without a router: public pages, login and lock. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** Called after a change of the browser's history that does not use `goTo`. */
export const placeChanged = (): void => {
  for (const listener of listeners) listener()
}
addEventListener('popstate', placeChanged)

export const goTo = (href: string, options: { replace?: boolean } = {}): void => {
  if (options.replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  placeChanged()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)

/** The code of a brand in addresses; '' is the platform's own. */
export type Platform = string
/** In force at every place of the product, as the specification has it; others by their own pages. */
const fixed: readonly Platform[] = ['foshan', 'nanc']
const branded = ['index', 'reg', 'regSuccess', 'resetPsw', 'resetPswSuccess', 'contactUs', 'contactUsSuccess', 'login']
const publicNames = [...branded, 'caseFactory', 'caseNcp', 'caseSchool', 'docs', 'qrcode']
const trimmed = (path: string): string => path.replace(/\/+$/, '') || '/'
const brandPage = /^\/([a-z][a-z0-9-]{1,31})\/(\w+)$/

/** The brand whose pages these are, by prefix. */
export const platformOf = (path: string): Platform => {
  const [, code = '', page = ''] = brandPage.exec(trimmed(path)) ?? []
  return branded.includes(page) ? code : (fixed.find(one => path.includes(`/${one}`)) ?? '')
}

/** A branded page of a brand. */
export const brandPath = (platform: Platform | null | undefined, page: `/${string}`): string =>
  platform && /^[a-z][a-z0-9-]{1,31}$/.test(platform) ? `/${platform}${page}` : page
export const loginPath = (platform: Platform | null | undefined): string => brandPath(platform, '/login')
export const isLogin = (path: string): boolean => trimmed(path) === loginPath(platformOf(path))
export const isIndex = (path: string): boolean => {
  const place = trimmed(path)
  return place === '/' || place === brandPath(platformOf(path), '/index') || fixed.some(one => place === `/${one}`)
}

/** Pages that need no session. */
export const isPublic = (path: string): boolean => {
  if (path.includes('/docs') || path.includes('/deviceQrcode')) return true
  const place = trimmed(path)
  const [, , page = ''] = brandPage.exec(place) ?? []
  const parts = place.split('/').slice(1)
  return branded.includes(page) || (parts.length === 1 && ['', ...publicNames, ...fixed].includes(parts[0] ?? ''))
}
/** The last segment of a public page, without its brand. */
export const publicPage = (path: string): string => trimmed(path).split('/').at(-1) ?? ''

/** The application of an address: its last segment, as the specification has it. A story without an application ends in a number of its own. */
export const appIdOf = (path: string): string | undefined => {
  const parts = trimmed(path).split('/').slice(1)
  const last = parts.at(-1) ?? ''
  return parts.length > 1 && /^\d{1,19}$/.test(last) && !isPublic(path) && !(parts[0] === 'why' && parts.length < 4)
    ? last
    : undefined
}
