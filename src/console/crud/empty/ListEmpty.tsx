/** A list without rows: its page's own words, or what belongs in it with the first step; the code is loaded for empty lists. */
import { lazy, Suspense } from 'react'
import type { List } from '#console/crud/list/useList.ts'

const EmptyWords = lazy(() => import('#console/crud/empty/EmptyWords.tsx'))

export const ListEmpty = ({ list }: { list: List }) =>
  list.state === 'empty' && list.pieces.empty ? (
    list.pieces.empty
  ) : (
    <Suspense>
      <EmptyWords list={list} />
    </Suspense>
  )
