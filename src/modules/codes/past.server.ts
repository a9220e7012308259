/** Imports history of an installation: an order that was made some time ago. The demo creates its earlier ones with it. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const

/** Moves an order back by some days, with its end: where that has passed, the platform ends it now. */
export async function pinMadeBefore(ports: Ports, id: string, days: number): Promise<void> {
  await ports.db.tx(ENGINE, query =>
    query(
      sql`update codes.pin_order set created_at = created_at - make_interval(days => ${days}::int),
          valid_to = valid_to - make_interval(days => ${days}::int)
        where id = ${id}`,
    ),
  )
}
