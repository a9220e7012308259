/** The theme of the page: light or dark; that of the system until the user chooses one. */
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const key = 'portico-theme'
const listeners = new Set<() => void>()
const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined

const stored = (): Theme | undefined => {
  const value = localStorage.getItem(key)
  return value === 'light' || value === 'dark' ? value : undefined
}

const apply = (): void => {
  document.documentElement.dataset.theme = currentTheme()
  for (const listener of listeners) listener()
}

const currentTheme = (): Theme => stored() ?? (system?.matches ? 'dark' : 'light')

/** `undefined` follows the system again. */
export const setTheme = (theme: Theme | undefined): void => {
  if (theme) localStorage.setItem(key, theme)
  else localStorage.removeItem(key)
  apply()
}

export const toggleTheme = (): void => setTheme(currentTheme() === 'dark' ? 'light' : 'dark')

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)

system?.addEventListener('change', apply)
addEventListener('storage', event => {
  if (event.key === key) apply()
})
