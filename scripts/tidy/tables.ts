/** Rules on SQL: whose tables a module touches, and how wide a statement is written. */
import { MODULES } from '../gen.ts'
import { isTest, type FileRule } from './Rule.ts'
import { statementsOf } from './syntax.ts'

/** Schemas that are not called as their module is. */
const OWNERS: Record<string, string> = { facts: 'devices', ingest: 'devices' }
const ownerOf = (schema: string): string | undefined =>
  OWNERS[schema] ?? (MODULES.includes(schema) ? schema : undefined)
const TABLE = /\b(insert into|update|delete from|from|join|using)\s+(?:only\s+)?([a-z]+)\.([a-z_]+)/gi

/** A module writes its own schema and reads those of earlier modules. */
export const tableOwner: FileRule = (path, text) => {
  const own = /^src\/modules\/(\w+)\//.exec(path)?.[1]
  if (!own || isTest(path)) return []
  const found = new Set<string>()
  for (const statement of statementsOf(path, text))
    for (const [, verb, schema, table] of statement.text.matchAll(TABLE)) {
      const owner = ownerOf(schema!.toLowerCase())
      if (!owner || owner === own) continue
      if (/insert|update|delete/i.test(verb!))
        found.add(`writes ${schema}.${table}, which is ${owner}'s: call ${owner}, or raise an event that it handles`)
      else if (MODULES.indexOf(owner) > MODULES.indexOf(own))
        found.add(`reads ${schema}.${table} of the later module ${owner}: let ${owner} contribute it`)
    }
  return [...found]
}

const MAX_COLUMNS = 120
export const statementWidth: FileRule = (path, text) =>
  isTest(path)
    ? []
    : statementsOf(path, text).flatMap(statement =>
        statement.text.split('\n').some(line => line.length > MAX_COLUMNS)
          ? [`SQL wider than ${MAX_COLUMNS} columns in line ${statement.line}: break it`]
          : [],
      )
