/** Statements composed when the program runs, as a run of tests had PostgreSQL run them: each place was reached, and each keeps to the walls. */
import { loadModule } from 'libpg-query'
import { judgeOwners, latestOf, ownerOf, ownerOfPath } from './judgeOwners.ts'
import type { SqlProblem } from './judgeSql.ts'
import type { Places, RanStatement } from './ranStatement.ts'
import { readTree, type StatementTree } from './readTree.ts'

/** Valid is what ran; `ran` may hold statements of tests, which no file of the sources has. */
export async function judgeRan({ files, composed }: Places, ran: readonly RanStatement[]): Promise<SqlProblem[]> {
  await loadModule()
  // Also as part of another: a list wraps the statement that selects its rows.
  const reached = new Set(ran.flatMap(({ templates }) => templates))
  const problems = composed
    .filter(({ mark }) => !reached.has(mark))
    .map(({ path, line, message }): SqlProblem => ({
      rule: 'composed',
      path,
      line,
      message: `${message}, and no test runs it`,
    }))
  const found = new Map<string, SqlProblem>()
  for (const { text, templates } of ran) {
    const [path, ...parts] = templates.map(mark => files[mark]?.[0])
    if (!path) continue
    const tree = readTree(text)
    const own = actsFor(path, parts, tree)
    for (const crossed of judgeOwners(own, tree)) {
      const message = `for ${own}, ${crossed}${whereFrom(parts)}`
      found.set(`${path} ${message}`, { rule: 'owners', path, line: 0, message })
    }
  }
  return [...problems, ...found.values()]
}

/**
 * A module acts for itself. An engine acts for whose table it writes; what only reads, for the noun it was asked about or
 * for the later module that contributes a part of it.
 */
function actsFor(path: string, parts: readonly (string | undefined)[], { main, writes }: StatementTree): string {
  const own = ownerOfPath(path)
  if (own !== 'server') return own
  const [written] = [...writes].flatMap(table => ownerOf(table) ?? [])
  if (written) return written
  const modules = parts.flatMap(part => (part ? [ownerOfPath(part)] : []))
  return latestOf([...modules, (main && ownerOf(main)) ?? own])
}
const whereFrom = (parts: readonly (string | undefined)[]): string => {
  const modules = [...new Set(parts)].filter(part => part?.startsWith('src/modules/'))
  return modules.length ? ` (with a part of ${modules.join(' and ')})` : ''
}
