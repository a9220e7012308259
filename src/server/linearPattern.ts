/**
 * Regular expressions that customers write: run by an engine whose time is linear in the text (RE2), since one that tries
 * every way can take minutes for thirty characters and nothing else is served meanwhile. Judged on the server only.
 */
import { RE2JS } from 're2js'
import type { Text } from '#base/text.ts'

/** Steps of the compiled expression times characters of the text: some 100 ms on a slow machine. */
const MOST_WORK = 50_000
const MOST_KEPT = 1000

const TOO_MUCH: Text = [
  '校验规则过于复杂，请简化，或减小最多字符数',
  'The pattern is too complex; simplify it, or lower the number of characters',
]
const NOT_POSSIBLE: Text = [
  '校验规则不受支持：不能含有环视、反向引用，或不是有效的正则表达式',
  'The pattern is not supported: it looks around, refers back or is not a regular expression',
]

/** Null for one that cannot be run. */
const compiled = new Map<string, RE2JS | null>()
function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  if (compiled.size >= MOST_KEPT) compiled.clear()
  const made = compileNew(pattern)
  compiled.set(pattern, made)
  return made
}
function compileNew(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch {
    return null
  }
}

/** Why texts of at most `max` characters cannot be judged by the pattern, or null. */
export function linearProblem(pattern: string, max: number): Text | null {
  const known = compile(pattern)
  if (!known) return NOT_POSSIBLE
  return known.programSize() * max > MOST_WORK ? TOO_MUCH : null
}

/** Whether the pattern fits the whole text. Only for patterns without a problem. */
export const fitsWhole = (pattern: string, text: string): boolean => compile(pattern)!.matches(text)
