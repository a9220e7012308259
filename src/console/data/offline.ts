/** Whether the server can be reached. A refusal counts as reached; without an answer the page shows one notice and tries again. */
import { useSyncExternalStore } from 'react'

/** Any small file of the server that needs no session. */
const probePath = '/favicon.svg'
const probeEveryMs = 4000

let offline = typeof navigator !== 'undefined' && !navigator.onLine
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()

const probe = (): void => {
  fetch(probePath, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(probeEveryMs) }).then(
    () => noteReached(true),
    () => {},
  )
}

/** Called at the end of each call, with or without an answer. */
export const noteReached = (reached: boolean): void => {
  if (offline !== reached) return
  offline = !reached
  clearInterval(timer)
  if (offline) timer = setInterval(probe, probeEveryMs)
  for (const listener of listeners) listener()
  if (!offline) for (const listener of reconnectListeners) listener()
}
addEventListener('offline', () => noteReached(false))
addEventListener('online', probe)

/** Called each time the server can be reached again. */
export const onReconnect = (listener: () => void): (() => void) => {
  reconnectListeners.add(listener)
  return () => {
    reconnectListeners.delete(listener)
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => offline)
