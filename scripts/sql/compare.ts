/** What is wrong against what is known to be: exact in both directions, so that the list of the known can only shrink. */
import type { SqlProblem } from './judgeSql.ts'

/** Messages by rule and path; one that occurs twice is listed twice. */
export type Known = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

const wordsOf = ({ path, line, message }: SqlProblem): string => `${line ? `${path}:${line}` : path}: ${message}`

/** What is new, and what is known and no longer found. */
export function compare(problems: readonly SqlProblem[], known: Known): { added: string[]; gone: string[] } {
  const left = new Map<string, number>()
  const keyOf = (rule: string, path: string, message: string): string => `${rule}\n${path}: ${message}`
  for (const [rule, byPath] of Object.entries(known))
    for (const [path, messages] of Object.entries(byPath))
      for (const message of messages) {
        const key = keyOf(rule, path, message)
        left.set(key, (left.get(key) ?? 0) + 1)
      }
  const added: string[] = []
  for (const problem of problems) {
    const key = keyOf(problem.rule, problem.path, problem.message)
    const count = left.get(key) ?? 0
    if (count) left.set(key, count - 1)
    else added.push(wordsOf(problem))
  }
  const gone = [...left].flatMap(([key, count]) => Array.from({ length: count }, () => key.split('\n')[1]!))
  return { added, gone: gone.map(words => `${words} — no longer so: npm run sql -- --expect`) }
}

/** As it is written down, in an order that does not depend on lines. */
export function knownFrom(problems: readonly SqlProblem[]): Known {
  const known: Record<string, Record<string, string[]>> = {}
  for (const { rule, path, message } of problems.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b), 'en')))
    ((known[rule] ??= {})[path] ??= []).push(message)
  return known
}
const orderOf = ({ rule, path, message }: SqlProblem): string => [rule, path, message].join('\n')
