/** Rules on SQL: its width, and limited lists. Which tables it uses is checked by `npm run sql`. */
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
