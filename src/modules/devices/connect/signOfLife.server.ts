/** A gateway's sign of life, by which other machines know that its sessions are valid. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
/** By the database's clock, in seconds. */
export const LOST_AFTER_S = 90

/** Returns false when the node was unknown: it is new, or was considered lost and its sessions were ended. */
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
