/** Removes documents, and pictures inside texts, to which no row refers, including uploads that were never saved. */
import sql from 'sql-template-tag'
import { auditSystem } from '#server/audit/auditSystem.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const AT_ONCE = 100
/** A form may stay open for this long with chosen files. */
const UNHELD_HOURS = 24

/** The file is removed first: a row without its file is found again, a file without its row is not. */
export async function retireDocuments(ports: Ports, signal: AbortSignal): Promise<void> {
  for (;;) {
    const rows = await ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from engine.file where kind in ('document', 'content') and not kept and kept_since < ${new Date(ports.now().getTime() - UNHELD_HOURS * 3_600_000)} limit ${AT_ONCE}`,
    )
    if (!rows.length || signal.aborted) return
    const ids = rows.map(row => row.id)
    for (const id of ids) await ports.files.remove(id)
    await ports.db.tx(ENGINE, async query => {
      await query(sql`delete from engine.file where id = any(${ids})`)
      await auditSystem(ports, query, { action: 'retire', object: 'document', changes: { count: ids.length } })
    })
  }
}
