/** Lists are read with as many rows as one answer holds: what is not among the newest must not be shown either. */
import { MAX_PAGE_SIZE } from '#model/paging.ts'

/** The start of the query of a list; empty for other routes. */
export const largestPage = (url: string): string => (url.endsWith('/page') ? `size=${MAX_PAGE_SIZE}&` : '')
