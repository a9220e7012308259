/** Lists are read with as many rows as one answer holds: what is not among the newest must not be shown either. */
import { MAX_PAGE_SIZE } from '#model/list/paging.ts'
import { onlyDeclared } from './onlyDeclared.ts'

/** The start of the query of a list, or of an export that is to be searched for words; empty for other routes. */
export const largestPage = (url: string): string => {
  if (url.endsWith('/export')) return 'format=csv&'
  return url.endsWith('/page') && 'size' in onlyDeclared('GET', url, { size: MAX_PAGE_SIZE })
    ? `size=${MAX_PAGE_SIZE}&`
    : ''
}
