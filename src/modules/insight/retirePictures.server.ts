/** Removes expired pictures: captures after their period, and portraits to which no person's row refers any more. */
import sql, { type Sql } from 'sql-template-tag'
import { forgetCaptures, forgetPictures, forgetTakenAtDoors, forgetUnsent } from '#modules/devices/api.ts'
import { FACT_DAYS } from '#modules/devices/facts/factDays.rules.ts'
import { forgetPortraits } from '#modules/people/api.ts'
import { auditSystem } from '#server/audit/auditSystem.ts'
import { UNDO_MS } from '#server/crud/keepRemoved.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'

const ENGINE = { role: 'engine' } as const
const AT_ONCE = 200
const SIDE_BY_SIDE = 8
/** For portraits that were uploaded but not saved; together with the hourly round this stays well below a day. */
const UNSAVED_HOURS = 12

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

async function removeFiles(ports: Ports, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += SIDE_BY_SIDE)
    await Promise.all(keys.slice(at, at + SIDE_BY_SIDE).map(key => ports.files.remove(key)))
}

/** Pictures that are due, as conditions over `devices.passage` and `devices.capture`: by when they came, and those whose fact goes. */
export const outOfDays = (ports: Ports): Sql => sql`received_at < ${daysBefore(ports.now(), ports.captureDays)}`
export const ofOldFact = (ports: Ports): Sql => sql`at < ${daysBefore(ports.now(), FACT_DAYS)}`

/** Pictures besides that of a passage, as a condition over `devices.picture`. */
export const apartOutOfDays = (ports: Ports): Sql => sql`received_at < ${daysBefore(ports.now(), ports.captureDays)}`

/** Returns the number removed. */
export async function retireCaptures(ports: Ports, signal: AbortSignal): Promise<number> {
  await forgetUnsent(ports)
  const inRows = (table: Sql, due: Sql): Sql =>
    sql`select photo_file as file from ${table} where photo_file is not null and ${due} limit ${AT_ONCE}`
  let removed = 0
  for (const due of [outOfDays(ports), ofOldFact(ports)]) {
    removed += await retire(ports, signal, inRows(sql`devices.passage`, due), forgetTakenAtDoors)
    removed += await retire(ports, signal, inRows(sql`devices.capture`, due), forgetCaptures)
  }
  const apart = sql`select file from devices.picture where file is not null and ${apartOutOfDays(ports)} limit ${AT_ONCE}`
  return removed + (await retire(ports, signal, apart, forgetPictures))
}

/**
 * Removes the files that `due` finds, as many at once as it says, until there are none. The file is removed first: a row
 * without its file is found again, a file without its row is not.
 */
async function retire(
  ports: Ports,
  signal: AbortSignal,
  due: Sql,
  forget: (query: Query, files: readonly string[]) => Promise<unknown>,
): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await ports.db.query<{ file: string }>(ENGINE, due)
    if (!rows.length || signal.aborted) return removed
    const files = rows.map(row => row.file)
    await removeFiles(ports, files)
    await ports.db.tx(ENGINE, async query => {
      await forget(query, files)
      await auditSystem(ports, query, {
        action: 'retire',
        object: 'capture',
        changes: { count: files.length, keptDays: ports.captureDays },
      })
    })
    removed += files.length
  }
}

/** Portraits of removed people, replaced portraits, and uploads that were never saved. */
export async function retirePortraits(ports: Ports, signal: AbortSignal): Promise<number> {
  await forgetPortraits(ports, new Date(ports.now().getTime() - UNDO_MS))
  let removed = 0
  for (;;) {
    const rows = await ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from engine.file f where kind = 'portrait' and created_at < ${new Date(ports.now().getTime() - UNSAVED_HOURS * 3_600_000)}
        and not exists (select 1 from people.person p where p.portrait_file = f.id) limit ${AT_ONCE}`,
    )
    if (!rows.length || signal.aborted) return removed
    const ids = rows.map(row => row.id)
    await removeFiles(ports, ids)
    await ports.db.tx(ENGINE, async query => {
      await query(sql`delete from engine.file where id = any(${ids})`)
      await auditSystem(ports, query, { action: 'retire', object: 'portrait', changes: { count: ids.length } })
    })
    removed += ids.length
  }
}
