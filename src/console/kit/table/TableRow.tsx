/** A row of a table, rendered again only when its content has changed. */
import { MORE } from '#base/listTexts.ts'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { ACTIONS } from '#base/texts.ts'
import type { Params } from '#model/row.ts'
import { menuType } from '#console/kit/defaults.ts'
import type { Column, RowAct } from '#console/kit/table/column.ts'
import { EditableCell, InlineActs, isEdited } from '#console/kit/table/inlineActs.tsx'
import type { Words } from '#console/kit/language.tsx'
import type { Editing } from '#console/kit/table/useInlineEdit.ts'

export type TableRowProps<Row> = {
  row: Row
  id: string
  at: number
  columns: readonly Column<Row>[]
  offsets: Readonly<Record<string, number>>
  /** An empty cell takes the remaining width when every column has its own width. */
  filler: boolean
  selectable: boolean
  selected: boolean
  active: boolean
  opens: boolean
  index: number | undefined
  operations: ((row: Row) => readonly RowAct[]) | undefined
  /** The maximum number of buttons in a row; further actions are in the menu 更多. */
  mostActs: number
  glow: unknown
  /** The edit in this row, if any. */
  editing: Editing | undefined
  /** Keys of the columns that may be edited in this row. */
  editable: readonly string[] | undefined
  translate: (words: Words) => string
}

const plainCell = (value: unknown): ReactNode =>
  value === null || value === undefined || value === '' ? (
    <span className="table-none">—</span>
  ) : typeof value === 'number' ? (
    value.toLocaleString('en-US')
  ) : (
    String(value)
  )

/** Highlights an element for a moment when `value` changes. */
const useGlow = <Target extends HTMLElement>(value: unknown) => {
  const element = useRef<Target>(null)
  const before = useRef(value)
  useEffect(() => {
    if (Object.is(before.current, value)) return
    before.current = value
    const target = element.current
    if (!target) return
    delete target.dataset.glow
    void target.offsetWidth // Reading a layout property restarts a running animation.
    target.dataset.glow = ''
  }, [value])
  return element
}

const GlowCell = ({
  value,
  ...rest
}: {
  value: unknown
  children: ReactNode
  className: string
  'data-align': string | undefined
  'data-label': string
  'data-fixed': string | undefined
  style: { left: number } | { right: number } | undefined
}) => <td {...rest} ref={useGlow<HTMLTableCellElement>(value)} />

const Acts = ({
  acts,
  mostActs,
  translate,
}: {
  acts: readonly RowAct[]
  mostActs: number
  translate: (words: Words) => string
}) => {
  const shown = acts.length > mostActs ? acts.slice(0, mostActs - 1) : acts
  return (
    <span className="table-acts" data-menu={menuType}>
      {shown.map(act => (
        <button
          key={act.id}
          type="button"
          className="table-act"
          data-act={act.id}
          data-danger={act.danger || undefined}
          disabled={act.disabled}
          data-tip={act.tip && translate(act.tip)}
        >
          {translate(act.label)}
        </button>
      ))}
      {shown.length < acts.length && (
        <button type="button" className="table-act" data-act="…" aria-haspopup="menu">
          {translate(MORE)}
        </button>
      )}
    </span>
  )
}

const Row = <Row,>({
  row,
  id,
  at,
  columns,
  offsets,
  filler,
  selectable,
  selected,
  active,
  opens,
  index,
  operations,
  mostActs,
  glow,
  editing,
  editable,
  translate,
}: TableRowProps<Row>) => (
  <tr
    ref={useGlow<HTMLTableRowElement>(glow)}
    className="table-row"
    data-at={at}
    data-selected={selected || undefined}
    data-active={active || undefined}
    data-opens={opens || undefined}
    aria-current={active || undefined}
    tabIndex={-1}
  >
    {selectable && (
      <td className="table-cell table-check" data-fixed="left" style={{ left: 0 }}>
        <input
          type="checkbox"
          className="checkbox"
          checked={selected}
          readOnly
          aria-label={translate([`选择第 ${at + 1} 行`, `Select row ${at + 1}`])}
        />
      </td>
    )}
    {index !== undefined && (
      <td className="table-cell table-index" data-fixed="left" style={{ left: offsets['#'] ?? 0 }}>
        {index}
      </td>
    )}
    {columns.map(column => {
      const offset = offsets[column.key]
      const props = {
        className: column.mono ? 'table-cell mono' : 'table-cell',
        'data-align': column.align,
        'data-fixed': column.fixed,
        'data-label': translate(column.label),
        style: offset === undefined ? undefined : column.fixed === 'right' ? { right: offset } : { left: offset },
      }
      if (isEdited(editing, column.key, editable))
        return (
          <td key={column.key} {...props} className="table-cell table-editing">
            {editing?.input(column.key)}
          </td>
        )
      const shown = column.render ? column.render(row, at) : plainCell((row as Params)[column.key])
      const content =
        !editing && editable?.includes(column.key) ? (
          <EditableCell name={column.key} label={column.label} translate={translate}>
            {shown}
          </EditableCell>
        ) : (
          shown
        )
      return column.glow ? (
        <GlowCell key={column.key} {...props} value={column.glow(row)}>
          {content}
        </GlowCell>
      ) : (
        <td key={column.key} {...props}>
          {content}
        </td>
      )
    })}
    {filler && <td className="table-cell table-filler" />}
    {operations && (
      <td
        className="table-cell table-operations"
        data-fixed="right"
        data-label={translate(ACTIONS)}
        style={{ right: 0 }}
        data-row={id}
      >
        {editing && editing.cell === undefined ? (
          <InlineActs busy={editing.busy} translate={translate} />
        ) : (
          <Acts acts={operations(row)} mostActs={mostActs} translate={translate} />
        )}
      </td>
    )}
  </tr>
)

export const TableRow = memo(Row) as typeof Row
