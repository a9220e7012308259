/** Imports history of an installation: people who have been registered for some time. The demo creates its month with it. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const

/** Moves the registration of the people of an application back: of nine in ten to `from`, of the others to days since then. */
export async function registeredSince(ports: Ports, appId: string, from: Date): Promise<void> {
  const spanS = (ports.now().getTime() - from.getTime()) / 1000
  await ports.db.tx(ENGINE, async query => {
    await query(sql`update people.organization set created_at = ${from} where app_id = ${appId}`)
    await query(
      sql`update people.person set created_at = ${from}::timestamptz
          + make_interval(secs => ${spanS}::float8 * greatest(0, abs(hashint8(id)) % 100 - 90) / 10)
        where app_id = ${appId}`,
    )
  })
}
