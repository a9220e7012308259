/** The number of this machine among those that share a database; the node numbers of its processes are derived from it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Database } from '#server/sql/databaseUrl.ts'
import { openDb } from '#server/sql/db.ts'
import { madeOnce } from './madeOnce.ts'
import type { ChildName } from './supervised.ts'

/** 255 nodes, four per machine; those of machine 0 are not used. */
const MACHINES = 63
const FREE_AFTER_DAYS = 30
const CHILDREN: Record<ChildName, number> = { server: 1, worker: 2, demo: 3 }

/** 1–255, different for each process of each machine. */
export const nodeNumber = (machine: number, child: ChildName): number => machine * 4 + CHILDREN[child]

/**
 * Returns this installation's number (1–63), the same at each call; each call also renews the claim.
 * Throws a one-line error when every number is taken.
 */
export async function claimMachine(connection: Database, dataDir: string): Promise<number> {
  const id = machineId(dataDir)
  const db = openDb(connection, { max: 1 })
  try {
    return await db.tx({ role: 'engine' }, async query => {
      await query(sql`lock table engine.machine in exclusive mode`)
      const [own] = await query<{ number: number }>(
        sql`update engine.machine set seen_at = now() where id = ${id} returning number`,
      )
      if (own) return own.number
      // Unused numbers first, because ids of the others exist in the database.
      const [given] = await query<{ number: number }>(
        sql`insert into engine.machine (number, id)
          select n, ${id} from generate_series(1, ${MACHINES}::int) n left join engine.machine m on m.number = n
          where m.number is null or m.seen_at < now() - ${FREE_AFTER_DAYS} * interval '1 day' order by m.seen_at nulls first, n limit 1
        on conflict (number) do update set id = excluded.id, seen_at = now() returning number`,
      )
      if (given) return given.number
      throw new Error(
        `DATABASE_URL: ${MACHINES} machines are the most on one database, and as many were seen there in the last ${FREE_AFTER_DAYS} days (a machine is known by the file "machine" in PORTICO_DATA_DIR: keep that folder between starts)`,
      )
    })
  } finally {
    await db.end()
  }
}

/** The file also identifies the machine: a copy of the data folder on a second machine must not have the same identity. */
function machineId(dataDir: string): string {
  const path = join(dataDir, 'machine')
  const id = madeOnce(path, randomUUID)
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
    throw new Error(`${path} holds no machine's id: remove it, and this machine takes a new number`)
  return id
}
