/** Whether the server can be reached. A refusal counts as reached; without an answer the page shows one notice and tries again. */
import { useSyncExternalStore } from 'react'

/** Any small file of the server that needs no session. */
const probePath = '/favicon.svg'
const probeEveryMs = 4000

let away = typeof navigator !== 'undefined' && !navigator.onLine
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()
const backListeners = new Set<() => void>()

const probe = (): void => {
  fetch(probePath, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(probeEveryMs) }).then(
    () => noteReached(true),
    () => {},
  )
}

/** Called at the end of each call, with or without an answer. */
export const noteReached = (reached: boolean): void => {
  if (away !== reached) return
  away = !reached
  clearInterval(timer)
  if (away) timer = setInterval(probe, probeEveryMs)
  for (const listener of listeners) listener()
  if (!away) for (const listener of backListeners) listener()
}
addEventListener('offline', () => noteReached(false))
addEventListener('online', probe)

/** Called each time the server can be reached again. */
export const onBack = (listener: () => void): (() => void) => {
  backListeners.add(listener)
  return () => {
    backListeners.delete(listener)
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useAway = (): boolean => useSyncExternalStore(subscribe, () => away)
