/** Preferences stored in the account: read once after sign-in, written shortly after each change. */
import type { Params } from '#model/row.ts'
import { get, put } from '#console/data/request.ts'
import { receivePreferences, setPreferenceOwner } from '#console/kit/preferences.ts'

const path = '/api/admin/user/preference'
const pauseMs = 800

/** Pulling a column's edge changes its width a hundred times: only the last counts. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; value: unknown }>()

const flush = (name: string, keepalive = false): void => {
  const value = waiting.get(name)?.value
  waiting.delete(name)
  // If it is lost, the value still applies in this browser.
  put(path, { name, value }, { quiet: true, keepalive }).catch(() => {})
}
const send = (name: string, value: unknown): void => {
  clearTimeout(waiting.get(name)?.timer)
  waiting.set(name, { timer: setTimeout(flush, pauseMs, name), value })
}
// After a reload the stored value replaces the one of this browser.
addEventListener('pagehide', () => {
  for (const [name, { timer }] of waiting) {
    clearTimeout(timer)
    flush(name, true)
  }
})

export const startPreferences = (userId: string): void => {
  setPreferenceOwner(userId, send)
  get<Params>(path, undefined, { quiet: true }).then(
    values => receivePreferences(Object.fromEntries(Object.entries(values).filter(([name]) => !waiting.has(name)))),
    () => {},
  )
}
