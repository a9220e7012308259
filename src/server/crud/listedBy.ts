/** The hand-written list of a noun that has no table of its own, for exports and bulk acts. */
import type { Noun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import type { ServerPart } from '../parts.ts'
import type { Ctx } from '../ctx.ts'
import { MAX_PAGE_SIZE } from '#model/list/paging.ts'
import type { Operations, Page } from './operations.ts'

export function listedBy(parts: readonly ServerPart[], noun: Noun): Operations['listed'] {
  if (noun.life !== 'view') return undefined
  const list = parts.find(part => part.part === 'endpoint' && part.path === `${noun.api}/page`)
  return list?.part === 'endpoint' ? (ctx, query) => list.run(ctx, query) as Promise<Page> : undefined
}

/** Ids of its rows in order, read page by page, at most `limit`. */
export async function listedIds(
  list: NonNullable<Operations['listed']>,
  ctx: Ctx,
  query: Input,
  limit: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let current = 1; ids.length < limit; current += 1) {
    const { records } = await list(ctx, { ...query, current, size: MAX_PAGE_SIZE })
    ids.push(...records.map(row => row.id))
    if (records.length < MAX_PAGE_SIZE) break
  }
  return ids.slice(0, limit)
}
