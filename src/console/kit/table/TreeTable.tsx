/** A table whose rows form a tree; buttons in the first column fold and unfold the rows below. */
import { useCallback, useMemo } from 'react'
import { ChevronRight } from 'lucide-react'
import type { Params } from '#model/row.ts'
import type { Column } from '#console/kit/table/column.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Table } from '#console/kit/table/Table.tsx'
import type { TableProps } from '#console/kit/table/TableProps.ts'
import type { TreeLine } from '#console/kit/table/treeLines.ts'
import './TreeTable.css'

const firstPx = 280
const indentPx = 20

export type TreeTableProps<Row> = Omit<TableProps<Row>, 'rows'> & {
  /** The rows, from `treeLines(tree, key, opened)`. */
  lines: readonly TreeLine<Row>[]
  onToggle: (key: string) => void
}

export const TreeTable = <Row extends object>({ lines, onToggle, columns, rowKey, ...rest }: TreeTableProps<Row>) => {
  const translate = useTranslate()
  // Where nothing folds, names begin below their heading, without the room of a button.
  const folds = lines.some(({ line }) => line.open !== undefined || line.level > 0)
  const toggle = useCallback((row: Row): void => onToggle(rowKey(row)), [onToggle, rowKey])
  const folding = useMemo(
    (): readonly Column<Row>[] =>
      columns.map((column, at): Column<Row> =>
        at > 0
          ? column
          : {
              ...column,
              width: firstPx,
              render: (row, place) => {
                const own = column.render ? column.render(row, place) : String((row as Params)[column.key] ?? '')
                if (!('line' in row)) return own
                const { level, open } = (row as TreeLine<Row>).line
                if (!folds) return own
                return (
                  <span style={{ paddingLeft: level * indentPx }}>
                    {open === undefined ? (
                      <span className="tree-table-leaf" />
                    ) : (
                      <button
                        type="button"
                        className="tree-table-fold"
                        aria-expanded={open}
                        aria-label={translate(open ? ['收起', 'Collapse'] : ['展开', 'Expand'])}
                        onClick={() => toggle(row)}
                      >
                        <Icon of={ChevronRight} size={14} />
                      </button>
                    )}
                    {own}
                  </span>
                )
              },
            },
      ),
    [columns, folds, toggle, translate],
  )
  return <Table {...rest} columns={folding} rows={lines} rowKey={rowKey} />
}
