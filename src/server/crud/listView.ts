/** The list of a noun without a table of its own: rows that a statement joins, with the filters, order, pages and total of every other list. */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { presentBuiltIn } from './builtIn.ts'
import { snake, storedFields } from './columns.ts'
import { conditions, ordering, pageRequest, where } from './filters.ts'
import type { Page } from './operations.ts'
import { boundedTotal, COUNT_MS, exactTotal } from './total.ts'

export interface ViewSpec {
  /** A SELECT with `id` and a column for each field that is not computed, named as the table of a noun would name it. */
  rows: Sql
  /** More columns of it that rows carry, as the fields are called. */
  more?: readonly string[]
  /** Default: the noun's own. */
  order?: Sql
  /** Conditions besides the filters, on `t`. */
  also?: readonly Sql[]
}

export async function listView<R extends Row = Row>(
  ctx: Ctx,
  noun: Noun,
  query: Input,
  { rows, more = [], order = ordering(noun, query), also = [] }: ViewSpec,
): Promise<Page<R>> {
  const { current, size } = pageRequest(query)
  const asked = conditions(noun, query, ctx.ports.vault)
  const found = [...asked, ...also]
  const from = sql`(${rows})`
  const skip = (current - 1) * size
  const names = [...storedFields(noun.fields).map(([name]) => name), ...more]
  const columns = raw(['t.id', ...names.map(name => `t.${snake(name)} as "${name}"`)].join(', '))
  const begunMs = performance.now()
  const records = await ctx.sql<R>(
    sql`select ${columns} from ${from} t ${where(found)} order by ${order} limit ${size} offset ${skip}`,
  )
  const readMs = performance.now()
  // A join may be slow to begin: its count has as long as its page took, and never less than facts have.
  const untilMs = readMs + Math.max(COUNT_MS, readMs - begunMs)
  // Without a filter it is a figure that others show as well; with one, a pager needs to know only that there is more.
  const { total, more: further } = asked.length
    ? await boundedTotal(ctx, from, found, { skip, got: records.length, size, untilMs })
    : { total: await exactTotal(ctx, from, found), more: false }
  presentBuiltIn(noun, records, ctx.language)
  return { records, total, size, current, pages: Math.ceil(total / size), ...(further ? { more: further } : {}) }
}
