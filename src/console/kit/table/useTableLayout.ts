/** The layout of a table: its width, the columns that fit, and the width of each. */
import { useCallback, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import type { Column } from '#console/kit/table/column.ts'
import {
  beyondPx,
  columnsThatFit,
  fixedToEdges,
  foldedPx,
  folds,
  layoutOf,
  narrowPx,
  type Extras,
} from '#console/kit/table/tableLayout.ts'
import { isShown, useColumnMemory, writeChoice, type ColumnChoice } from '#console/kit/table/useColumnMemory.ts'

const useWidth = (box: RefObject<HTMLElement | null>): number => {
  const [widthPx, setWidthPx] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    setWidthPx(element.clientWidth)
    return () => observer.disconnect()
  }, [box])
  return widthPx
}

/** The chosen columns that fit, or all chosen ones after the user asked for them. */
const useShownColumns = <Row>(
  ordered: readonly Column<Row>[],
  choice: ColumnChoice,
  extras: Extras,
  widthPx: number,
) => {
  const wanted = useMemo(() => fixedToEdges(ordered.filter(column => isShown(column, choice))), [ordered, choice])
  /** Columns that do not fit are shown too, and the table scrolls sideways. */
  const [showAll, setShowAll] = useState(false)
  const fittingKeys = (showAll ? wanted : columnsThatFit(wanted, extras, widthPx)).map(column => column.key).join('\n')
  const shown = useMemo(
    () => wanted.filter(column => fittingKeys.split('\n').includes(column.key)),
    [wanted, fittingKeys],
  )
  return { wanted, shown, showAll, setShowAll }
}

export const useTableLayout = <Row>(
  scroll: RefObject<HTMLElement | null>,
  name: string,
  columns: readonly Column<Row>[],
  given: Extras & { /** While a row is edited in place, its buttons need their room. */ mayFold: boolean },
) => {
  const widthPx = useWidth(scroll)
  const { choice, ordered } = useColumnMemory(name, columns)
  const folded = given.mayFold && folds(columns, given, widthPx)
  const { check, index } = given
  const operations = folded ? foldedPx : given.operations
  const extras = useMemo(() => ({ check, index, operations }), [check, index, operations])
  const { wanted, shown, showAll, setShowAll } = useShownColumns(ordered, choice, extras, widthPx)
  const beyond = wanted.length - shown.length
  const roomPx = beyond > 0 || showAll ? beyondPx(extras) : 0
  const laidOut = useMemo(() => layoutOf(shown, extras, widthPx, roomPx), [shown, extras, widthPx, roomPx])
  const narrow = widthPx > 0 && widthPx < narrowPx && laidOut.minPx > widthPx
  const onWidth = useCallback(
    (key: string, width: number | undefined): void => {
      const { [key]: _before, ...others } = choice.widths
      writeChoice(name, { ...choice, widths: width === undefined ? others : { ...others, [key]: width } })
    },
    [name, choice],
  )
  return {
    ...laidOut,
    ...{ extras, shown, showAll, setShowAll, narrow, onWidth },
    /** The maximum number of buttons in a row; further actions are in its menu 更多. */
    mostActs: folded ? 1 : 4,
    /** How many columns do not fit. */
    beyond,
    /** Whether the user can switch between the columns that fit and all columns. */
    scrollable: (beyond > 0 || (showAll && laidOut.minPx > widthPx)) && !narrow,
  }
}
