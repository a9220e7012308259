/** Small choices of a person, kept in this browser under their name; the app may be told of each change to keep it elsewhere too. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Input } from '#model/row.ts'

const listeners = new Set<() => void>()
let owner = ''
let tell = (_name: string, _value: unknown): void => {}

const keyOf = (name: string): string => `portico-kept:${owner}:${name}`
const changed = (): void => {
  for (const listener of listeners) listener()
}

/** The person whose choices are read and kept, and who hears of changes made here. */
export const setKeeper = (userId: string, onChange: (name: string, value: unknown) => void): void => {
  owner = userId
  tell = onChange
  changed()
}

/** As JSON; the same string while nothing has changed. */
export const storedText = (name: string): string | null => localStorage.getItem(keyOf(name))

const write = (name: string, value: unknown): void => {
  if (value === undefined || value === null) localStorage.removeItem(keyOf(name))
  else localStorage.setItem(keyOf(name), JSON.stringify(value))
}

/** `undefined` forgets it. */
export const keep = (name: string, value: unknown): void => {
  write(name, value)
  changed()
  tell(name, value ?? null)
}

/** What came from elsewhere: nobody is told again. */
export const receive = (values: Readonly<Input>): void => {
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

/** What cannot be read is as good as nothing. */
export const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
