/** The header row of a table: labels, sorting, and edges that can be dragged to set the width. */
import { useRef, type PointerEvent } from 'react'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { ACTIONS } from '#base/texts.ts'
import type { Column, Sort } from '#console/kit/table/column.ts'
import { table } from '#console/kit/defaults.ts'
import { Icon } from '#console/kit/Icon.tsx'
import type { Words } from '#console/kit/language.tsx'

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  offsets: Readonly<Record<string, number>>
  selection: { all: boolean; some: boolean; onAll: (all: boolean) => void } | undefined
  index: boolean
  operations: boolean
  filler: boolean
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
  onWidth: (key: string, width: number | undefined) => void
  translate: (words: Words) => string
}

const narrowestPx = 64

/** The next sort order: ascending, descending, then the order of the server. */
const nextSort = (key: string, sort: Sort | undefined): Sort | undefined =>
  sort?.key !== key ? { key, descending: false } : sort.descending ? undefined : { key, descending: true }

export const TableHead = <Row,>({
  columns,
  offsets,
  selection,
  index,
  operations,
  filler,
  sort,
  onSort,
  onWidth,
  translate,
}: TableHeadProps<Row>) => {
  const pull = useRef<{ key: string; x: number; width: number }>(undefined)
  const widthAt = (handle: Element): number => handle.closest('th')?.getBoundingClientRect().width ?? 0
  const onDown = (event: PointerEvent<HTMLElement>, key: string): void => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    pull.current = { key, x: event.clientX, width: widthAt(event.currentTarget) }
  }
  const onMove = (event: PointerEvent<HTMLElement>): void => {
    if (pull.current)
      onWidth(pull.current.key, Math.round(Math.max(narrowestPx, pull.current.width + event.clientX - pull.current.x)))
  }
  return (
    <thead className="table-head">
      <tr>
        {selection && (
          <th className="table-th table-check" scope="col" data-fixed="left" style={{ left: 0 }}>
            <input
              type="checkbox"
              className="checkbox"
              checked={selection.all}
              aria-label={translate(['选择本页全部', 'Select all on this page'])}
              ref={box => {
                if (box) box.indeterminate = selection.some && !selection.all
              }}
              onChange={event => selection.onAll(event.target.checked)}
            />
          </th>
        )}
        {index && (
          <th className="table-th table-index" scope="col" data-fixed="left" style={{ left: offsets['#'] }}>
            {table.indexLabel}
          </th>
        )}
        {columns.map(column => {
          const offset = offsets[column.key]
          const sorted = sort?.key === column.key ? sort : undefined
          return (
            <th
              key={column.key}
              className="table-th"
              scope="col"
              data-align={column.align}
              data-fixed={column.fixed}
              style={offset === undefined ? undefined : column.fixed === 'right' ? { right: offset } : { left: offset }}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            >
              {column.sort && onSort ? (
                <button
                  type="button"
                  className="table-sort"
                  data-on={sorted ? true : undefined}
                  onClick={() => onSort(nextSort(column.key, sort))}
                  onKeyDown={event => {
                    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
                    event.preventDefault()
                    onWidth(
                      column.key,
                      Math.max(
                        narrowestPx,
                        Math.round(widthAt(event.currentTarget)) + (event.key === 'ArrowRight' ? 16 : -16),
                      ),
                    )
                  }}
                >
                  <span className="ellipsis">{translate(column.label)}</span>
                  <Icon of={sorted ? (sorted.descending ? ArrowDown : ArrowUp) : ChevronsUpDown} size={12} />
                </button>
              ) : (
                <span className="ellipsis">{translate(column.label)}</span>
              )}
              <span
                className="table-edge"
                aria-hidden="true"
                onPointerDown={event => onDown(event, column.key)}
                onPointerMove={onMove}
                onLostPointerCapture={() => {
                  pull.current = undefined
                }}
                onDoubleClick={() => onWidth(column.key, undefined)}
              />
            </th>
          )
        })}
        {filler && <td className="table-th table-filler" />}
        {operations && (
          <th className="table-th table-operations" scope="col" data-fixed="right" style={{ right: 0 }}>
            <span>{translate(ACTIONS)}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
