/** What a table is given. */
import type { Column, RowAct, Sort } from '#console/kit/table/column.ts'
import type { Inline } from '#console/kit/table/useInlineEdit.ts'
import type { Words } from '#console/kit/language.tsx'

export type TableProps<Row> = {
  /** Under this name a person's choice of columns is remembered. */
  name: string
  label: Words
  /** Keep this array and every function below steady between renders, or rows are drawn again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  loading?: boolean
  /** Why there are no rows. */
  error?: { title: Words; note: Words } | undefined
  onRefresh?: () => void
  /** Default 暂无数据，点击刷新. */
  empty?: Words
  /** Adds the '#' column; a number is what stands before the first row: (page − 1) × size. */
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
  /** Whose acts are hidden: `{ edit: false }` takes 编辑 from that row. */
  permit?: (row: Row) => Readonly<Record<string, boolean | undefined>> | undefined
  /** Cells and rows edited in place. */
  inline?: Inline<Row>
  /** Default 240. */
  operationsWidth?: number
  rowHeight?: 44 | 36
  /** When its value changes for a row, the row glows for 1.2 s: usually the row's version. */
  glow?: (row: Row) => unknown
  shortcuts?: boolean
  skeletonRows?: number
}
