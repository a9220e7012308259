/**
 * Reserves the instants for a process's ids in the database, always some seconds ahead: if the clock is set back across
 * a restart, ids begin above them.
 */
import sql from 'sql-template-tag'
import type { IdSource } from '#base/id.ts'
import type { Db } from './db.ts'

const ENGINE = { role: 'engine' } as const
/** Length of a reservation; a process that is killed loses at most this and its unused rest. */
const BLOCK_MS = 15_000
/** The next reservation is made when less than this is left. */
const AHEAD_MS = 10_000
const LOOK_MS = 1000

export interface IdReservations {
  /** Returns the unused instants; no ids are made afterwards. */
  stop(): Promise<void>
}

/**
 * Resolves when the first reservation is made. No instant of a node is ever reserved twice, even for two processes with
 * the same number.
 */
export async function reserveIds(
  db: Pick<Db, 'query'>,
  node: number,
  ids: IdSource,
  nowMs: () => number = Date.now,
): Promise<IdReservations> {
  const reserve = async (): Promise<void> => {
    const [row] = await db.query<{ until: string }>(
      ENGINE,
      // A new node may have been used by a version without reservations: the later of both clocks counts.
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
    // While the database is unavailable, ids continue from the remaining reservation.
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
