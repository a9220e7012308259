/**
 * Which modules of the console share a file. By itself the bundler makes one for each set of pages that need the same, which
 * gives hundreds of a few hundred bytes: each is compressed by itself, and is named by every file that may lead to it. Here
 * what the sign-in needs is one file, what the shell needs beyond it a second one, and so on; a module joins such a file only
 * where whatever needs it needs the file's own module too, so that nothing is fetched that is not used.
 */
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const source = (path: string): string => join(ROOT, 'src', path)

const ENTRY = source('main/console.tsx')
const SIGN_IN = source('console/app/login/LoginPage.tsx')
const SHELL = [source('console/app/Console.tsx'), source('main/consoleRegistry.ts')]
const LIST = source('console/crud/list/LensPage.tsx')
/** Files of what is loaded later, each named after the module that it is needed for. */
const SHARED: readonly (readonly [file: string, module: string])[] = [
  ['dialog', source('console/kit/overlay/Dialog.tsx')],
  ['popover', source('console/kit/overlay/Popover.tsx')],
  ['options', source('console/kit/input/Options.tsx')],
  ['number', source('console/kit/input/NumberField.tsx')],
  ['form', source('console/crud/form/FieldInput.tsx')],
  ['calendar', source('console/kit/input/MonthCalendar.tsx')],
]

interface Module {
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

/** What is loaded in front of the sign-in, or instead of it. */
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
  // What both lead to is fetched by everybody who has an account.
  const entry = reached(graph, [ENTRY])
  for (const id of signIn) if (shell.has(id)) entry.add(id)
  const before = outside(graph, reached(graph, [ENTRY]))
  const byStrangers = reached(graph, before)
  const loaded = ids.filter(id => graph(id)?.dynamicImporters.length && !SHELL.includes(id))
  const users = new Map<string, Set<string>>()
  for (const one of loaded) for (const id of reached(graph, [one])) users.set(id, (users.get(id) ?? new Set()).add(one))
  const pages = new Set(loaded.filter(id => id === LIST || id.endsWith('.page.tsx')))
  const list = reached(graph, [LIST])
  const listed = users.get(LIST) ?? new Set()
  const isDoor = (id: string): boolean => id.startsWith(source('console/app/login/'))
  const shared = SHARED.map(([file, id]) => ({ file, by: users.get(id) ?? new Set(), all: reached(graph, [id]) }))
  const fileOf = (id: string): string | undefined => {
    if (entry.has(id)) return 'entry'
    if (shell.has(id)) return byStrangers.has(id) ? undefined : 'shell'
    const by = [...(users.get(id) ?? [])]
    if (signIn.has(id) && by.every(isDoor)) return 'signIn'
    // What a list leads to, and the pages beside lists, come with its smaller parts.
    if (list.has(id) && !byStrangers.has(id))
      return by.every(one => listed.has(one) || !pages.has(one)) ? 'list' : 'page'
    return shared.find(({ by: all, all: own }) => own.has(id) && by.every(one => all.has(one)))?.file
  }
  const files = new Map<string, string>()
  for (const id of ids) {
    const file = fileOf(id)
    if (file) files.set(id, file)
  }
  return files
}

/** Files that are there before anything else is fetched, and those that are once somebody has signed in. */
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
          // Browsers that run es2024 know it.
          polyfill: false,
          resolveDependencies: (_file, needed, { hostId, hostType }) =>
            hostType === 'html'
              ? needed
              : needed.filter(one => !ALWAYS.test(one) && (ALWAYS.test(hostId) || !INSIDE.test(one))),
        },
        rollupOptions: {
          output: {
            // A file names each one that it may lead to, and letters of a hash do not compress: seven are the fewest that the bundler takes.
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
