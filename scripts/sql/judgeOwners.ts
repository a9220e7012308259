/** Whose tables a module touches: it writes its own schema and reads its own and those of earlier modules. */
import { MODULES } from '../gen.ts'
import type { ForeignKey, SchemaFunction } from './Schema.ts'

/** Schemas that are not called as their module is. */
const OWNERS: Readonly<Record<string, string>> = { facts: 'devices', ingest: 'devices' }
/** The server comes before all modules, what puts the product together after them. */
const ORDER = ['server', ...MODULES, 'main']
/** Undefined for the platform's own schemas (outbox, audit, files, jobs), which every module may use in its statements. */
export const ownerOf = (table: string): string | undefined => {
  const schema = table.split('.')[0]!
  return OWNERS[schema] ?? (MODULES.includes(schema) ? schema : undefined)
}
const isLater = (one: string, other: string): boolean => ORDER.indexOf(one) > ORDER.indexOf(other)

/** Who comes last of them, and may read what all of them may. */
export const latestOf = (owners: readonly string[]): string =>
  owners.reduce((latest, one) => (isLater(one, latest) ? one : latest), ORDER[0]!)

/** Whose a file is. */
export const ownerOfPath = (path: string): string => {
  const [, layer = '', module = ''] = path.split('/')
  return layer === 'modules' ? module : layer === 'server' ? 'server' : 'main'
}

/** `reads` and `writes` as `schema.name`. */
export function judgeOwners(own: string, touched: { reads: Iterable<string>; writes: Iterable<string> }): string[] {
  const problems: string[] = []
  const written = new Set(touched.writes)
  for (const table of written) {
    const owner = ownerOf(table)
    if (owner && owner !== own)
      problems.push(`writes ${table}, which is ${owner}'s: call ${owner}, or raise an event that it handles`)
  }
  for (const table of new Set(touched.reads)) {
    const owner = ownerOf(table)
    if (owner && !written.has(table) && isLater(owner, own))
      problems.push(`reads ${table} of the later module ${owner}: let ${owner} contribute it`)
  }
  return problems
}

const TOUCHES = /\b(insert into|update|delete from|from|join|using|perform|call)\s+(?:only\s+)?([a-z]+\.[a-z_]+)/gi
const QUOTED = /\b([a-z]+\.[a-z_]+)\b/g
/** Of what is no whole statement: by its words. What is named in another way than as written is read. */
export function judgeWords(own: string, body: string): string[] {
  const reads = new Set<string>()
  const writes = new Set<string>()
  for (const [, verb, table] of body.matchAll(TOUCHES))
    (/insert|update|delete/i.test(verb!) ? writes : reads).add(table!.toLowerCase())
  for (const [, table] of body.matchAll(QUOTED)) if (!writes.has(table!)) reads.add(table!)
  return judgeOwners(own, { reads, writes })
}
/** A function belongs to the module of its schema; its body may compose statements. */
export const judgeFunction = ({ name, body }: SchemaFunction): string[] => judgeWords(ownerOf(name) ?? 'server', body)

export function judgeForeignKey({ from, to }: ForeignKey): string[] {
  const [own, other] = [ownerOf(from), ownerOf(to)]
  if (!own || !other || !isLater(other, own)) return []
  return [`${from} refers to ${to} of the later module ${other}: let ${other} hold the reference`]
}
