/** The generated page of a lens: a table, a tree or cards, with search, drawer, form and acts. Pages may hand it their own pieces. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import type { PageProps } from '#console/app/PageProps.ts'
import type { ColumnChanges } from '#console/crud/columnsOf.tsx'
import { ListPage } from '#console/crud/ListPage.tsx'
import type { Row } from '#console/crud/Row.ts'
import type { ListButton } from '#model/noun.ts'
import type { Act } from '#console/crud/useActs.ts'
import type { RowAct } from '#console/kit/column.ts'
import { ErrorState } from '#console/kit/ErrorState.tsx'
import type { Words } from '#console/kit/language.tsx'

const TreePage = lazy(async () => ({ default: (await import('#console/crud/TreePage.tsx')).TreePage }))
const TreeTablePage = lazy(async () => ({ default: (await import('#console/crud/TreeTablePage.tsx')).TreeTablePage }))
const CardsPage = lazy(async () => ({ default: (await import('#console/crud/CardsPage.tsx')).CardsPage }))

/** What a hand-written page changes of a generated one. Keep it steady: define it outside the component, or memo it. */
export type LensPieces = {
  title?: Words
  /** Columns by name: how they look, or new ones (with a `label`). */
  columns?: ColumnChanges
  /** Replaces the dialog of an action or a move. */
  dialogs?: Readonly<Record<string, ComponentType<{ act: Act; onClose: () => void }>>>
  /** Buttons that the page takes away or brings back. */
  buttons?: Readonly<Partial<Record<ListButton, boolean>>>
  /** What stands in the drawer instead of all fields. */
  drawer?: (row: Row) => ReactNode
  /** More acts in each row, before those of the definition. */
  acts?: (row: Row) => readonly RowAct[]
  /** More that can be done with the rows that are chosen. */
  bulk?: (rows: readonly Row[]) => ReactNode
  /** Buttons in the title row, before 新增. */
  actions?: ReactNode
  /** Between title and list: a strip of figures. */
  above?: ReactNode
  /** Instead of opening the drawer. */
  onOpen?: (row: Row) => void
  /** What the form shows of a row. */
  toForm?: (row: Row) => Row
  /** Its rows follow what devices of every class state, not only those of the page's. */
  followsAll?: true
  /** Fixed filters besides the lens's own. */
  where?: Readonly<Record<string, string>>
  legend?: ReactNode
  /** Left of the table, inside the card. */
  side?: ReactNode
  rowHeight?: 44 | 36
}

export const LensPage = ({ pieces = {}, ...props }: PageProps & { pieces?: LensPieces }) => {
  const { lens, noun } = props
  if (!lens || !noun) return <ErrorState title={['页面定义缺失', 'This page has no definition']} />
  const own = { ...props, lens, noun, pieces }
  switch (lens.layout) {
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
