/**
 * What `npm test -- people src/console/kit` runs: the tests of the named files, of files that import them, and the walk
 * over their pages.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const TEST = /\.test\.tsx?$/

export interface Touched {
  /** Sources and tests that match the words. */
  files: string[]
  node: string[]
  browser: string[]
  e2e: string[]
  /** Paths of pages, as in the menu; the walk presses everything on them. */
  pages: string[]
  faults: string[]
}

const all = (): string[] =>
  ['src', 'tests', 'scripts'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(tsx?|css|mjs)$/.test(entry.name) && !entry.parentPath.includes('.tmp'))
      .map(entry => relative(root, join(entry.parentPath, entry.name))),
  )

/** A path selects a file or all files of a folder; a name selects a module with its suites, or else folders and files with that name. */
function named(word: string, files: readonly string[]): string[] {
  const path = relative(root, resolve(word))
  if (/[./]/.test(word) && existsSync(word)) {
    const folder = statSync(word).isDirectory()
    return files.filter(file => (folder ? file.startsWith(`${path}/`) : file === path))
  }
  const module = files.filter(file => file.startsWith(`src/modules/${word}/`))
  if (module.length)
    return [...module, ...files.filter(file => file.startsWith('tests/') && file.endsWith(`/${word}.test.ts`))]
  return files.filter(file => file.split('/').some(part => part === word || part.startsWith(`${word}.`)))
}

/** The files of this project that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\(?) ?'([#.][^']+)'/g)].map(([, path]) =>
    path!.startsWith('#') ? path!.replace('#', 'src/') : relative(root, resolve(root, dirname(file), path!)),
  )
}

/** Throws when a word matches nothing. */
export async function touchedBy(words: readonly string[]): Promise<Touched> {
  const files = all()
  const { lensIndex, lensFile, nounFiles } = await import('../src/main/generated/nounIndex.ts')
  const { definitionPaths } = await import('../src/main/generated/definitionPaths.ts')
  const found = new Set<string>()
  const pages = new Set<string>()
  for (const word of words) {
    const own = named(word, files)
    if (own.length === 0) throw new Error(`${word}: no file or folder under src, tests or scripts is called so`)
    for (const file of own) found.add(file)
    const modules = new Set(own.flatMap(file => /^src\/modules\/(\w+)\//.exec(file)?.[1] ?? []))
    // A whole module includes all its pages; single files include the pages with the same name.
    const isWhole = (definition: number | undefined): boolean => {
      const module = definition === undefined ? undefined : definitionPaths[definition]!.split('/')[2]
      return module !== undefined && modules.has(module) && own.includes(`src/modules/${module}/api.ts`)
    }
    const called = new Set(own.flatMap(file => /^src\/.*?(\w+)\.[^/]+$/.exec(file)?.[1] ?? []))
    for (const lens of lensIndex)
      if (
        isWhole(lensFile[lens.key]) ||
        isWhole(nounFiles[lens.of]?.[0]) ||
        called.has(lens.key) ||
        called.has(lens.of)
      )
        pages.add(lens.path)
  }
  // An end-to-end suite uses everything, so it is selected only by its name.
  const isEndToEnd = (file: string): boolean => file.startsWith('tests/e2e/')
  const tests = files.filter(
    file => TEST.test(file) && (found.has(file) || (!isEndToEnd(file) && importsOf(file).some(one => found.has(one)))),
  )
  return {
    files: [...found],
    node: tests.filter(file => !file.endsWith('.tsx') && !isEndToEnd(file)),
    browser: tests.filter(file => file.endsWith('.tsx')),
    // The walk gets its pages by name; without any it would visit all of them.
    e2e: tests.filter(file => isEndToEnd(file) && !/\/walk\w+\.test\.ts$/.test(file)),
    pages: [...pages],
    faults: [...found].flatMap(file => /^tests\/faults\/(\w+)\.ts$/.exec(file)?.[1] ?? []),
  }
}
