/** Reads a whole list in batches, from one cursor of the caller's transaction. */
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../ctx.ts'
import { MAX_PAGE_SIZE } from '#model/list/paging.ts'
import type { Input, Row } from '#model/row.ts'
import { selection, tableOf } from './columns.ts'
import { ordering, where } from './filters.ts'
import { foundBy } from './foundBy.ts'
import type { Operations } from './operations.ts'

/** Yields rows as the list presents them, in its order, `size` at a time. */
export async function* batches(operations: Operations, ctx: Ctx, query: Input, size: number): AsyncGenerator<Row[]> {
  const { noun, listed } = operations
  if (listed) {
    for (let current = 1; ; current += 1) {
      const { records } = await listed(ctx, { ...query, current, size: MAX_PAGE_SIZE })
      if (records.length) yield records
      // The total may be incomplete; a page that is not full is the last one.
      if (records.length < MAX_PAGE_SIZE) return
    }
  }
  const found = await foundBy(operations.half, ctx, query)
  await ctx.sql(
    sql`declare listed no scroll cursor for select ${selection(noun)} from ${tableOf(noun)} t ${where(found)} order by ${ordering(noun, query)}`,
  )
  for (;;) {
    const rows = await ctx.sql<Row>(sql`fetch ${raw(String(size))} from listed`)
    if (!rows.length) break
    yield await operations.present(ctx, rows)
  }
  await ctx.sql(sql`close listed`)
}
