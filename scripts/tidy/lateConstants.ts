/** A rule on files that wait while they are loaded: what stands below is not there yet. */
import { isTest, type FileRule } from './Rule.ts'

const AWAITED = /^(?:export )?(?:const .* = )?await\b/m
const DECLARED = /^(?:export )?(?:const|let|class) (\w+)/gm
const FUNCTIONS = /^(?:export )?(?:default )?(?:async )?function\*? (\w+)[\s\S]*?^\}/gm
const WORDS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|'[^'\n]*'|`[^`]*`/gm
/** What is said, without the expressions in it. */
const SAID = /\$\{[^}]*\}|[^]/g

/**
 * Below an `await` of the file, a constant that is used above it does not exist when what is awaited asks for it: the process
 * ends at its start. A function does, and with it whatever it uses.
 */
export const lateConstants: FileRule = (path, text) => {
  const code = text.replace(WORDS, words => words.replace(SAID, part => (part.length > 1 ? part : ' ')))
  const awaited = AWAITED.exec(code)
  if (!awaited || isTest(path)) return []
  const functions = [...code.matchAll(FUNCTIONS)].map(([body, name]) => ({ name: name!, body }))
  return [...code.matchAll(DECLARED)].flatMap(({ 1: name, index }) =>
    index > awaited.index && names(usedBefore(code.slice(0, index), functions), name!)
      ? [`${name} is used above and declared below an await of the file: declare it above, or make it a function`]
      : [],
  )
}

const names = (code: string, name: string): boolean => new RegExp(`(?<!\\.)\\b${name}\\b`).test(code)

/** With what stands before: the functions that it may call, wherever they stand, and those that they may call. */
function usedBefore(before: string, functions: readonly { name: string; body: string }[]): string {
  let used = before
  let left = functions
  for (;;) {
    const called = left.filter(({ name }) => names(used, name))
    if (!called.length) return used
    used += called.map(({ body }) => body).join('\n')
    left = left.filter(one => !called.includes(one))
  }
}
