/** Statements that a connection parses and plans once: of short ones that run all the time, most of the time goes there. */
import { createHash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'

const names = new WeakMap<Sql, string>()
const nameOf = new Map<string, string>()

/**
 * Marks a statement as prepared under a name that follows from its text. For statements of few different texts only: each
 * stays in each connection for as long as that lives. After five runs one plan may serve all values.
 */
export function prepared(statement: Sql): Sql {
  let name = nameOf.get(statement.text)
  if (!name) {
    name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 32)
    nameOf.set(statement.text, name)
  }
  names.set(statement, name)
  return statement
}
/** Undefined for what is parsed each time. */
export const preparedName = (statement: Sql): string | undefined => names.get(statement)
