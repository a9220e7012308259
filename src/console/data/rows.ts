/**
 * Rows of a noun as its addresses answer them, for screens that are no list of it. The noun is named as a type, so that
 * its definition need not be fetched; an address that is not its own does not compile.
 */
import type { Noun } from '#model/noun.ts'
import type { Row, RowOf } from '#model/row.ts'
import { get, type Query } from './request.ts'

/** A page of rows as the server answers it. */
export interface Page<R = Row> {
  records: readonly R[]
  total: number
  size: number
  current: number
  pages: number
  /** The list is longer; facts are not counted to the end. */
  more?: boolean
  /** By the values of the filter that the lens draws as a switch, and `all` without it. */
  counts?: Readonly<Record<string, number>>
  /** Of several codes in a filter, those that no row has. */
  missing?: readonly string[]
}

/** One page of the noun's list; `query` holds its filters, `current` and `size`. Throws `RequestError`, without a toast. */
export const readPage = <N extends Noun = never>(
  api: NoInfer<N>['api'],
  query: Query,
  signal?: AbortSignal,
): Promise<Page<RowOf<N>>> => get<Page<RowOf<N>>>(`${api}/page`, query, { quiet: true, ...(signal ? { signal } : {}) })

/** One row of the noun. Throws `RequestError`, without a toast. */
export const readRow = <N extends Noun = never>(
  api: NoInfer<N>['api'],
  id: string,
  query?: Query,
  signal?: AbortSignal,
): Promise<RowOf<N>> => get<RowOf<N>>(`${api}/${id}`, query, { quiet: true, ...(signal ? { signal } : {}) })
