/** Nouns, lenses, device classes and hand-written pages, as the console takes them: a noun comes with the first page that needs it. */
import type { ConsoleRegistry } from '#console/data/registry.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { classIndex, definitionFiles, keyedNouns, lensFile, lensIndex, nounFiles } from './generated/nounIndex.ts'
import { pages } from './generated/pages.ts'

const nouns = new Map<string, Noun>()
/** By path and label at first, whole once their file is there. */
const lenses = new Map<string, Lens>(lensIndex.map(lens => [lens.key, lens]))
const classes = new Map<string, DeviceClass>()
/** Stands for the file of the classes among the numbers of the others. */
const CLASSES = 'classes'

const loading = new Map<number | typeof CLASSES, Promise<void>>()
async function take(file: number): Promise<void> {
  for (const value of Object.values((await definitionFiles[file]!()) as Record<string, unknown>)) {
    if (typeof value !== 'object' || value === null || !('key' in value)) continue
    if ('table' in value && 'fields' in value) nouns.set((value as Noun).key, value as Noun)
    else if ('of' in value && 'columns' in value) lenses.set((value as Lens).key, value as Lens)
  }
}
async function takeClasses(): Promise<void> {
  for (const value of (await import('./generated/classes.ts')).all)
    if (typeof value === 'object' && value !== null && 'abilities' in value)
      classes.set((value as DeviceClass).key, value as DeviceClass)
}
function load(file: number | typeof CLASSES): Promise<void> {
  const before = loading.get(file)
  if (before) return before
  const begun = file === CLASSES ? takeClasses() : take(file)
  loading.set(file, begun)
  // A chunk that did not come may come the next time.
  begun.catch(() => loading.delete(file))
  return begun
}

export const registry: ConsoleRegistry = {
  nouns,
  lenses,
  classIndex,
  classes,
  pages,
  async prepare(noun, lens, deviceClass) {
    const files =
      noun === undefined
        ? definitionFiles.keys()
        : [...(nounFiles[noun] ?? []), ...[lensFile[lens ?? '']].filter(at => at !== undefined)]
    const needsClasses = noun === undefined || deviceClass !== undefined || keyedNouns.includes(noun)
    await Promise.all([...new Set(files), ...(needsClasses ? ([CLASSES] as const) : [])].map(load))
  },
}
