/** Pictures taken at doors, as far as passages name them. */
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'

/** Passages name these pictures no more; the files themselves are the caller's to remove. */
export const forgetCaptures = (query: Query, files: readonly string[]): Promise<unknown> =>
  query(sql`update devices.passage set photo_file = null, params = params - 'photo' where photo_file = any(${files})`)
