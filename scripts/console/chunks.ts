/**
 * Which modules of the console share a file. By default the bundler makes one file for each set of pages with the same
 * needs, which gives hundreds of a few hundred bytes: each is compressed separately, and is named by every file that
 * may load it. Here the modules of the sign-in page are one file, what the shell needs in addition is a second one, and
 * so on; a module joins such a file only where everything that needs it also needs the file's own module, so that
 * nothing unused is loaded.
 */
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const source = (path: string): string => join(ROOT, 'src', path)

const ENTRY = source('main/console.tsx')
const SIGN_IN = source('console/app/login/LoginPage.tsx')
const SHELL = [source('console/app/Console.tsx'), source('main/consoleRegistry.ts')]
const LIST = source('console/crud/list/LensPage.tsx')
/** Pages with rows of their own kind render this part of a list only. */
const FRAME = source('console/crud/list/ListFrame.tsx')
/** Files that are loaded later, each named after the module for which it is needed. */
const SHARED: readonly (readonly [file: string, module: string])[] = [
  ['dialog', source('console/kit/overlay/Dialog.tsx')],
  ['popover', source('console/kit/overlay/Popover.tsx')],
  ['options', source('console/kit/input/Options.tsx')],
  ['number', source('console/kit/input/NumberField.tsx')],
  ['form', source('console/crud/form/FieldInput.tsx')],
  ['calendar', source('console/kit/input/MonthCalendar.tsx')],
]

/**
 * Reached from the shell by the index of their package only, which names everything that the package has; what is not
 * rendered on every page is loaded with what uses it.
 */
const ON_DEMAND =
  /@tanstack\/(query-core|react-query|react-router)\/.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver|useBlocker)\.js$/

/**
 * A module of so many characters is larger as a file of its own, with the names by which others load it, than as a part of
 * the shell: what only signed-in users load, and what needs nothing else, is there.
 */
const TINY = 300
/** The address of a file that is fetched; it is named with what fetches it. */
const ASSET = /\?/

const ICON = /lucide-react\/.*\/icons\//

interface Module {
  code: string | null
  isEntry: boolean
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  dynamicImporters: readonly string[]
}
type Graph = (id: string) => Module | null

function reached(graph: Graph, from: Iterable<string>, found = new Set<string>()): Set<string> {
  for (const id of from) {
    if (found.has(id)) continue
    found.add(id)
    reached(graph, graph(id)?.importedIds ?? [], found)
  }
  return found
}

/** Modules loaded before, or instead of, the sign-in page. */
function outside(graph: Graph, entry: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const add = (ids: Iterable<string>): void => {
    for (const id of ids)
      for (const later of graph(id)?.dynamicallyImportedIds ?? []) {
        if (SHELL.includes(later) || found.has(later)) continue
        found.add(later)
        add(reached(graph, [later]))
      }
  }
  add(entry)
  return found
}

/** The file of each module that shares one. */
function plan(graph: Graph, ids: readonly string[]): ReadonlyMap<string, string> {
  const shell = reached(graph, SHELL)
  const signIn = reached(graph, [SIGN_IN])
  // Modules reached from both are loaded by every user with an account.
  const entry = reached(graph, [ENTRY])
  for (const id of signIn) if (shell.has(id)) entry.add(id)
  const before = outside(graph, reached(graph, [ENTRY]))
  const byStrangers = reached(graph, before)
  const loaded = ids.filter(id => graph(id)?.dynamicImporters.length && !SHELL.includes(id))
  const users = new Map<string, Set<string>>()
  for (const one of loaded) for (const id of reached(graph, [one])) users.set(id, (users.get(id) ?? new Set()).add(one))
  const pages = new Set(loaded.filter(id => id === LIST || id.endsWith('.page.tsx')))
  const list = reached(graph, [LIST])
  const listed = users.get(FRAME) ?? new Set()
  const isDoor = (id: string): boolean => id.startsWith(source('console/app/login/'))
  const shared = SHARED.map(([file, id]) => ({ file, by: users.get(id) ?? new Set(), all: reached(graph, [id]) }))
  const isTiny = (id: string): boolean => {
    const { code, importedIds } = graph(id)!
    if (code === null || code.length > TINY || ASSET.test(id)) return false
    return importedIds.every(one => entry.has(one) || shell.has(one))
  }
  const fileOf = (id: string): string | undefined => {
    if (ON_DEMAND.test(id)) return undefined
    if (entry.has(id)) return 'entry'
    // A public page needs some of what the shell has: one small file for both, instead of one for each icon.
    if (shell.has(id)) return byStrangers.has(id) ? 'common' : 'shell'
    // An icon of every list that a public page has too would be a file of its own, which is larger than the icon.
    if (ICON.test(id) && list.has(id) && byStrangers.has(id)) return 'common'
    const by = [...(users.get(id) ?? [])]
    if (signIn.has(id) && by.every(isDoor)) return 'signIn'
    // Modules reached from a list, and from the pages beside lists, are loaded with the list's smaller parts.
    if (list.has(id) && !byStrangers.has(id))
      return by.every(one => listed.has(one) || !pages.has(one)) ? 'list' : 'page'
    if (isTiny(id) && by.length > 1 && !byStrangers.has(id)) return 'shell'
    return shared.find(({ by: all, all: own }) => own.has(id) && by.every(one => all.has(one)))?.file
  }
  const files = new Map<string, string>()
  for (const id of ids) {
    const file = fileOf(id)
    if (file) files.set(id, file)
  }
  return files
}

/** Files that are loaded before anything else, and those that are loaded after sign-in. */
const ALWAYS = /(^|\/)(entry|index|rolldown-runtime)-[^/]+$/
const INSIDE = /(^|\/)shell-[^/]+$/

export function chunks(): Plugin {
  let ids: string[] = []
  let files: ReadonlyMap<string, string> | undefined
  return {
    name: 'portico-chunks',
    apply: 'build',
    buildEnd() {
      ids = [...this.getModuleIds()]
    },
    generateBundle(_options, bundle) {
      const sources = Object.values(bundle).flatMap(one =>
        one.type === 'chunk' ? [[one.fileName, one.moduleIds.map(id => relative(ROOT, id))] as const] : [],
      )
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(sources)),
      })
    },
    config: () => ({
      build: {
        modulePreload: {
          // Browsers that run es2024 support it.
          polyfill: false,
          resolveDependencies: (_file, needed, { hostId, hostType }) =>
            hostType === 'html'
              ? needed
              : needed.filter(one => !ALWAYS.test(one) && (ALWAYS.test(hostId) || !INSIDE.test(one))),
        },
        rollupOptions: {
          output: {
            // A file names every file that it may load, and a hash does not compress: seven letters are the minimum of the bundler, and
            // hexadecimal ones take the fewest bits.
            hashCharacters: 'hex',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                {
                  debugName: 'console',
                  includeDependenciesRecursively: false,
                  name: (id, context) => {
                    const graph: Graph = one => context.getModuleInfo(one)
                    const module = graph(id)
                    if (!module || module.isEntry || module.dynamicImporters.length) return null
                    files ??= plan(graph, ids)
                    return files.get(id) ?? null
                  },
                },
              ],
            },
          },
        },
      },
    }),
  }
}
