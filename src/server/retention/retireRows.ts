/** Removes the rows of a table that have served their time, with their sum in the audit; asked beforehand, counts them. */
import sql, { raw, type Sql } from 'sql-template-tag'
import { idFrom } from '#base/id.ts'
import { auditSystem } from '../audit/auditSystem.ts'
import type { Retained } from '../parts.ts'
import type { Ports } from '../ports.ts'

const ENGINE = { role: 'engine' } as const
const AT_ONCE = 2000
const DAY_MS = 86_400_000

/** Which rows are over and old enough at `now`. */
export function isDue({ ids = 'id', since, when, days }: Retained, now: Date): Sql {
  const cut = now.getTime() - days * DAY_MS
  const old = since ? sql`${raw(since)} < ${new Date(cut)}` : sql`${raw(ids)} < ${idFrom(cut)}`
  return when ? sql`${old} and ${when}` : old
}

export async function retireRows(ports: Ports, retained: Retained, signal: AbortSignal): Promise<void> {
  const table = raw(retained.table)
  for (;;) {
    const removed = await ports.db.tx(ENGINE, async query => {
      const rows = await query(
        sql`delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${isDue(retained, ports.now())} limit ${AT_ONCE})) returning 1`,
      )
      if (rows.length)
        await auditSystem(ports, query, {
          action: 'retire',
          object: retained.key,
          changes: { count: rows.length, keptDays: retained.days },
        })
      return rows.length
    })
    if (removed < AT_ONCE || signal.aborted) return
  }
}

/** Counting stops at `most`. */
export async function countDue(ports: Ports, retained: Retained, most: number): Promise<number> {
  const due = isDue(retained, ports.now())
  const [row] = await ports.db.query<{ n: number }>(
    ENGINE,
    sql`select count(*)::int as n from (select 1 from ${raw(retained.table)} where ${due} limit ${most}) due`,
  )
  return row!.n
}
