/** Begins rules each in a transaction of its own: one that cannot begin holds up no other. */
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { isDown } from '#server/sql/isDown.ts'

const ENGINE = { role: 'engine' } as const

/**
 * Returns the runs that began. `begin` is given a transaction; what it throws is logged, and `giveUp` makes sure that the rule is not
 * tried again at once. Throws only while the database is away.
 */
export async function eachRule<T extends { id: string }>(
  ports: Ports,
  rules: readonly T[],
  begin: (query: Query, rule: T) => Promise<string | null>,
  giveUp: (query: Query, rule: T) => Promise<unknown>,
): Promise<string[]> {
  const begun: string[] = []
  for (const rule of rules)
    try {
      const id = await ports.db.tx(ENGINE, query => begin(query, rule))
      if (id !== null) begun.push(id)
    } catch (error) {
      if (isDown(error)) throw error
      ports.log.error({ rule: rule.id, error: (error as Error).message }, 'a linkage rule cannot begin')
      await ports.db.tx(ENGINE, query => giveUp(query, rule))
    }
  return begun
}
