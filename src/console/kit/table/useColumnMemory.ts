/** What a person chose about the columns of a table: shown, order and width. */
import { useMemo } from 'react'
import type { Column } from '#console/kit/table/column.ts'
import { storePreference, parsed, storedText, useStoredText } from '#console/kit/preferences.ts'

export type ColumnChoice = {
  hidden: readonly string[]
  shown: readonly string[]
  order: readonly string[]
  widths: Readonly<Record<string, number>>
}

const nothing: ColumnChoice = { hidden: [], shown: [], order: [], widths: {} }
const keyOf = (name: string): string => `columns:${name}`

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const read = (text: string | null): ColumnChoice => {
  const kept = parsed(text)
  if (!kept || typeof kept !== 'object') return nothing
  const found = kept as Partial<Record<keyof ColumnChoice, unknown>>
  const widths = Object.entries(found.widths ?? {}).filter(
    (pair): pair is [string, number] => typeof pair[1] === 'number',
  )
  return {
    hidden: strings(found.hidden),
    shown: strings(found.shown),
    order: strings(found.order),
    widths: Object.fromEntries(widths),
  }
}

/** The stored choice as JSON text; '' without a choice. */
export const columnsText = (name: string): string => storedText(keyOf(name)) ?? ''
/** Subscribes to the stored choice, for components without the columns themselves. */
export const useColumnsText = (name: string): string => useStoredText(keyOf(name)) ?? ''
export const restoreColumns = (name: string, text: string): void => storePreference(keyOf(name), parsed(text))

export const writeChoice = (name: string, choice: ColumnChoice | undefined): void =>
  storePreference(keyOf(name), choice)

export const isShown = <Row>(column: Column<Row>, choice: ColumnChoice): boolean =>
  column.hidden ? choice.shown.includes(column.key) : !choice.hidden.includes(column.key)

/** Columns in the chosen order; columns that the choice does not contain keep their original position. */
const inOrder = <Row>(columns: readonly Column<Row>[], choice: ColumnChoice): readonly Column<Row>[] => {
  if (choice.order.length === 0) return columns
  const place = (column: Column<Row>): number => {
    const at = choice.order.indexOf(column.key)
    return at >= 0 ? at : columns.indexOf(column)
  }
  return [...columns].sort((a, b) => place(a) - place(b))
}

export const useColumnMemory = <Row>(name: string, columns: readonly Column<Row>[]) => {
  const text = useStoredText(keyOf(name))
  const choice = useMemo(() => read(text), [text])
  const ordered = useMemo(
    () =>
      inOrder(columns, choice).map(column => {
        const width = choice.widths[column.key]
        // Hidden columns that the user chose to show remain visible in a narrow table.
        const picked = column.hidden && choice.shown.includes(column.key)
        return width === undefined && !picked
          ? column
          : {
              ...column,
              ...(width === undefined ? {} : { width, pulled: true as const }),
              ...(picked ? { priority: 1 as const } : {}),
            }
      }),
    [columns, choice],
  )
  return { choice, ordered }
}
