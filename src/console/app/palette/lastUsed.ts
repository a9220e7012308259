/**
 * What was last opened from the command palette, newest first, stored as a preference. Only ids are stored: names are read anew,
 * so that nothing is shown that the user may no longer read.
 */
import { parsed, storedText, storePreference } from '#console/kit/preferences.ts'
import type { PaletteItem } from '#console/kit/overlay/CommandPalette.tsx'

/** `kind` is the id of the provider; `app` is the application it was opened in. */
export type Used = { kind: string; id: string; app?: string }

const NAME = 'palette:used'
const MOST = 40

const isUsed = (one: unknown): one is Used =>
  typeof (one as Used | null)?.kind === 'string' && typeof (one as Used).id === 'string'

/** Of this application, or of the pages outside applications. */
export const lastUsed = (app: string | undefined): readonly Used[] => {
  const stored = parsed(storedText(NAME))
  return Array.isArray(stored) ? stored.filter(isUsed).filter(one => one.app === app) : []
}

const noteUsed = (used: Used): void => {
  const stored = parsed(storedText(NAME))
  const others = (Array.isArray(stored) ? stored.filter(isUsed) : []).filter(
    one => !(one.kind === used.kind && one.id === used.id && one.app === used.app),
  )
  storePreference(NAME, [used, ...others].slice(0, MOST))
}

/** The same items, those last used first; opening one notes it. */
export const lastUsedFirst = (
  kind: string,
  items: readonly PaletteItem[],
  app: string | undefined,
): readonly PaletteItem[] => {
  const ids = lastUsed(app)
    .filter(one => one.kind === kind)
    .map(one => one.id)
  const rank = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...items]
    .sort((a, b) => rank(a.id) - rank(b.id))
    .map(item => ({
      ...item,
      onPress: () => {
        noteUsed({ kind, id: item.id, ...(app === undefined ? {} : { app }) })
        item.onPress?.()
      },
    }))
}
