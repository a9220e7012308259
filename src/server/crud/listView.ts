/**
 * The list of a noun without a table of its own: rows of a joining statement, with the same filters, order, pages and
 * total as every other list.
 */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { presentBuiltIn } from './builtIn.ts'
import { snake, storedFields } from './columns.ts'
import { conditions, ordering, pageRequest, where } from './filters.ts'
import type { Page } from './operations.ts'
import { missingCodes } from './severalCodes.ts'
import { boundedTotal, COUNT_MS, exactTotal } from './total.ts'

export interface ViewSpec {
  /** A SELECT with `id` and a column for each field that is not computed, with the names that a table of the noun would have. */
  rows: Sql
  /** More of its columns that rows contain, by field name. */
  more?: readonly string[]
  /** Default: the noun's own. */
  order?: Sql
  /** Conditions on `t` besides the filters. */
  also?: readonly Sql[]
}

export async function listView<R extends Row = Row>(
  ctx: Ctx,
  noun: Noun,
  query: Input,
  { rows, more = [], order = ordering(noun, query), also = [] }: ViewSpec,
): Promise<Page<R>> {
  const { current, size } = pageRequest(query)
  const asked = conditions(noun, query, ctx)
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
  // A join may be slow to start: its count gets as long as its page took, and at least as long as facts get.
  const untilMs = readMs + Math.max(COUNT_MS, readMs - begunMs)
  // Without a filter, other pages show this number as well; with one, a pager only needs to know whether there is more.
  const { total, more: further } = asked.length
    ? await boundedTotal(ctx, from, found, { skip, got: records.length, size, untilMs })
    : { total: await exactTotal(ctx, from, found), more: false }
  presentBuiltIn(noun, records, ctx.language)
  const missing = await missingCodes(ctx, noun, query, found, from)
  const pages = Math.ceil(total / size)
  return {
    ...{ records, total, size, current, pages },
    ...(further ? { more: further } : {}),
    ...(missing?.length ? { missing } : {}),
  }
}
