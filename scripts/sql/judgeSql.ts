/** Every statement, function and foreign key of the product against the migrated database and the walls between modules. */
import { loadModule } from 'libpg-query'
import type pg from 'pg'
import { judgeDefinitions, type Definition } from './judgeDefinitions.ts'
import { judgeForeignKey, judgeFunction, judgeOwners, judgeWords, ownerOfPath } from './judgeOwners.ts'
import { judgeRows } from './judgeRows.ts'
import type { Places } from './ranStatement.ts'
import { readStatements, type Sources, type Statement } from './readStatements.ts'
import { readTree, type StatementTree } from './readTree.ts'
import { Schema, type Described } from './Schema.ts'

export interface SqlProblem {
  /** `composed`: its text is made when the program runs, and no test runs it. */
  rule: 'composed' | 'valid' | 'rows' | 'owners'
  /** A file of the sources, or `migrations`. */
  path: string
  /** 0 in migrations. */
  line: number
  message: string
}

/** PostgreSQL's own grammar describes no parameters or rows of these. */
const CONTROL = /^\s*(set|savepoint|rollback|release|notify|listen|lock)\b/i

/** `sources` from path to text, such as `src/…`; `connection` to a migrated database; `definitions` of modules. */
export async function judgeSql(
  root: string,
  sources: ReadonlyMap<string, string>,
  connection: pg.ClientConfig,
  definitions: readonly Definition[] = [],
): Promise<{ problems: SqlProblem[]; places: Places }> {
  await loadModule()
  const schema = await Schema.open(connection)
  try {
    const problems = [...(await judgeMigrations(schema)), ...(await judgeDefinitions(definitions, schema))]
    const known = new Map<string, { described: Described; tree: StatementTree | undefined }>()
    const { statements, templates, fragments } = readStatements(root, sources)
    for (const statement of statements) {
      const { path, line } = statement
      const found = new Map<string, SqlProblem['rule']>()
      for (const text of statement.texts) {
        if (CONTROL.test(text)) continue
        if (!known.has(text)) known.set(text, await lookAt(schema, text))
        for (const [message, rule] of judgeText(statement, known.get(text)!)) found.set(message, rule)
      }
      for (const [message, rule] of found) problems.push({ rule, path, line, message })
    }
    for (const { path, line, text } of fragments)
      for (const message of judgeWords(ownerOfPath(path), text)) problems.push({ rule: 'owners', path, line, message })
    return { problems, places: placesOf(statements, templates) }
  } finally {
    await schema.close()
  }
}

function placesOf(statements: readonly Statement[], templates: Sources['templates']): Places {
  const files: Record<string, string[]> = {}
  for (const { mark, path } of templates) (files[mark] ??= []).push(path)
  const composed = statements.flatMap(({ mark, path, line, head, composed }) =>
    composed === undefined ? [] : [{ mark, path, line, message: `'${head}' is composed of ${composed}` }],
  )
  return { files, composed }
}

async function lookAt(
  schema: Schema,
  text: string,
): Promise<{ described: Described; tree: StatementTree | undefined }> {
  const described = await schema.describe(text)
  return { described, tree: 'error' in described ? undefined : readTree(text) }
}

function judgeText(
  statement: Statement,
  { described, tree }: { described: Described; tree: StatementTree | undefined },
): [message: string, rule: SqlProblem['rule']][] {
  if ('error' in described || !tree) return [[`is refused: ${(described as { error: string }).error}`, 'valid']]
  return [
    ...judgeRows(statement, described.columns, tree).map(message => [message, 'rows'] as [string, 'rows']),
    ...judgeOwners(ownerOfPath(statement.path), tree).map(message => [message, 'owners'] as [string, 'owners']),
  ]
}

async function judgeMigrations(schema: Schema): Promise<SqlProblem[]> {
  const place = { rule: 'owners', path: 'migrations', line: 0 } as const
  const functions = (await schema.functions()).flatMap(one =>
    judgeFunction(one).map(message => ({ ...place, message: `${one.name} ${message}` })),
  )
  const keys = (await schema.foreignKeys()).flatMap(one => judgeForeignKey(one).map(message => ({ ...place, message })))
  return [...functions, ...keys]
}
