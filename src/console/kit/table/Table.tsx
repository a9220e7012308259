/** The list of a page: a native table that keeps its rows and its scroll position when data is updated. */
import { useMemo, useRef, type CSSProperties } from 'react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { operationsPx, checkPx, indexPx, type Extras } from '#console/kit/table/tableLayout.ts'
import { focusRow } from '#console/kit/table/focusRow.ts'
import { useTablePresses } from '#console/kit/table/useTablePresses.ts'
import { table } from '#console/kit/defaults.ts'
import { useTranslate } from '#console/kit/language.tsx'
import type { TableProps } from '#console/kit/table/TableProps.ts'
import { TableBeyond } from '#console/kit/table/TableBeyond.tsx'
import { TableEmpty } from '#console/kit/table/TableEmpty.tsx'
import { TableHead } from '#console/kit/table/TableHead.tsx'
import { TableSkeleton } from '#console/kit/table/TableSkeleton.tsx'
import { useTableKeys } from '#console/kit/table/useTableKeys.ts'
import { inlineKeys } from '#console/kit/table/inlineActs.tsx'
import { permitted, pressAct, removeAct, type Column } from '#console/kit/table/column.ts'
import { TableRow } from '#console/kit/table/TableRow.tsx'
import { useInlineEdit } from '#console/kit/table/useInlineEdit.ts'
import { useSelection } from '#console/kit/table/useSelection.ts'
import { useTableLayout } from '#console/kit/table/useTableLayout.ts'
import { useLate } from '#console/kit/layout/useLate.ts'
import { useWindowing, renderAllUpTo } from '#console/kit/table/useWindowing.ts'
import '#console/kit/input/Checkbox.css'
import '#console/kit/Pill.css'
import './Table.css'
import './TableRow.css'
import './TableWaiting.css'
import './TableNarrow.css'
import './TableEdit.css'
import './TablePrint.css'

const TableMore = lazy(async () => (await import('#console/kit/table/TableMore.tsx')).default)

const withRow =
  <Row,>(rows: readonly Row[], act: (row: Row) => void) =>
  (at: number): void => {
    const row = rows[at]
    if (row) act(row)
  }

type TableWidthsProps<Row> = {
  columns: readonly Column<Row>[]
  widths: Readonly<Record<string, number>>
  extras: Extras
  filler: boolean
}
const TableWidths = <Row,>({ columns, widths, extras, filler }: TableWidthsProps<Row>) => (
  <colgroup>
    {extras.check && <col style={{ width: checkPx }} />}
    {extras.index && <col style={{ width: indexPx }} />}
    {columns.map(column => (
      <col key={column.key} style={{ width: widths[column.key] ?? column.width }} />
    ))}
    {filler && <col />}
    {extras.operations > 0 && <col style={{ width: extras.operations }} />}
  </colgroup>
)

/** Fills the space of rows that are not rendered. */
const Spacer = ({ px }: { px: number }) =>
  px > 0 && (
    <tr aria-hidden="true">
      <td style={{ height: px }} />
    </tr>
  )

export const Table = <Row,>({
  name,
  label,
  columns,
  rows,
  rowKey,
  loading = false,
  error,
  onRefresh,
  empty = table.emptyText,
  index,
  selected,
  onSelect,
  sort,
  onSort,
  active,
  onOpen,
  onEdit,
  operations,
  permit,
  inline,
  operationsWidth = operationsPx,
  rowHeight = 44,
  glow,
  shortcuts = true,
  skeletonRows = 10,
}: TableProps<Row>) => {
  const translate = useTranslate()
  const scroll = useRef<HTMLDivElement>(null)
  const late = useLate(loading)
  const layout = useTableLayout(scroll, name, columns, {
    check: Boolean(onSelect),
    index: index !== undefined && index !== false,
    operations: operations ? operationsWidth : 0,
    mayFold: !inline,
  })
  const { extras, mostActs, shown, offsets, widths, minPx, narrow } = layout
  const view = useWindowing(scroll, narrow ? 0 : rows.length, rowHeight)
  const { from, to } = narrow ? { from: 0, to: rows.length } : view

  const { toggle, selection } = useSelection({ rows, rowKey, selected, onSelect })
  const inPlace = useInlineEdit(inline, rowKey, scroll)
  const { editing, begin, cancel, save } = inPlace
  const actsOf = useMemo(
    () => operations && ((row: Row) => permitted(operations(row), permit?.(row))),
    [operations, permit],
  )

  useTableKeys({
    scroll,
    enabled: shortcuts,
    count: rows.length,
    focusRow: at => focusRow(scroll.current, at, rows.length, rowHeight),
    onOpen: onOpen && withRow(rows, onOpen),
    onEdit: onEdit ? withRow(rows, onEdit) : inline && withRow(rows, row => begin(row)),
    onToggle: onSelect && toggle,
    onRemove: actsOf && withRow(rows, row => pressAct(actsOf(row), removeAct)),
    activeAt: active === undefined ? -1 : rows.findIndex(row => rowKey(row) === active),
  })

  const { more, closeMore, ...presses } = useTablePresses({ rows, toggle, inPlace, actsOf, mostActs, onOpen })
  const flexible = shown.some(column => column.width === undefined)
  /** These properties are the same for every row. */
  const lines = {
    columns: shown,
    offsets,
    filler: !flexible,
    selectable: extras.check,
    opens: Boolean(onOpen),
    operations: actsOf,
    mostActs,
    translate,
  }

  return (
    <div
      className="table"
      data-name={name}
      data-row={rowHeight}
      data-narrow={narrow || undefined}
      data-beyond={layout.beyond > 0 || layout.showAll || undefined}
      data-virtual={rows.length > renderAllUpTo || undefined}
      aria-busy={loading || undefined}
      style={{ width: table.width, '--calc-height-px': `${table.calcHeightPx}px` } as CSSProperties}
    >
      {late && rows.length > 0 && <div className="table-wait" />}
      {layout.scrollable && <TableBeyond count={layout.beyond} showAll={layout.showAll} onChange={layout.setShowAll} />}
      <div
        className="table-scroll"
        ref={scroll}
        tabIndex={0}
        role="group"
        aria-label={translate(label)}
        data-table-keys={shortcuts || undefined}
      >
        <table
          className="table-grid"
          style={{ minWidth: narrow ? undefined : minPx }}
          aria-rowcount={rows.length + 1}
          data-stale={(late && rows.length > 0) || undefined}
        >
          <caption className="visually-hidden">{translate(label)}</caption>
          <TableWidths columns={shown} widths={widths} extras={extras} filler={!flexible} />
          <TableHead
            columns={shown}
            offsets={offsets}
            selection={selection}
            index={extras.index}
            operations={Boolean(operations)}
            filler={!flexible}
            sort={sort}
            onSort={onSort}
            onWidth={layout.onWidth}
            translate={translate}
          />
          <tbody {...presses} {...(editing ? inlineKeys(save, cancel, editing.cell !== undefined) : {})}>
            {!narrow && <Spacer px={view.beforePx} />}
            {rows.slice(from, to).map((row, offset) => {
              const key = rowKey(row)
              const at = from + offset
              return (
                <TableRow
                  key={key}
                  id={key}
                  row={row}
                  at={at}
                  index={extras.index ? at + 1 + (typeof index === 'number' ? index : 0) : undefined}
                  selected={selected?.has(key) ?? false}
                  active={key === active}
                  editing={editing?.id === key ? editing : undefined}
                  editable={inline && !inline.locked?.(row) ? inline.columns : undefined}
                  glow={glow?.(row)}
                  {...lines}
                />
              )
            })}
            {!narrow && <Spacer px={view.afterPx} />}
            {rows.length === 0 && loading && (
              <TableSkeleton rows={skeletonRows} shown={late} columns={shown} extras={extras} filler={!flexible} />
            )}
          </tbody>
        </table>
        {rows.length === 0 && <TableEmpty loading={loading} error={error} empty={empty} onRefresh={onRefresh} />}
      </div>
      {more && <TableMore anchor={more.anchor} acts={more.acts} onClose={closeMore} />}
    </div>
  )
}
