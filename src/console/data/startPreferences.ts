/** Preferences stored in the account: read once after sign-in, written shortly after each change. */
import type { Params } from '#model/row.ts'
import { get, put } from '#console/data/request.ts'
import { receivePreferences, setPreferenceOwner } from '#console/kit/preferences.ts'

const path = '/api/admin/user/preference'
const pauseMs = 800

/** Pulling a column's edge changes its width a hundred times: only the last counts. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

const send = (name: string, value: unknown): void => {
  clearTimeout(waiting.get(name))
  waiting.set(
    name,
    setTimeout(() => {
      waiting.delete(name)
      // Unheard it still holds in this browser.
      put(path, { name, value }, { quiet: true }).catch(() => {})
    }, pauseMs),
  )
}

export const startPreferences = (userId: string): void => {
  setPreferenceOwner(userId, send)
  get<Params>(path, undefined, { quiet: true }).then(
    values => receivePreferences(Object.fromEntries(Object.entries(values).filter(([name]) => !waiting.has(name)))),
    () => {},
  )
}
