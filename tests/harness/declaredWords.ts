/** The words that a file of definitions declares, and whether a file reads one: what nothing reads promises something untrue. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** By interface and word: the file that reads it. */
export type Readers = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The interfaces of a file, without those that are named. */
export const interfacesOf = (file: string, except: readonly string[] = []): string[] =>
  [...textOf(file).matchAll(/^(?:export )?interface (\w+)/gm)]
    .map(([, name]) => name!)
    .filter(name => !except.includes(name))

/** The words of an interface: the names of its own members, not those inside them. */
export function wordsOf(file: string, name: string): string[] {
  const body = new RegExp(`interface ${name}\\b[^\\n]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(textOf(file))![1]!
  return [...body.matchAll(/^ {2}(?:\/\*\*.*?\*\/ )?(\w+)\??[:(]/gm)].map(([, word]) => word!)
}

/** Whether the file takes this member of something: by its name after a dot, in a pattern, or by asking whether it is there. */
const reads = (file: string, word: string): boolean =>
  new RegExp(`\\.${word}\\b|[{,(]\\s*${word}\\b(?=\\s*[,}=:])|'${word}' in |^ +${word},$`, 'm').test(textOf(file))

/** Words without a reader: neither in the table, nor in the file that the table names. */
export const unreadIn = (readers: Readers): string[] =>
  Object.entries(readers).flatMap(([name, words]) =>
    Object.entries(words).flatMap(([word, file]) => (reads(file, word) ? [] : [`${name}.${word}: ${file}`])),
  )
