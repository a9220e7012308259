/** Views that a person has saved: a list's whole address under a name, kept in this browser for each person. */
import { useCallback, useSyncExternalStore } from 'react'
import { currentMe } from '#console/data/me.ts'

export type SavedView = { name: string; search: string }

const nothing: readonly SavedView[] = []
const listeners = new Set<() => void>()
const cache = new Map<string, readonly SavedView[]>()
const keyOf = (list: string): string => `portico-views:${currentMe()?.sysUser.userId ?? ''}:${list}`

const read = (list: string): readonly SavedView[] => {
  const key = keyOf(list)
  const known = cache.get(key)
  if (known) return known
  let views = nothing
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (Array.isArray(kept))
      views = kept.filter(
        (one): one is SavedView => typeof one?.name === 'string' && typeof (one as SavedView).search === 'string',
      )
  } catch {
    /* What cannot be read is as good as nothing. */
  }
  cache.set(key, views)
  return views
}
const write = (list: string, views: readonly SavedView[]): void => {
  cache.set(keyOf(list), views)
  localStorage.setItem(keyOf(list), JSON.stringify(views))
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useSavedViews = (list: string) => {
  const views = useSyncExternalStore(
    subscribe,
    useCallback(() => read(list), [list]),
  )
  return {
    views,
    /** A name that is taken takes the new address. */
    save: (view: SavedView): void => write(list, [...read(list).filter(one => one.name !== view.name), view]),
    drop: (name: string): void =>
      write(
        list,
        read(list).filter(one => one.name !== name),
      ),
  }
}
