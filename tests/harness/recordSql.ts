/** Keeps the statements of parts that a run of tests had the database run: the sources alone do not give their texts, so `npm test` judges these. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pools } from '#server/sql/pools.ts'
import { RECORDED_VARIABLE, type RanStatement } from '../../scripts/sql/ranStatement.ts'
import { templatesOf } from './recordedTag.ts'

/** Lists of values of any length are one text. */
const wordsOf = (text: string): string => text.replace(/\$\d+(?:[\s,]+\$\d+)*/g, '$')

/** Each text once, into a file of `folder`, until it is stopped; what the database refuses is not kept. */
export function recordSql(folder: string): () => void {
  const file = join(folder, `${process.pid}.ran`)
  const seen = new Set<string>()
  const { run } = Pools.prototype
  Pools.prototype.run = async function <Row>(this: Pools, ...asked: Parameters<Pools['run']>): Promise<Row[]> {
    const rows = await run.apply<Pools, typeof asked, Promise<Row[]>>(this, asked)
    const [, statement] = asked
    const templates = typeof statement === 'string' ? undefined : templatesOf(statement)
    if (!templates || typeof statement === 'string') return rows
    const { text } = statement
    const key = `${templates.join()} ${wordsOf(text)}`
    if (!seen.has(key)) {
      seen.add(key)
      appendFileSync(file, `${JSON.stringify({ text, templates } satisfies RanStatement)}\n`)
    }
    return rows
  }
  return () => void (Pools.prototype.run = run)
}

const folder = process.env[RECORDED_VARIABLE]
// Test files of one process share its modules, and each runs this one again.
const once = globalThis as { recordsSql?: true }
if (folder && !once.recordsSql) {
  once.recordsSql = true
  recordSql(folder)
}
