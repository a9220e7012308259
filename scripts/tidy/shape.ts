/** Rules on the shape of a file: its length, first sentence, name, folder and forbidden words. */
import { basename, dirname } from 'node:path'
import { isTest, type FileRule, type ProjectRule } from './Rule.ts'
import { exportsOf, functionsOf } from './syntax.ts'

const MAX_LINES = 300
export const length: FileRule = (path, text) => {
  const lines = text.split('\n').length - 1
  return lines > MAX_LINES ? [`${lines} lines; one idea a file, at most ${MAX_LINES}: split it`] : []
}

export const opening: FileRule = (path, text) =>
  isTest(path) || /^(#!.*\n)?\s*\/\*\*/.test(text)
    ? []
    : ['begin with one sentence that says what it is, in a /** comment']

const BANNED: readonly [RegExp, string, RegExp?][] = [
  [/(\bas|:|<) any\b(?! [a-z])/, 'give it a type'],
  [/@ts-ignore|@ts-nocheck/, 'mend the type instead'],
  [
    /console\.log\(/,
    'use the log, or nothing',
    /^src\/(main\/supervisor|main\/configReference)|^src\/protocols\/\w+\/guide/,
  ],
  [
    /parseFloat\(|\.toFixed\(/,
    'money is bigint fen; other figures are rounded where they are shown',
    /^src\/(console|main\/supervisor)\/|\/page\/|\.page\.tsx$/,
  ],
  [
    /Math\.random\(\)/,
    'chance comes from node:crypto or is passed in',
    /^src\/(console\/|modules\/applications\/deliver|main\/demo)/,
  ],
  [/\brequest\.ip\b/, 'an address has one form: request.address', /^src\/server\/http\/serve/],
  [/\/(utils|helpers|common|manager)\.tsx?['"]/, 'name the file after what it does', /^src\/devices\//],
]
export const banned: FileRule = (path, text) =>
  isTest(path) || !path.startsWith('src/')
    ? []
    : BANNED.flatMap(([pattern, instead, except]) =>
        pattern.test(text) && !except?.test(path) ? [`${pattern.source} is refused: ${instead}`] : [],
      )

/** The part before the kind in a file's name: `person` in `person.noun.ts`. */
const stem = (path: string): string => basename(path).split('.')[0]!
/** Files found by their kind and by their noun, page or fault, or run directly. */
const NAMED_BY_KIND =
  /\.(noun|lens|server|page|tray|linkage|announced|ruleForm|rules|fields|choices|test|config|d)\.tsx?$|(^|\/)(api|main|index)\.ts$/
/** Where the registries expect a definition: the file of its class, the folder of its protocol. */
const NAMED_BY_KEY = [
  [/^src\/devices\/(\w+)\.ts$/, /\bdefineDeviceClass\('(\w+)'/, 'file'],
  [/^src\/protocols\/(\w+)\/protocol\.ts$/, /\bdefineProtocol\('(\w+)'/, 'folder'],
] as const
export const fileName: FileRule = (path, text) => {
  for (const [at, defines, what] of NAMED_BY_KEY) {
    const [, name] = at.exec(path) ?? []
    const [, key] = (name !== undefined && defines.exec(text)) || []
    if (key !== undefined && key !== name) return [`defines '${key}': name the ${what} ${key}, or the key ${name}`]
  }
  if (!path.startsWith('src/') || isTest(path) || NAMED_BY_KIND.test(path)) return []
  const names = exportsOf(path, text)
  const name = stem(path)
  if (names.length === 0 || names.includes(name) || names.includes('default')) return []
  // A constant in capitals may be in a file with the same words in its name.
  if (names.length === 1 && /^[A-Z_]+$/.test(names[0]!) && names[0]!.replaceAll('_', '') === name.toUpperCase())
    return []
  return names.length === 1 ? [`exports ${names[0]} only: name the file ${names[0]}`] : []
}

const MAX_FUNCTION = 60
const MAX_COMPONENT = 150
export const functionLength: FileRule = (path, text) => {
  if (isTest(path)) return []
  const most = path.endsWith('.tsx') ? MAX_COMPONENT : MAX_FUNCTION
  return functionsOf(path, text)
    .filter(({ lines }) => lines > most)
    .map(({ name, lines }) => `${name} has ${lines} lines, at most ${most}: give its parts names`)
}

const MAX_FILES = 40
/** A folder with too many files to find one; tests and styles beside their component do not count. */
export const folderSize: ProjectRule = files => {
  const counts = new Map<string, number>()
  for (const path of files.keys())
    if (path.startsWith('src/') && !isTest(path) && /\.tsx?$/.test(path))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([path, count]) => ({ path, message: `${count} files, at most ${MAX_FILES}: make folders by subject` }))
}

/** Where the names of untyped JSON are declared. */
const NAMES_JSON = 'src/model/row.ts'
/** `Record<string, unknown>` neither names the noun of a row nor says that a value is arbitrary JSON. */
export const untypedRow: FileRule = (path, text) =>
  !path.startsWith('src/') || isTest(path) || path === NAMES_JSON
    ? []
    : [...text.replace(/\/\*.*?\*\//gs, '').matchAll(/\bRecord<string, unknown>/g)].map(
        () =>
          'Record<string, unknown> is no type of a row: take RowOf, StoredOf or InputOf of its noun, or Row, Input or Params of model/row.ts',
      )
