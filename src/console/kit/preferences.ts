/** Preferences of a user, stored in this browser per account; the app receives each change, to store it on the server as well. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Input } from '#model/row.ts'

const listeners = new Set<() => void>()
let owner = ''
let onPreference = (_name: string, _value: unknown): void => {}

const keyOf = (name: string): string => `portico-kept:${owner}:${name}`
const changed = (): void => {
  for (const listener of listeners) listener()
}

/** Sets the user whose preferences are read and stored; `onChange` is called for each change made here. */
export const setPreferenceOwner = (userId: string, onChange: (name: string, value: unknown) => void): void => {
  owner = userId
  onPreference = onChange
  changed()
}

/** The value as JSON; the same string while it is unchanged. */
export const storedText = (name: string): string | null => localStorage.getItem(keyOf(name))

const write = (name: string, value: unknown): void => {
  if (value === undefined || value === null) localStorage.removeItem(keyOf(name))
  else localStorage.setItem(keyOf(name), JSON.stringify(value))
}

/** Stores a value; `undefined` removes it. */
export const storePreference = (name: string, value: unknown): void => {
  write(name, value)
  changed()
  onPreference(name, value ?? null)
}

/** Stores values from the server, without calling `onChange`. */
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

/** The parsed JSON, or null if the text is invalid. */
export const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
