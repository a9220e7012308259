/** The choice of the columns of a list and of their order, four per row; stored for the user. */
import { FINISH } from '#base/dialogTexts.ts'
import { useState, type CSSProperties } from 'react'
import { ChevronLeft, ChevronRight, Columns3 } from 'lucide-react'
import { Button } from '#console/kit/Button.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import type { Column } from '#console/kit/table/column.ts'
import { isShown, useColumnMemory, writeChoice, type ColumnChoice } from '#console/kit/table/useColumnMemory.ts'
import { table } from '#console/kit/defaults.ts'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import './ColumnPicker.css'

/** `name` and `columns` are those of the table. */
export type ColumnPickerProps<Row> = { name: string; columns: readonly Column<Row>[] }

export const ColumnPicker = <Row,>({ name, columns }: ColumnPickerProps<Row>) => {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const { choice, ordered } = useColumnMemory(name, columns)
  const count = ordered.filter(column => isShown(column, choice)).length

  const show = (column: Column<Row>, on: boolean): void => {
    const change = (list: readonly string[], listed: boolean): readonly string[] =>
      listed ? [...new Set([...list, column.key])] : list.filter(key => key !== column.key)
    const next: ColumnChoice = column.hidden
      ? { ...choice, shown: change(choice.shown, on) }
      : { ...choice, hidden: change(choice.hidden, !on) }
    writeChoice(name, next)
  }
  const move = (column: Column<Row>, step: 1 | -1): void => {
    const keys = ordered.map(one => one.key)
    const at = keys.indexOf(column.key)
    const other = keys[at + step]
    if (other === undefined) return
    keys[at + step] = column.key
    keys[at] = other
    writeChoice(name, { ...choice, order: keys })
  }

  return (
    <>
      <IconButton icon={Columns3} label={['列显隐', 'Columns']} aria-haspopup="dialog" onPress={() => setOpen(true)} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={['列显隐', 'Columns']}
        note={[`显示 ${count} / ${columns.length} 列`, `${count} of ${columns.length} shown`]}
        footStart={
          <Button variant="quiet" onPress={() => writeChoice(name, undefined)}>
            {translate(['恢复默认', 'Reset'])}
          </Button>
        }
        foot={
          <Button variant="primary" onPress={() => setOpen(false)}>
            {translate(FINISH)}
          </Button>
        }
      >
        <ul className="column-picker" style={{ '--columns': table.columnsPerPickerRow } as CSSProperties}>
          {ordered.map((column, at) => {
            const on = isShown(column, choice)
            return (
              <li key={column.key} className="column-picker-item" data-on={on || undefined}>
                {/* The last visible column cannot be hidden, because a table without columns would look broken. */}
                <Checkbox checked={on} disabled={on && count === 1} onChange={next => show(column, next)}>
                  {translate(column.label)}
                </Checkbox>
                <span className="column-picker-moves">
                  <IconButton
                    icon={ChevronLeft}
                    size="tiny"
                    disabled={at === 0}
                    label={[`${translate(column.label)} 前移`, `Move ${translate(column.label)} forward`]}
                    onPress={() => move(column, -1)}
                  />
                  <IconButton
                    icon={ChevronRight}
                    size="tiny"
                    disabled={at === ordered.length - 1}
                    label={[`${translate(column.label)} 后移`, `Move ${translate(column.label)} back`]}
                    onPress={() => move(column, 1)}
                  />
                </span>
              </li>
            )
          })}
        </ul>
      </Dialog>
    </>
  )
}
