/** Imports history of an installation: an application that has existed for some time. The demo creates its month with it. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const

/** Moves the creation of the application, its sites and its locations back to `from`. */
export async function existsSince(ports: Ports, appId: string, from: Date): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    await query(sql`update applications.application set created_at = ${from} where id = ${appId}`)
    await query(sql`update applications.site set created_at = ${from} where app_id = ${appId}`)
    await query(sql`update applications.location set created_at = ${from} where app_id = ${appId}`)
  })
}
