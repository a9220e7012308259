/** The types of a table's columns, and of the actions at the end of a row. */
import type { ReactNode } from 'react'
import type { Words } from '#console/kit/language.tsx'

export type Column<Row> = {
  key: string
  label: Words
  /** In px; columns without a width share the remaining width and have at least 120 px, or 168 where they grow more. */
  width?: number
  /** In px, how narrow a column with a width becomes before others are covered; by default it keeps its width. */
  least?: number
  /** The share of the remaining width of a column without a width; default 1. */
  grow?: number
  /** The user set the width, so the column does not grow. */
  pulled?: true
  align?: 'left' | 'right' | 'center'
  sort?: boolean
  fixed?: 'left' | 'right'
  /** The column is hidden until the user shows it. */
  hidden?: boolean
  /** In a narrow table columns of priority 3 are hidden first, then those of 2; 1 is always shown. */
  priority?: 1 | 2 | 3
  /** A monospaced font, for serials, addresses and times. */
  mono?: boolean
  /** Only plain HTML and classes, because a component in each cell is about a hundred times slower. */
  render?: (row: Row, at: number) => ReactNode
  /** When the returned value changes, the cell is highlighted for a moment. */
  glow?: (row: Row) => unknown
}

export type RowAct = {
  id: string
  label: Words
  danger?: boolean
  /** Leads to another list, and changes nothing. */
  link?: boolean
  disabled?: boolean
  /** The reason why it is disabled. */ tip?: Words
  onPress: () => void
}

/** The action that the key Delete carries out. */
export const removeAct = 'remove'
export const pressAct = (acts: readonly RowAct[], id: string): void => acts.find(act => act.id === id)?.onPress()

export type Sort = { key: string; descending: boolean }

export const widthOf = <Row>({ width, grow }: Column<Row>): number => width ?? (grow ? 168 : 120)

/** The actions that the permissions of the row do not forbid. */
export const permitted = (
  acts: readonly RowAct[],
  permissions: Readonly<Record<string, boolean | undefined>> | undefined,
): readonly RowAct[] => (permissions ? acts.filter(act => permissions[act.id] !== false) : acts)
