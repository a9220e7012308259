/** Actions that are not allowed on a single row: by its definition, and by `permission: { edit: false }` among its values. */
import type { Noun } from '#model/noun.ts'
import { refusedBy } from '#model/when.ts'
import type { Row } from '#model/row.ts'

export type RowPermissions = Readonly<Record<string, boolean | undefined>>

export const permissionsOf = (row: Row): RowPermissions | undefined => {
  const { permission } = row
  return typeof permission === 'object' && permission !== null && !Array.isArray(permission)
    ? (permission as RowPermissions)
    : undefined
}

/** Whether an act can be done to the row: a verb, an action or a move, by its name. */
export const allows = (noun: Noun, row: Row, act: string): boolean =>
  permissionsOf(row)?.[act] !== false && refusedBy(noun, act, row) === null
