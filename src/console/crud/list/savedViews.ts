/** Views saved under a name: the address of a list, its columns, and its row height. */
import { useMemo } from 'react'
import { storePreference, storedText, parsed, useStoredText } from '#console/kit/preferences.ts'

export type SavedView = { name: string; search: string; columns?: unknown; density?: unknown }

const keyOf = (list: string): string => `views:${list}`

const read = (text: string | null): readonly SavedView[] => {
  const kept = parsed(text)
  return Array.isArray(kept)
    ? kept.filter(
        (one): one is SavedView =>
          typeof (one as SavedView | null)?.name === 'string' && typeof (one as SavedView).search === 'string',
      )
    : []
}

export const useSavedViews = (list: string) => {
  const key = keyOf(list)
  const text = useStoredText(key)
  const views = useMemo(() => read(text), [text])
  const others = (name: string): readonly SavedView[] => read(storedText(key)).filter(one => one.name !== name)
  return {
    views,
    /** A view of the same name is replaced. */
    save: (view: SavedView): void => storePreference(key, [...others(view.name), view]),
    drop: (name: string): void => storePreference(key, others(name)),
  }
}
