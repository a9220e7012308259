/** What the command palette offers: pages and acts of the user, rows of lenses, and what was last used. */
import type { PaletteItem, PaletteProvider } from '#console/kit/overlay/CommandPalette.tsx'
import type { Words } from '#console/kit/language.tsx'
import { lastUsed, lastUsedFirst } from './lastUsed.ts'

export type Source = {
  id: string
  label: Words
  /** '' asks for what is shown before anything is typed. */
  find: (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]> | readonly PaletteItem[]
  /** An item by its id; undefined or a rejection: it no longer exists, or the user may not have it. */
  recall: (id: string, signal: AbortSignal) => Promise<PaletteItem | undefined> | PaletteItem | undefined
}

/** Items known beforehand; `haystack` is the text that is searched. */
export const fixedSource = (
  id: string,
  label: Words,
  items: readonly { item: PaletteItem; haystack: string }[],
  count: { typed: number; untyped: number },
): Source => ({
  id,
  label,
  find: text =>
    items
      .filter(({ haystack }) => haystack.toLowerCase().includes(text.toLowerCase()))
      .slice(0, text ? count.typed : count.untyped)
      .map(({ item }) => item),
  recall: wanted => items.find(({ item }) => item.id === wanted)?.item,
})

const recentShown = 6

/** Before anything is typed, what was last used; while typing, each source with its last used items first. */
export const providersOf = (sources: readonly Source[], appId: string | undefined): readonly PaletteProvider[] => {
  const recent: PaletteProvider = {
    id: 'recent',
    label: ['最近使用', 'Last used'],
    search: async (text, signal) => {
      if (text) return []
      const items = await Promise.all(
        lastUsed(appId)
          .slice(0, recentShown)
          .map(async ({ kind, id }) => {
            const source = sources.find(one => one.id === kind)
            const item = await Promise.resolve()
              .then(() => source?.recall(id, signal))
              .catch(() => undefined)
            return item ? lastUsedFirst(kind, [item], appId).map(one => ({ ...one, id: `${kind} ${id}` })) : []
          }),
      )
      return items.flat()
    },
  }
  return [
    recent,
    ...sources.map((source): PaletteProvider => ({
      id: source.id,
      label: source.label,
      search: async (text, signal) => lastUsedFirst(source.id, await source.find(text, signal), appId),
    })),
  ]
}
