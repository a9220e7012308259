/** How each row of the audit is linked to the previous one: the sealer and the verifier hash the same bytes. */
import { hash } from 'node:crypto'
import sql from 'sql-template-tag'

/** A row as the database returns it, every value as text. */
export interface Entry {
  id: string
  at: string
  actor_id: string | null
  actor_name: string | null
  source_id: string | null
  app_id: string | null
  ip: string | null
  request_id: string | null
  action: string
  object: string
  object_id: string | null
  object_name: string | null
  changes: string | null
  reason: string | null
}

/** `at` in microseconds: the database keeps more digits than a date of JavaScript. */
export const ENTRY_COLUMNS = sql`id::text, (extract(epoch from at) * 1000000)::bigint::text as at, actor_id::text,
  actor_name, source_id::text, app_id::text, ip, request_id,
  action, object, object_id, object_name, changes::text, reason`

/** The link before the first row. */
export const GENESIS = Buffer.alloc(32)

/**
 * The link of `entry` at place `seq` after the link `before`: sha256 over both, each value preceded by its length, so
 * that no two rows give the same bytes.
 */
export function linkOf(before: Uint8Array, seq: bigint, entry: Entry): Buffer {
  const values = [
    String(seq),
    entry.id,
    entry.at,
    entry.actor_id,
    entry.actor_name,
    entry.source_id,
    entry.app_id,
    entry.ip,
    entry.request_id,
    entry.action,
    entry.object,
    entry.object_id,
    entry.object_name,
    entry.changes,
    entry.reason,
  ]
  const canonical = values.map(value => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`)).join('|')
  return hash('sha256', Buffer.concat([before, Buffer.from(canonical)]), 'buffer')
}
