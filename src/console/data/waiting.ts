/** How many things wait at pages of the menu: noted by who has the figure anyway, shown by the sidebar. */
import { useSyncExternalStore } from 'react'

let counts: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()

/** `path` is that of the page in the menu. */
export const noteWaiting = (path: string, count: number): void => {
  if ((counts[path] ?? 0) === count) return
  counts = { ...counts, [path]: count }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useWaiting = (): Readonly<Record<string, number>> => useSyncExternalStore(subscribe, () => counts)
