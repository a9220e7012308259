/** Pictures in the rows of facts: those that were taken at doors, and those of cameras. */
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'

/** Removes the references of passages to these pictures; the caller removes the files. */
export const forgetTakenAtDoors = (query: Query, files: readonly string[]): Promise<unknown> =>
  query(sql`update devices.passage set photo_file = null, params = params - 'photo' where photo_file = any(${files})`)

/** The same of captures: what the camera said of a face goes with its picture. */
export const forgetCaptures = (query: Query, files: readonly string[]): Promise<unknown> =>
  query(sql`update devices.capture set photo_file = null, params = params - 'photo' where photo_file = any(${files})`)
