/** Where the browser stands, for the part of the console that needs no router: public pages, login and lock. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** To be called by whoever moves the browser's history without `goTo`. */
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

export type Platform = '' | 'foshan' | 'nanc'
const branded = ['index', 'reg', 'regSuccess', 'resetPsw', 'resetPswSuccess', 'contactUs', 'contactUsSuccess', 'login']
const publicNames = [...branded, 'caseFactory', 'caseNcp', 'caseSchool', 'docs', 'qrcode']
const trimmed = (path: string): string => path.replace(/\/+$/, '') || '/'

/** The partner whose pages these are, by prefix. */
export const platformOf = (path: string): Platform =>
  path.includes('/foshan') ? 'foshan' : path.includes('/nanc') ? 'nanc' : ''

export const loginPath = (platform: string | null | undefined): string =>
  platform === 'foshan' || platform === 'nanc' ? `/${platform}/login` : '/login'
export const isLogin = (path: string): boolean => trimmed(path) === loginPath(platformOf(path))
export const isIndex = (path: string): boolean =>
  ['/', '/index', '/foshan/index', '/nanc/index', '/foshan', '/nanc'].includes(trimmed(path))

/** Pages that pass the guard freely. */
export const isPublic = (path: string): boolean => {
  if (path.includes('/docs') || path.includes('/deviceQrcode')) return true
  const parts = trimmed(path).split('/').slice(1)
  const own =
    parts[0] === 'foshan' || parts[0] === 'nanc'
      ? parts.length === 1
        ? true
        : parts.length === 2 && branded.includes(parts[1] ?? '')
      : parts.length === 1 && (parts[0] === '' || publicNames.includes(parts[0] ?? ''))
  return own
}
