/** The `sql` tag as the code imports it in a run that is recorded: it keeps of which templates a statement is made. */
import tag, { join as joined, Sql, type RawValue } from 'sql-template-tag'
import { markOf } from '../../scripts/sql/ranStatement.ts'

export { bulk, empty, raw, Sql } from 'sql-template-tag'

const marks = new WeakMap<readonly string[], string>()
const templates = new WeakMap<Sql, readonly string[]>()
const isPart = (value: unknown): value is Sql => value instanceof Sql
const inside = (values: readonly unknown[]): string[] =>
  values.flatMap(value => (isPart(value) ? (templates.get(value) ?? []) : []))
const composed = new WeakSet<Sql>()

/** The marks of the templates of a statement that has parts, its own first; undefined where it has none. */
export const templatesOf = (statement: Sql): readonly string[] | undefined =>
  composed.has(statement) ? templates.get(statement) : undefined

export default function sql(strings: readonly string[], ...values: readonly RawValue[]): Sql {
  const statement = tag(strings, ...values)
  let mark = marks.get(strings)
  if (!mark) marks.set(strings, (mark = markOf(strings)))
  templates.set(statement, [mark, ...inside(values)])
  if (values.some(isPart)) composed.add(statement)
  return statement
}
export function join(values: readonly RawValue[], separator?: string, prefix?: string, suffix?: string): Sql {
  const list = joined(values, separator, prefix, suffix)
  templates.set(list, inside(values))
  return list
}
