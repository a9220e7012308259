/** Whose an application is, and whether it is open. */
import sql from 'sql-template-tag'
import type { ApplicationState } from '#server/ports.ts'
import type { Db } from '#server/sql/db.ts'

/** Null for one that is not there. It expires with the last day of its own zone. */
export async function applicationState(db: Db, appId: string): Promise<ApplicationState | null> {
  const [row] = await db.query<ApplicationState>(
    { role: 'engine' },
    sql`select source_id as "sourceId", zone, state,
        coalesce(expires_on < (now() at time zone zone)::date, false) as expired, device_classes as "deviceClasses"
      from applications.application where id = ${appId} and deleted_at is null`,
  )
  return row ?? null
}
