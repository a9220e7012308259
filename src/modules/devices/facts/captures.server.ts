/** Pictures taken at doors, referred to by passages. */
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'

/** Removes the references of passages to these pictures; the caller removes the files. */
export const forgetCaptures = (query: Query, files: readonly string[]): Promise<unknown> =>
  query(sql`update devices.passage set photo_file = null, params = params - 'photo' where photo_file = any(${files})`)
