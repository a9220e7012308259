/** Preferences of a person, stored in this browser under their name; the app is called on each change, to store it on the server too. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Input } from '#model/row.ts'

const listeners = new Set<() => void>()
let owner = ''
let onPreference = (_name: string, _value: unknown): void => {}

const keyOf = (name: string): string => `portico-kept:${owner}:${name}`
const changed = (): void => {
  for (const listener of listeners) listener()
}

/** Whose preferences are read and stored; `onChange` is called for each change made here. */
export const setPreferenceOwner = (userId: string, onChange: (name: string, value: unknown) => void): void => {
  owner = userId
  onPreference = onChange
  changed()
}

/** As JSON; the same string while nothing has changed. */
export const storedText = (name: string): string | null => localStorage.getItem(keyOf(name))

const write = (name: string, value: unknown): void => {
  if (value === undefined || value === null) localStorage.removeItem(keyOf(name))
  else localStorage.setItem(keyOf(name), JSON.stringify(value))
}

/** `undefined` removes it. */
export const storePreference = (name: string, value: unknown): void => {
  write(name, value)
  changed()
  onPreference(name, value ?? null)
}

/** What came from the server: `onChange` is not called. */
export const receivePreferences = (values: Readonly<Input>): void => {
  for (const [name, value] of Object.entries(values)) write(name, value)
  changed()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useStoredText = (name: string): string | null =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => storedText(name), [name]),
  )

/** Null where the text is no JSON. */
export const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
