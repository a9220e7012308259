/** The list of a page: a native table whose rows are drawn once and whose place is never lost. */
import {
  lazy,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type CSSProperties,
  type MouseEvent,
} from 'react'
import { operationsPx, checkPx, fitting, grouped, indexPx, layOut, narrowPx } from '#console/kit/table/tableLayout.ts'
import { isShown, useColumnMemory, writeChoice } from '#console/kit/table/useColumnMemory.ts'
import { table } from '#console/kit/defaults.ts'
import { ErrorState } from '#console/kit/layout/ErrorState.tsx'
import { useSay } from '#console/kit/language.tsx'
import type { TableProps } from '#console/kit/table/TableProps.ts'
import { TableBeyond } from '#console/kit/table/TableBeyond.tsx'
import { TableHead } from '#console/kit/table/TableHead.tsx'
import { TableSkeleton } from '#console/kit/table/TableSkeleton.tsx'
import { useTableKeys } from '#console/kit/table/useTableKeys.ts'
import { cancelAct, editAct, inlineKeys, saveAct } from '#console/kit/table/inlineActs.tsx'
import { permitted, type RowAct } from '#console/kit/table/column.ts'
import { TableRow } from '#console/kit/table/TableRow.tsx'
import { useInlineEdit } from '#console/kit/table/useInlineEdit.ts'
import { useSelection } from '#console/kit/table/useSelection.ts'
import { useLate } from '#console/kit/layout/useLate.ts'
import { useWindowing, wholeUpTo } from '#console/kit/table/useWindowing.ts'
import '#console/kit/input/Checkbox.css'
import '#console/kit/Pill.css'
import './Table.css'

const TableMore = lazy(() => import('#console/kit/table/TableMore.tsx'))

const inside = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

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
  const say = useSay()
  const scroll = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)
  const [more, setMore] = useState<{ anchor: HTMLElement; acts: readonly RowAct[] }>()
  const { choice, ordered } = useColumnMemory(name, columns)
  const late = useLate(loading)
  const [check, numbered] = [Boolean(onSelect), index !== undefined && index !== false]
  const room = operations ? operationsWidth : 0
  const extras = useMemo(() => ({ check, index: numbered, operations: room }), [check, numbered, room])

  useLayoutEffect(() => {
    const box = scroll.current
    if (!box) return
    const observer = new ResizeObserver(() => setWidthPx(box.clientWidth))
    observer.observe(box)
    setWidthPx(box.clientWidth)
    return () => observer.disconnect()
  }, [])

  const wanted = useMemo(() => grouped(ordered.filter(column => isShown(column, choice))), [ordered, choice])
  /** What does not fit is shown all the same, and the table scrolls. */
  const [whole, setWhole] = useState(false)
  const fittingKeys = (whole ? wanted : fitting(wanted, extras, widthPx)).map(column => column.key).join('\n')
  const shown = useMemo(
    () => wanted.filter(column => fittingKeys.split('\n').includes(column.key)),
    [wanted, fittingKeys],
  )
  const { minPx, offsets, widths } = useMemo(() => layOut(shown, extras, widthPx), [shown, extras, widthPx])
  const narrow = widthPx > 0 && widthPx < narrowPx && minPx > widthPx
  const view = useWindowing(scroll, narrow ? 0 : rows.length, rowHeight)
  const { from, to } = narrow ? { from: 0, to: rows.length } : view

  const { toggle, selection } = useSelection({ rows, rowKey, selected, onSelect })
  const { editing, begin, cancel, save } = useInlineEdit(inline, rowKey, scroll)
  const actsOf = useMemo(
    () => operations && ((row: Row) => permitted(operations(row), permit?.(row))),
    [operations, permit],
  )

  const focusRow = (at: number): void => {
    const box = scroll.current
    if (!box) return
    if (rows.length > wholeUpTo) {
      const top = at * rowHeight
      if (top < box.scrollTop) box.scrollTop = top
      else if (top + rowHeight * 2 > box.scrollTop + box.clientHeight)
        box.scrollTop = top + rowHeight * 2 - box.clientHeight
    }
    const find = (): HTMLElement | null => box.querySelector(`.table-row[data-at="${at}"]`)
    const row = find()
    // A row that windowing has yet to draw has the focus a frame later.
    if (row) row.focus()
    else requestAnimationFrame(() => find()?.focus())
  }

  const withRow = (act: ((row: Row) => void) | undefined) =>
    act &&
    ((at: number): void => {
      const row = rows[at]
      if (row) act(row)
    })
  useTableKeys({
    scroll,
    enabled: shortcuts,
    count: rows.length,
    focusRow,
    onOpen: withRow(onOpen),
    onEdit: withRow(inline && !onEdit ? row => begin(row) : onEdit),
    onToggle: onSelect && toggle,
    activeAt: active === undefined ? -1 : rows.findIndex(row => rowKey(row) === active),
  })

  const onClick = (event: MouseEvent): void => {
    const at = Number(inside(event.target, '.table-row')?.dataset.at)
    const row = rows[at]
    if (!row) return
    const cell = inside(event.target, '.table-edit')
    if (cell) return begin(row, cell.dataset.cell)
    const act = inside(event.target, '.table-act')
    if (act) {
      const acts = actsOf?.(row) ?? []
      if (act.dataset.act === saveAct) void save()
      else if (act.dataset.act === cancelAct) cancel()
      else if (act.dataset.act === editAct) begin(row)
      else if (act.dataset.act === '…') setMore({ anchor: act, acts: acts.slice(3) })
      else acts.find(one => one.id === act.dataset.act)?.onPress()
      return
    }
    const check = inside(event.target, '.table-check')
    if (check) {
      if (event.target === check) toggle(at, event.shiftKey)
      return
    }
    // A press on something of its own, or the end of selecting text, opens nothing.
    if (inside(event.target, 'a, button, input, label, .table-editing') || getSelection()?.type === 'Range') return
    onOpen?.(row)
  }
  const onCheck = (event: ChangeEvent<HTMLElement>): void => {
    if (inside(event.target, '.table-check'))
      toggle(
        Number(inside(event.target, '.table-row')?.dataset.at),
        event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey,
      )
  }
  const onWidth = useCallback(
    (key: string, width: number | undefined): void => {
      const { [key]: _before, ...others } = choice.widths
      writeChoice(name, { ...choice, widths: width === undefined ? others : { ...others, [key]: width } })
    },
    [name, choice],
  )

  const beyond = wanted.length - shown.length
  const flexible = shown.some(column => column.width === undefined)

  return (
    <div
      className="table"
      data-name={name}
      data-row={rowHeight}
      data-narrow={narrow || undefined}
      data-beyond={beyond > 0 || whole || undefined}
      data-virtual={rows.length > wholeUpTo || undefined}
      aria-busy={loading || undefined}
      style={{ width: table.width, '--calc-height-px': `${table.calcHeightPx}px` } as CSSProperties}
    >
      {late && rows.length > 0 && <div className="table-wait" />}
      {(beyond > 0 || (whole && minPx > widthPx)) && !narrow && (
        <TableBeyond count={beyond} whole={whole} onWhole={setWhole} />
      )}
      <div
        className="table-scroll"
        ref={scroll}
        tabIndex={0}
        role="group"
        aria-label={say(label)}
        data-table-keys={shortcuts || undefined}
      >
        <table
          className="table-grid"
          style={{ minWidth: narrow ? undefined : minPx }}
          aria-rowcount={rows.length + 1}
          data-stale={(late && rows.length > 0) || undefined}
        >
          <caption className="visually-hidden">{say(label)}</caption>
          <colgroup>
            {extras.check && <col style={{ width: checkPx }} />}
            {extras.index && <col style={{ width: indexPx }} />}
            {shown.map(column => (
              <col key={column.key} style={{ width: widths[column.key] ?? column.width }} />
            ))}
            {!flexible && <col />}
            {operations && <col style={{ width: operationsWidth }} />}
          </colgroup>
          <TableHead
            columns={shown}
            offsets={offsets}
            selection={selection}
            index={extras.index}
            operations={Boolean(operations)}
            filler={!flexible}
            sort={sort}
            onSort={onSort}
            onWidth={onWidth}
            say={say}
          />
          <tbody
            onClick={onClick}
            onChange={onCheck}
            {...(editing ? inlineKeys(save, cancel, editing.cell !== undefined) : {})}
          >
            {view.beforePx > 0 && !narrow && (
              <tr aria-hidden="true">
                <td style={{ height: view.beforePx }} />
              </tr>
            )}
            {rows.slice(from, to).map((row, offset) => {
              const key = rowKey(row)
              const at = from + offset
              return (
                <TableRow
                  key={key}
                  id={key}
                  row={row}
                  at={at}
                  columns={shown}
                  offsets={offsets}
                  filler={!flexible}
                  selectable={extras.check}
                  selected={selected?.has(key) ?? false}
                  active={key === active}
                  opens={Boolean(onOpen)}
                  index={extras.index ? at + 1 + (typeof index === 'number' ? index : 0) : undefined}
                  operations={actsOf}
                  editing={editing?.id === key ? editing : undefined}
                  editable={inline && !inline.locked?.(row) ? inline.columns : undefined}
                  glow={glow?.(row)}
                  say={say}
                />
              )
            })}
            {view.afterPx > 0 && !narrow && (
              <tr aria-hidden="true">
                <td style={{ height: view.afterPx }} />
              </tr>
            )}
            {rows.length === 0 && loading && (
              <TableSkeleton rows={skeletonRows} shown={late} columns={shown} extras={extras} filler={!flexible} />
            )}
          </tbody>
        </table>
        {rows.length === 0 &&
          !loading &&
          (error ? (
            <div className="table-empty">
              <ErrorState {...error} onRetry={onRefresh} />
            </div>
          ) : (
            <div className="table-empty">
              <button type="button" className="table-refresh" onClick={onRefresh}>
                {say(empty)}
              </button>
            </div>
          ))}
      </div>
      {more && (
        <Suspense>
          <TableMore anchor={more.anchor} acts={more.acts} onClose={() => setMore(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
