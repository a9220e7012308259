/**
 * Regular tasks: creating partitions in advance, and removing short-lived rows; data with a retention period is removed
 * by the retention engine.
 */
import sql from 'sql-template-tag'
import { worker } from '#server/parts.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 3_600_000

export const housekeeping = worker({
  name: 'housekeeping',
  where: 'worker',
  async run(ports) {
    await ports.db.query(ENGINE, sql`select facts.make_ahead()`)
    await ports.db.query(ENGINE, sql`delete from engine.idempotency where created_at < now() - interval '7 days'`)
    return EVERY_MS
  },
})
