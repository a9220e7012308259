/** The generated page of a lens: a table, a tree or cards, with search, drawer, form and actions. Hand-written pages may replace parts of it. */
import { NoDefinition } from '#console/crud/list/LoadError.tsx'
import { type ComponentType, type ReactNode } from 'react'
import type { Noun } from '#model/noun.ts'
import type { Input, Row, RowOf } from '#model/row.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import type { TabPieces } from '#console/crud/layouts/LensTabs.tsx'
import { LensBody } from '#console/crud/list/LensBody.tsx'
import type { ListButton } from '#model/noun.ts'
import type { Act } from '#console/crud/act/actsOf.ts'
import type { BulkRows } from '#console/crud/job/startBulk.ts'
import type { LiveState } from '#console/data/live.ts'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { RowAct } from '#console/kit/table/column.ts'
import type { Words } from '#console/kit/language.tsx'

const NO_PIECES: TabPieces = {}

const LensTabs = lazy(async () => (await import('#console/crud/layouts/LensTabs.tsx')).LensTabs)

/** The properties of a custom drawer: the open row, which may be on another page of the list, and its neighbours. */
export type OpenRowProps<R = Row> = {
  id: string
  listed: R | undefined
  live: LiveState
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onEdit: (row: R) => void
}

/** The parts of a generated page that a hand-written one replaces. It must be the same object at each render: define it outside the component, or memoize it. */
export type LensPieces<N extends Noun = Noun> = {
  title?: Words
  /** Columns by name: how they look, or new ones (with a `label`). */
  columns?: ColumnChanges<RowOf<N>>
  /** Replaces the dialog of an action or a move. */
  dialogs?: Readonly<Record<string, ComponentType<{ act: Act<RowOf<N>>; onClose: () => void }>>>
  /** Buttons that the page hides or shows. */
  buttons?: Readonly<Partial<Record<ListButton, boolean>>>
  /** The content of the drawer instead of all fields. */
  drawer?: (row: RowOf<N>) => ReactNode
  /** Replaces the whole drawer. */
  beside?: (open: OpenRowProps<RowOf<N>>) => ReactNode
  /** More acts in each row, before those of the definition. */
  acts?: (row: RowOf<N>) => readonly RowAct[]
  /** Further actions on the selected rows; `chosen` identifies them, also beyond the page. */
  bulk?: (rows: readonly RowOf<N>[], chosen: BulkRows) => ReactNode
  /** Rows have no buttons at their end: all actions are in the drawer. */
  bare?: true
  /** Buttons in the title row, before 新增. */
  actions?: ReactNode
  /** Shown between title and list, usually key figures. */
  above?: ReactNode
  /** Called in place of opening the drawer. */
  onOpen?: (row: RowOf<N>) => void
  /** Replaces the form; null is a new row. */
  form?: (form: { row: RowOf<N> | null; onClose: () => void }) => ReactNode
  /** What the form shows of a row. */
  toForm?: (row: RowOf<N>) => Row
  /** Live updates come from devices of all classes, not only from those of the page's class. */
  followsAll?: true
  /** The initial values of a new row, besides those of fixed filters. */
  start?: Readonly<Input>
  /** Fixed filters besides the lens's own. */
  where?: Readonly<Record<string, string>>
  legend?: ReactNode
  /** Shown instead of the table while there are no rows at all. */
  empty?: ReactNode
  /** The first step of an empty list whose rows are not added with the noun's own form. */
  first?: ReactNode
  /** What the number beside the title counts; default 条. */
  counter?: string
  /** Shown at the left of the table, inside the card. */
  side?: ReactNode
  rowHeight?: 44 | 36
}

export type LensPageProps<N extends Noun> = PageProps & {
  pieces?: LensPieces<N>
  /** Pieces of the lists in other tabs (`tabs` of the lens), by the key of their lens. */
  tabPieces?: TabPieces
}

export const LensPage = <N extends Noun>({ pieces, tabPieces = NO_PIECES, ...props }: LensPageProps<N>) => {
  const { lens, noun } = props
  if (!lens || !noun) return <NoDefinition />
  // The rows have the type of the noun, which the components below do not know.
  const own = { ...props, lens, noun, pieces: (pieces ?? {}) as unknown as LensPieces }
  return lens.tabs ? <LensTabs {...own} tabPieces={tabPieces} /> : <LensBody {...own} />
}
