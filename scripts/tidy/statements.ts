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
