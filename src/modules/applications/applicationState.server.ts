/** The organisation of an application, and whether the application is open. */
import sql from 'sql-template-tag'
import type { ApplicationState } from '#server/ports.ts'
import type { Db } from '#server/sql/db.ts'

/** Null for an unknown application. It expires at the end of its last day, in its own time zone. */
export async function applicationState(db: Db, appId: string): Promise<ApplicationState | null> {
  const [row] = await db.query<ApplicationState>(
    { role: 'engine' },
    sql`select source_id as "sourceId", zone, state,
        coalesce(expires_on < (now() at time zone zone)::date, false) as expired, device_classes as "deviceClasses"
      from applications.application where id = ${appId} and deleted_at is null`,
  )
  return row ?? null
}
