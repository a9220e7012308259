/** The properties of a table. */
import type { Column, RowAct, Sort } from '#console/kit/table/column.ts'
import type { Inline } from '#console/kit/table/useInlineEdit.ts'
import type { Words } from '#console/kit/language.tsx'

export type TableProps<Row> = {
  /** The name under which a user's choice of columns is stored. */
  name: string
  label: Words
  /** This array and all functions below must be the same at each render, or all rows are rendered again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  loading?: boolean
  /** The reason why there are no rows. */
  error?: { title: Words; note?: Words | undefined } | undefined
  onRefresh?: () => void
  /** The default is 暂无数据，点击刷新. */
  empty?: Words
  /** Adds the '#' column. A number is the count of rows on previous pages: (page − 1) × size. */
  index?: boolean | number
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  /** The row that is open in the drawer. */
  active?: string | undefined
  onOpen?: (row: Row) => void
  onEdit?: (row: Row) => void
  operations?: (row: Row) => readonly RowAct[]
  /** Hides actions of a row: `{ edit: false }` hides 编辑. */
  permit?: (row: Row) => Readonly<Record<string, boolean | undefined>> | undefined
  /** Allows cells and rows to be edited in place. */
  inline?: Inline<Row>
  /** In px; default 240. */
  operationsWidth?: number
  rowHeight?: 44 | 36
  /** A value per row, usually its version; the row is highlighted for 1.2 s when it changes. */
  glow?: (row: Row) => unknown
  shortcuts?: boolean
  skeletonRows?: number
}
