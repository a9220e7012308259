/** Writes an audit row for an act of the platform itself, in the same transaction. */
import sql from 'sql-template-tag'
import type { AuditEntry } from '../ctx.ts'
import type { Ports } from '../ports.ts'
import type { RunSql } from '../sql/db.ts'

export const auditSystem = (ports: Pick<Ports, 'newId' | 'now'>, query: RunSql, entry: AuditEntry): Promise<unknown> =>
  query(
    sql`insert into audit.entry (id, at, actor_name, action, object, object_id, object_name, changes, reason)
      values (${ports.newId()}, ${ports.now()}, 'system', ${entry.action}, ${entry.object}, ${entry.objectId ?? null}, ${entry.objectName ?? null},
        ${entry.changes ? JSON.stringify(entry.changes) : null}, ${entry.reason ?? null})`,
  )
