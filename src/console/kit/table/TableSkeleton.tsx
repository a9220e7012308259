/** Placeholder rows while a page is loading, shown only after a delay. */
import type { Column } from '#console/kit/table/column.ts'

export type TableSkeletonProps<Row> = {
  rows: number
  /** False during the delay before the placeholder is shown. */
  shown: boolean
  columns: readonly Column<Row>[]
  extras: { check: boolean; index: boolean; operations: number }
  /** An empty column takes the remaining width. */
  filler: boolean
}

export const TableSkeleton = <Row,>({ rows, shown, columns, extras, filler }: TableSkeletonProps<Row>) =>
  Array.from({ length: rows }, (_, at) => (
    <tr key={at} className="table-row" aria-hidden="true" data-skeleton={shown ? 'shown' : 'waiting'}>
      {extras.check && <td className="table-cell" />}
      {extras.index && <td className="table-cell" />}
      {columns.map((column, nth) => (
        <td key={column.key} className="table-cell" data-align={column.align}>
          <span className="skeleton-line" style={{ width: `${40 + ((at * 7 + nth * 13) % 5) * 10}%` }} />
        </td>
      ))}
      {filler && <td className="table-cell" />}
      {extras.operations > 0 && <td className="table-cell" />}
    </tr>
  ))
