/** Reserves the instants that a process makes ids of, in the database and always some seconds ahead: a clock that stepped back across a restart begins above them. */
import sql from 'sql-template-tag'
import type { IdSource } from '#base/id.ts'
import type { Db } from './db.ts'

const ENGINE = { role: 'engine' } as const
/** A reservation; a process that was killed leaves at most so much and what it had left unused. */
const BLOCK_MS = 15_000
/** With less than this left the next reservation is made. */
const AHEAD_MS = 10_000
const LOOK_MS = 1000

export interface IdReservations {
  /** Gives back what was not used; no ids are made after it. */
  stop(): Promise<void>
}

/** Resolves when the first reservation is made. No instant of a node is ever given twice, also to two processes that hold one number at the same time. */
export async function keepIds(
  db: Pick<Db, 'query'>,
  node: number,
  ids: IdSource,
  nowMs: () => number = Date.now,
): Promise<IdReservations> {
  const reserve = async (): Promise<void> => {
    const [row] = await db.query<{ until: string }>(
      ENGINE,
      // A node that is not known yet may follow a process of the time before marks: the later of both clocks counts.
      sql`insert into engine.id_mark as m (node, until_ms)
        values (${node}, greatest(${nowMs()}::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint) + ${BLOCK_MS})
        on conflict (node) do update set until_ms = greatest(m.until_ms, ${nowMs()}::bigint) + ${BLOCK_MS} returning until_ms as until`,
    )
    ids.reserve(Number(row!.until) - BLOCK_MS, Number(row!.until))
  }
  await reserve()
  let reserving: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy || ids.leftMs >= AHEAD_MS) return
    busy = true
    // While the database is away ids go on slowly in what is left.
    reserving = reserve()
      .catch(() => {})
      .finally(() => (busy = false))
  }, LOOK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await reserving
      const held = ids.endMs
      const unused = ids.close()
      await db
        .query(ENGINE, sql`update engine.id_mark set until_ms = ${unused} where node = ${node} and until_ms = ${held}`)
        .catch(() => {})
    },
  }
}
