/** Removes pictures that are not used: discarded ones, and those without a decision in time. */
import sql from 'sql-template-tag'
import { removePicture } from '#modules/content/api.ts'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { KEPT_MS } from './portrait.rules.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 60_000
const DUE_AT_ONCE = 200

/** A program may have saved it with a person without having used it; a file that any row holds stays. */
export async function removeUnsaved(ports: Ports, file: string): Promise<void> {
  const held = await ports.db.query(
    ENGINE,
    sql`select 1 from people.person where portrait_file = ${file}
      union all select 1 from engine.file where id = ${file} and noun is not null`,
  )
  if (!held.length) await removePicture(ports, file)
}

/** Portraits without a decision: the account has closed its browser. Used ones have no row any more. */
export const portraitHousekeeping = worker({
  name: 'devices.portraits',
  where: 'worker',
  async run(ports) {
    const due = await ports.db.query<{ id: string; file: string | null }>(
      ENGINE,
      sql`select id, file from devices.portrait where until < ${new Date(ports.now().getTime() - KEPT_MS)} limit ${DUE_AT_ONCE}`,
    )
    for (const { file } of due) if (file) await removeUnsaved(ports, file)
    await ports.db.query(ENGINE, sql`delete from devices.portrait where id = any(${due.map(({ id }) => id)}::bigint[])`)
    return EVERY_MS
  },
})
