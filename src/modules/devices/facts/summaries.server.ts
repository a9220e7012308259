/** Keeps the block range indexes of facts whole, so that a list filtered by a word that hardly any fact carries reads few blocks. */
import sql from 'sql-template-tag'
import { worker } from '#server/parts.ts'

/** At some 0.1 ms each; the lock that it holds meanwhile delays a vacuum by as much. */
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
