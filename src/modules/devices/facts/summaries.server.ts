/** Keeps the block range indexes of facts summarised, so that a filter by a rare value reads few blocks. */
import sql from 'sql-template-tag'
import { worker } from '#server/parts.ts'

/** About 0.1 ms each; the lock held meanwhile delays a vacuum by as much. */
const RANGES_AT_ONCE = 256
const EVERY_MS = 60_000
const NEXT_MS = 200

export const summaries = worker({
  name: 'summaries',
  where: 'worker',
  async run(ports) {
    const [row] = await ports.db.query<{ more: boolean }>(
      { role: 'engine' },
      sql`select facts.summarise(${RANGES_AT_ONCE}) as more`,
    )
    return row!.more ? NEXT_MS : EVERY_MS
  },
})
