/** A rule on files that wait while they are loaded: what stands below is not there yet. */
import { isTest, type FileRule } from './Rule.ts'

const AWAITED = /^(?:export )?(?:const .* = )?await\b/m
const DECLARED = /^(?:export )?(?:const|let|class) (\w+)/gm
const WORDS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|'[^'\n]*'|`[^`]*`/gm

/**
 * Below an `await` of the file, a constant that is named above it does not exist when what is awaited asks for it: the process
 * ends at its start. A function does.
 */
export const lateConstants: FileRule = (path, text) => {
  const code = text.replace(WORDS, words => ' '.repeat(words.length))
  const awaited = AWAITED.exec(code)
  if (!awaited || isTest(path)) return []
  return [...code.matchAll(DECLARED)].flatMap(({ 1: name, index }) =>
    index > awaited.index && new RegExp(`(?<!\\.)\\b${name}\\b`).test(code.slice(0, index))
      ? [`${name} is named above and declared below an await of the file: declare it above, or make it a function`]
      : [],
  )
}
