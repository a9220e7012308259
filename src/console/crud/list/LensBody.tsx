/** One list in the layout of its lens; rare layouts are loaded when they are first shown. */
import { ListPage } from '#console/crud/list/ListPage.tsx'
import type { ListProps } from '#console/crud/list/useList.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'

const TreePage = lazy(async () => (await import('#console/crud/tree/TreePage.tsx')).TreePage)
const TreeTablePage = lazy(async () => (await import('#console/crud/tree/TreeTablePage.tsx')).TreeTablePage)
const CardsPage = lazy(async () => (await import('#console/crud/list/CardsPage.tsx')).CardsPage)

export const LensBody = (own: ListProps) => {
  switch (own.lens.layout) {
    case 'tree':
      return <TreePage {...own} />
    case 'cards':
      return <CardsPage {...own} />
    case 'treeAndTable':
      return <TreeTablePage {...own} />
    default:
      return <ListPage {...own} />
  }
}
