/** Nouns, lenses, device classes and hand-written pages, as the console takes them: a noun comes with the first page that needs it. */
import type { ConsoleRegistry } from '#console/data/registry.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { all as foundClasses } from './generated/classes.ts'
import { lensIndex, lensModules, nounLoaders, nounModules } from './generated/nounIndex.ts'
import { pages } from './generated/pages.ts'

const nouns = new Map<string, Noun>()
/** By path and label at first, whole once their module is there. */
const lenses = new Map<string, Lens>(lensIndex.map(lens => [lens.key, lens]))
const classes = new Map(
  foundClasses.flatMap(value => {
    const found = value as Partial<DeviceClass> | null
    return found && typeof found === 'object' && found.abilities && found.key
      ? [[found.key, found as DeviceClass] as const]
      : []
  }),
)

const loading = new Map<string, Promise<void>>()
async function take(module: string): Promise<void> {
  for (const value of (await nounLoaders[module]!()).flatMap(module => Object.values(module) as unknown[])) {
    if (typeof value !== 'object' || value === null || !('key' in value)) continue
    if ('table' in value && 'fields' in value) nouns.set((value as Noun).key, value as Noun)
    else if ('of' in value && 'columns' in value) lenses.set((value as Lens).key, value as Lens)
  }
}
function load(module: string): Promise<void> {
  const before = loading.get(module)
  if (before) return before
  const begun = take(module)
  loading.set(module, begun)
  // A chunk that did not come may come the next time.
  begun.catch(() => loading.delete(module))
  return begun
}

export const registry: ConsoleRegistry = {
  nouns,
  lenses,
  classes,
  pages,
  async prepare(noun, lens) {
    const named = [noun && nounModules[noun], lens && lensModules[lens]].filter(one => one !== undefined)
    const modules = noun === undefined ? Object.keys(nounLoaders) : new Set(named)
    await Promise.all([...modules].map(load))
  },
}
