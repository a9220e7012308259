/** What a person chose about the columns of a table: shown, order and width, kept in this browser for each person. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Column } from '#console/kit/column.ts'

export type ColumnChoice = {
  hidden: readonly string[]
  shown: readonly string[]
  order: readonly string[]
  widths: Readonly<Record<string, number>>
}

const nothing: ColumnChoice = { hidden: [], shown: [], order: [], widths: {} }
const listeners = new Set<() => void>()
const cache = new Map<string, ColumnChoice>()
let owner = ''

/** The person whose choices are read and kept; the app says it after login. */
export const setColumnOwner = (userId: string): void => {
  owner = userId
  cache.clear()
  for (const listener of listeners) listener()
}

const keyOf = (name: string): string => `portico-columns:${owner}:${name}`

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const read = (name: string): ColumnChoice => {
  const key = keyOf(name)
  const known = cache.get(key)
  if (known) return known
  let choice = nothing
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (kept && typeof kept === 'object') {
      const found = kept as Partial<Record<keyof ColumnChoice, unknown>>
      const widths = Object.entries(found.widths ?? {}).filter(
        (pair): pair is [string, number] => typeof pair[1] === 'number',
      )
      choice = {
        hidden: strings(found.hidden),
        shown: strings(found.shown),
        order: strings(found.order),
        widths: Object.fromEntries(widths),
      }
    }
  } catch {
    /* What cannot be read is as good as nothing. */
  }
  cache.set(key, choice)
  return choice
}

export const writeChoice = (name: string, choice: ColumnChoice | undefined): void => {
  cache.set(keyOf(name), choice ?? nothing)
  if (choice) localStorage.setItem(keyOf(name), JSON.stringify(choice))
  else localStorage.removeItem(keyOf(name))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const isShown = <Row>(column: Column<Row>, choice: ColumnChoice): boolean =>
  column.hidden ? choice.shown.includes(column.key) : !choice.hidden.includes(column.key)

/** Ordered as chosen; columns unknown to the choice keep their own place. */
export const inOrder = <Row>(columns: readonly Column<Row>[], choice: ColumnChoice): readonly Column<Row>[] => {
  if (choice.order.length === 0) return columns
  const place = (column: Column<Row>): number => {
    const at = choice.order.indexOf(column.key)
    return at >= 0 ? at : columns.indexOf(column)
  }
  return [...columns].sort((a, b) => place(a) - place(b))
}

export const useColumnMemory = <Row>(name: string, columns: readonly Column<Row>[]) => {
  const choice = useSyncExternalStore(
    subscribe,
    useCallback(() => read(name), [name]),
  )
  const ordered = useMemo(
    () =>
      inOrder(columns, choice).map(column => {
        const width = choice.widths[column.key]
        return width === undefined ? column : { ...column, width }
      }),
    [columns, choice],
  )
  return { choice, ordered }
}
