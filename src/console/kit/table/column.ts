/** The types of a table's columns, and of the actions at the end of a row. */
import type { ReactNode } from 'react'
import type { Words } from '#console/kit/language.tsx'

export type Column<Row> = {
  key: string
  label: Words
  /** In px; columns without it share what is left and are never under 120. */
  width?: number
  /** How much of what is left a column without a width takes, beside the others' 1. */
  grow?: number
  /** This person has pulled its edge: it keeps that width however much room there is. */
  pulled?: true
  align?: 'left' | 'right' | 'center'
  sort?: boolean
  fixed?: 'left' | 'right'
  /** Not shown until someone picks it. */
  hidden?: boolean
  /** In a narrow table 3 leaves first, then 2; 1 stays. */
  priority?: 1 | 2 | 3
  /** Serials, addresses and times. */
  mono?: boolean
  /** Plain HTML and classes only: a component in a cell costs a hundredfold. */
  render?: (row: Row, at: number) => ReactNode
  /** When the returned value changes the cell glows for a moment. */
  glow?: (row: Row) => unknown
}

export type RowAct = {
  id: string
  label: Words
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled. */ tip?: Words
  onPress: () => void
}

export type Sort = { key: string; descending: boolean }

export const narrowestPx = 120
export const widthOf = <Row>(column: Column<Row>): number => column.width ?? narrowestPx

/** Leaves out what the row's permissions forbid. */
export const permitted = (
  acts: readonly RowAct[],
  permissions: Readonly<Record<string, boolean | undefined>> | undefined,
): readonly RowAct[] => (permissions ? acts.filter(act => permissions[act.id] !== false) : acts)
