/** Portraits and PINs of people who were removed. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

/** Removes PINs and the references to portraits of people removed before `before`; the caller removes the files. */
export const forgetPortraits = (ports: Ports, before: Date): Promise<unknown> =>
  ports.db.query(
    { role: 'engine' },
    sql`update people.person set portrait_file = null, portrait_digest = null, pin_sealed = null, pin_index = null
      where (portrait_file is not null or pin_index is not null) and deleted_at < ${before}`,
  )
