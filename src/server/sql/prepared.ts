/** Statements that a connection parses and plans once: for short, frequent statements most of the time is spent there. */
import { createHash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'

const names = new WeakMap<Sql, string>()
const nameOf = new Map<string, string>()

/**
 * Marks a statement as prepared, with a name derived from its text. Only for statements with few different texts: each
 * stays in every connection for its lifetime. After five runs one plan may serve all values.
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
/** Undefined for statements that are not prepared. */
export const preparedName = (statement: Sql): string | undefined => names.get(statement)
