/** The tables of the database as the texts of all migrations leave them, each with the statements that made and altered it. */

const COMMENT = /--.*$/gm
const STATEMENT =
  /^ *(?:create table (?:if not exists )?(\w+\.\w+)|drop table (?:if exists )?(\w+\.\w+)|alter table (?:only |if exists )*(\w+\.\w+)(?: (?:set schema (\w+)|rename to (\w+)))?)[^;]*/gim

/** Statements by `schema.name`: created, dropped, moved, renamed. */
export function tablesOf(migrations: readonly string[]): Map<string, string> {
  const tables = new Map<string, string>()
  for (const [statement, made, dropped, altered, schema, name] of migrations
    .join('\n')
    .replace(COMMENT, '')
    .matchAll(STATEMENT)) {
    if (made) tables.set(made, `${tables.get(made) ?? ''}\n${statement}`)
    if (dropped) tables.delete(dropped)
    if (!altered) continue
    const before = tables.get(altered)
    if (before === undefined) continue
    tables.delete(altered)
    const [own, table] = altered.split('.')
    tables.set(`${schema ?? own}.${name ?? table}`, `${before}\n${statement}`)
  }
  return tables
}
