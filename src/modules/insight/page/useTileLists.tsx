/** Opens the list with the number of a figure, or the lists of which it is the sum. */
import { useState, type ReactNode } from 'react'
import type { Text } from '#base/text.ts'
import { registry } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { navigate } from '#console/kit/navigation.ts'
import type { Words } from '#console/kit/language.tsx'
import type { TileList } from './tileLists.ts'

const TileLists = lazy(async () => (await import('./TileLists.tsx')).default)

export const className = (key: string): Text => registry().classIndex.find(one => one.key === key)?.label ?? [key, key]

export interface Opening {
  /** The press of a figure; nothing where there is no list. `own` is a list that has the whole number. */
  opening(title: Words, lists: readonly TileList[], own?: string): { onPress?: () => void }
  /** The dialog with the lists, to be shown beside the figures. */
  dialog: ReactNode
}

export function useTileLists(): Opening {
  const [opened, setOpened] = useState<{ title: Words; lists: readonly TileList[] }>()
  return {
    opening(title, lists, own) {
      const href = own ?? (lists.length === 1 ? lists[0]!.href : undefined)
      if (href) return { onPress: () => navigate(href) }
      return lists.length ? { onPress: () => setOpened({ title, lists }) } : {}
    },
    dialog: opened && <TileLists {...opened} onClose={() => setOpened(undefined)} />,
  }
}
