/** The whole product judged: the sources of `src` and the definitions they export. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Definition } from './judgeDefinitions.ts'
import type { Places } from './ranStatement.ts'
import { judgeSql, type SqlProblem } from './judgeSql.ts'

const root = join(import.meta.dirname, '../..')
export const KNOWN_FILE = join(root, 'scripts/sql/expected.json')

/** `connection` to a database with all migrations. Problems are those known and new. */
export async function judgeProduct(connection: pg.ClientConfig): Promise<{ problems: SqlProblem[]; places: Places }> {
  const sources = new Map<string, string>()
  const definitions: Definition[] = []
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    const path = `src/${file.replaceAll('\\', '/')}`
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    sources.set(path, readFileSync(join(root, path), 'utf8'))
    const [, module] = /^src\/modules\/(\w+)\/.*\.(?:noun|server)\.ts$/.exec(path) ?? []
    if (!module) continue
    const exported = (await import(/* @vite-ignore */ join(root, path))) as Record<string, unknown>
    for (const value of Object.values(exported)) definitions.push({ path, module, value })
  }
  return judgeSql(root, sources, connection, definitions)
}
