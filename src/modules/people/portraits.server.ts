/** Portraits of people who were removed. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

/** Removes the references to portraits of people removed before `before`; the caller removes the files. */
export const forgetPortraits = (ports: Ports, before: Date): Promise<unknown> =>
  ports.db.query(
    { role: 'engine' },
    sql`update people.person set portrait_file = null, portrait_digest = null
      where portrait_file is not null and deleted_at < ${before}`,
  )
