/** One list in the layout of its lens; rare layouts are loaded when they are first shown. */
import { lazy, Suspense } from 'react'
import { ListPage } from '#console/crud/list/ListPage.tsx'
import type { ListProps } from '#console/crud/list/useList.ts'

const TreePage = lazy(async () => ({ default: (await import('#console/crud/tree/TreePage.tsx')).TreePage }))
const TreeTablePage = lazy(async () => ({
  default: (await import('#console/crud/tree/TreeTablePage.tsx')).TreeTablePage,
}))
const CardsPage = lazy(async () => ({ default: (await import('#console/crud/list/CardsPage.tsx')).CardsPage }))

export const LensBody = (own: ListProps) => {
  switch (own.lens.layout) {
    case 'tree':
      return (
        <Suspense>
          <TreePage {...own} />
        </Suspense>
      )
    case 'cards':
      return (
        <Suspense>
          <CardsPage {...own} />
        </Suspense>
      )
    case 'treeAndTable':
      return (
        <Suspense>
          <TreeTablePage {...own} />
        </Suspense>
      )
    default:
      return <ListPage {...own} />
  }
}
