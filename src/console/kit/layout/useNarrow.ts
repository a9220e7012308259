/** Whether the window is as narrow as a phone's. */
import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 640px)')
const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
