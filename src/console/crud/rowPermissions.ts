/** What a single row forbids: the server may say `permission: { edit: false, remove: false }` beside its values. */
import type { Row } from '#console/crud/Row.ts'

export type RowPermissions = Readonly<Record<string, boolean | undefined>>

export const permissionsOf = (row: Row): RowPermissions | undefined => {
  const { permission } = row
  return typeof permission === 'object' && permission !== null && !Array.isArray(permission)
    ? (permission as RowPermissions)
    : undefined
}
