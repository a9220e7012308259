/** A gateway's sign of life, by which the other machines know that the sessions in its name hold. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
/** By the database's clock. */
export const LOST_AFTER_S = 90

/** Answers false when the node was not there: it is new, or was taken for lost and its sessions were ended. */
export async function signOfLife(ports: Ports): Promise<boolean> {
  const rows = await ports.db.query(
    ENGINE,
    sql`update engine.node set seen_at = now() where name = ${ports.node} returning 1`,
  )
  if (rows.length) return true
  await ports.db.query(
    ENGINE,
    sql`insert into engine.node (name) values (${ports.node}) on conflict (name) do update set seen_at = now()`,
  )
  return false
}
