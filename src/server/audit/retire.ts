/** Removes the oldest part of the audit, always up to an anchor, so that the remaining chain still starts at something signed. */
import sql from 'sql-template-tag'
import type { Ports } from '../ports.ts'
import { anchorKeys, isGenuine, type Anchor } from './anchor.ts'

const ENGINE = { role: 'engine' } as const
/** The longest retention of any entry (money, faces). A chain cannot be thinned out in the middle, so it applies to all of it. */
export const AUDIT_KEPT_DAYS = 3 * 365 + 2
const AT_ONCE = 5000

/** The newest anchor from which on everything may be removed; rows up to it may be gone. */
export const retirementAnchor = (anchors: readonly Anchor[], now: Date): Anchor | undefined =>
  anchors.filter(anchor => Date.parse(anchor.at) < now.getTime() - AUDIT_KEPT_DAYS * 86_400_000).at(-1)

/** Returns the number of removed rows. The database itself refuses to remove younger ones. */
export async function retireAudit(ports: Pick<Ports, 'db' | 'vault' | 'now'>): Promise<number> {
  const keys = anchorKeys(ports.vault)
  const candidates = await ports.db.query<Anchor>(
    ENGINE,
    sql`select no, at, seq, chain, signature from audit.anchor
      where at < ${ports.now()}::timestamptz - make_interval(days => ${AUDIT_KEPT_DAYS}) order by seq desc limit 1`,
  )
  const anchor = retirementAnchor(
    candidates.filter(one => isGenuine(one, keys)),
    ports.now(),
  )
  if (!anchor) return 0
  let removed = 0
  for (;;) {
    // Removed from the front, so that after an interruption the chain still begins near an anchor; the next round removes the rest.
    const rows = await ports.db.query(
      ENGINE,
      sql`delete from audit.entry where seq in (select seq from audit.entry where seq <= ${anchor.seq} order by seq limit ${AT_ONCE}) returning 1`,
    )
    removed += rows.length
    if (rows.length < AT_ONCE) return removed
  }
}
