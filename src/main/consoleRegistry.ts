/** Nouns, lenses, device classes and hand-written pages for the console: a noun is loaded with the first page that needs it. */
import type { Input } from '#model/row.ts'
import type { ConsoleRegistry } from '#console/data/registry.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { DeviceClass } from '#model/device.ts'
import type { LinkageKinds } from '#model/linkage.ts'
import type { Lens, Noun } from '#model/noun.ts'
import {
  classFiles,
  classIndex,
  definitionFiles,
  dialogFiles,
  lensFile,
  lensIndex,
  nounFiles,
  wordyNouns,
} from './generated/nounIndex.ts'
import { pages } from './generated/pages.ts'
import { ruleForms } from './generated/ruleForms.ts'
import { trays } from './generated/trays.ts'

const nouns = new Map<string, Noun>()
/** Only path and label at first, complete once their file is loaded. */
const lenses = new Map<string, Lens>(lensIndex.map(lens => [lens.key, lens]))
const classes = new Map<string, DeviceClass>()
async function takeClass(key: string): Promise<void> {
  for (const value of Object.values((await classFiles[key]!()) as Input))
    if (typeof value === 'object' && value !== null && 'abilities' in value) classes.set(key, value as DeviceClass)
}
let everyClass: Promise<ReadonlyMap<string, DeviceClass>> | undefined
function allClasses(): Promise<ReadonlyMap<string, DeviceClass>> {
  // In their own order, whichever file arrived first: pickers list them.
  const begun = (everyClass ??= Promise.all(Object.keys(classFiles).map(takeClass)).then(
    () =>
      new Map(Object.keys(classFiles).flatMap(key => (classes.has(key) ? [[key, classes.get(key)!] as const] : []))),
  ))
  begun.catch(() => (everyClass = undefined))
  return begun
}

const loading = new Map<number, Promise<void>>()
async function take(file: number): Promise<void> {
  for (const value of Object.values((await definitionFiles[file]!()) as Input)) {
    if (typeof value !== 'object' || value === null || !('key' in value)) continue
    if ('table' in value && 'fields' in value) nouns.set((value as Noun).key, value as Noun)
    else if ('of' in value && 'columns' in value) lenses.set((value as Lens).key, value as Lens)
  }
}
function load(file: number): Promise<void> {
  const before = loading.get(file)
  if (before) return before
  const begun = take(file)
  loading.set(file, begun)
  // A chunk that failed to load may succeed the next time.
  begun.catch(() => loading.delete(file))
  return begun
}

const dialogs = new Map<string, Promise<unknown>>()
function forDialogs(noun: string): Promise<unknown> {
  const begun = dialogs.get(noun) ?? Promise.all([...(nounFiles[noun] ?? []), ...(dialogFiles[noun] ?? [])].map(load))
  dialogs.set(noun, begun)
  begun.catch(() => dialogs.delete(noun))
  return begun
}

let kindsOfRules: Promise<LinkageKinds> | undefined
function everyKind(): Promise<LinkageKinds> {
  const begun = (kindsOfRules ??= import('./contributedKinds.ts').then(one => one.contributedKinds))
  begun.catch(() => (kindsOfRules = undefined))
  return begun
}

export const consoleRegistry: ConsoleRegistry = {
  nouns,
  lenses,
  classIndex,
  classes,
  allClasses,
  forDialogs,
  pages,
  trays,
  linkageKinds: everyKind,
  ruleForms: Object.fromEntries(
    Object.entries(ruleForms).map(([name, load]) => [name, lazy(async () => (await load()).default)]),
  ),
  async prepare(noun, lens, deviceClass) {
    const files =
      noun === undefined
        ? definitionFiles.keys()
        : [...(nounFiles[noun] ?? []), ...[lensFile[lens ?? '']].filter(at => at !== undefined)]
    const named = deviceClass !== undefined ? [takeClass(deviceClass)] : []
    const every = deviceClass === undefined && noun === undefined ? [allClasses()] : []
    await Promise.all([...[...new Set(files)].map(load), ...named, ...every])
  },
  async prepareRows(noun, rows) {
    if (!wordyNouns.has(noun)) return
    const named = new Set(rows.map(row => row.deviceClass))
    // Audit rows without a class may contain keys of any class.
    const classesOf = [...named].some(key => typeof key !== 'string')
      ? [allClasses()]
      : [...named].map(key => !classes.has(String(key)) && classFiles[String(key)] && takeClass(String(key)))
    const objects = [...new Set(rows.map(row => String(row.object)))].flatMap(key => nounFiles[key]?.[0] ?? [])
    await Promise.all<unknown>([...classesOf, ...objects.map(load)])
  },
}
