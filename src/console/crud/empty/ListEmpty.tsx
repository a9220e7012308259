/** A list without rows: its page's own words, or what belongs in it with the first step; the code is loaded for empty lists. */
import type { List } from '#console/crud/list/useList.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'

const EmptyWords = lazy(async () => (await import('#console/crud/empty/EmptyWords.tsx')).default)

export const ListEmpty = ({ list }: { list: List }) =>
  list.state === 'empty' && list.pieces.empty ? list.pieces.empty : <EmptyWords list={list} />
