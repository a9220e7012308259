/** How wide SQL is written. Whose tables it touches, `npm run sql` says. */
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
/** The text before the parenthesis that holds position `at`; null where none does. */
function beforeParenthesis(text: string, at: number): string | null {
  let depth = 0
  for (let from = at; from >= 0; from -= 1)
    if (text[from] === ')') depth += 1
    else if (text[from] === '(' && (depth -= 1) < 0) return text.slice(0, from)
  return null
}
/**
 * A list that is limited and locked may be made anew for each row that it is joined with. Rows that the same statement has
 * updated are then passed over, and others beyond the limit take their place: only a materialized one is made once.
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
