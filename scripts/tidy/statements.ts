/** Rules on SQL: its width, limited lists, and who writes states. Which tables it uses is checked by `npm run sql`. */
import { isTest, type FileRule } from './Rule.ts'
import { statementsOf } from './syntax.ts'

const MAX_COLUMNS = 120
export const statementWidth: FileRule = (path, text) =>
  isTest(path)
    ? []
    : statementsOf(path, text).flatMap(statement =>
        statement.text.split('\n').some(line => line.length > MAX_COLUMNS)
          ? [`SQL wider than ${MAX_COLUMNS} columns in line ${statement.line}: break it`]
          : [],
      )

const LIMITED_LOCK = /\blimit\s+(?:\?|\d+)\s+for\s+update\b/gi
/** The text before the parenthesis around position `at`; null where there is none. */
function beforeParenthesis(text: string, at: number): string | null {
  let depth = 0
  for (let from = at; from >= 0; from -= 1)
    if (text[from] === ')') depth += 1
    else if (text[from] === '(' && (depth -= 1) < 0) return text.slice(0, from)
  return null
}
/**
 * A subquery with limit and lock may be executed again for each row that it is joined with. Rows that the same statement has
 * updated are then skipped, and others beyond the limit take their place: only a materialized one is executed once.
 */
export const lockedList: FileRule = (path, text) =>
  isTest(path)
    ? []
    : statementsOf(path, text).flatMap(statement =>
        [...statement.text.matchAll(LIMITED_LOCK)].some(({ index }) => {
          const before = beforeParenthesis(statement.text, index)
          return before !== null && !/(?:\bmaterialized|=)\s*$/i.test(before)
        })
          ? [`a list with limit and for update in line ${statement.line}: make it a "with … as materialized"`]
          : [],
      )

const SET = /\bset\b/gi
/** By `case` the row itself decides, in the one statement that its hot path has. */
const STATE_ASSIGNED = /^\s*(?:\w+\.)?state\s*=(?!\s*(?:excluded\.state|case)\b)/i
const SET_ENDS = /^(?:where|from|returning)\b/i
/** The assignments after a `set`, up to the end of its clause. */
function assignmentsAfter(text: string): string[] {
  const found = ['']
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!
    if (letter === ')' && depth === 0) break
    if (depth === 0 && !/\w/.test(text[at - 1] ?? '') && SET_ENDS.test(text.slice(at))) break
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (letter === ',' && depth === 0) found.push('')
    else found.push(found.pop()! + letter)
  }
  return found
}
/** A state changes by a move, with its audit and its live message; where a statement must write it, by its name. */
export const rawState: FileRule = (path, text) =>
  path.startsWith('src/server/')
    ? []
    : statementsOf(path, text).flatMap(({ text: statement, line }) =>
        [...statement.matchAll(SET)].some(({ index }) =>
          assignmentsAfter(statement.slice(index + 3)).some(one => STATE_ASSIGNED.test(one)),
        )
          ? [`a state is written by its number in line ${line}: make it a move (moveAll), or name it (toState)`]
          : [],
      )
