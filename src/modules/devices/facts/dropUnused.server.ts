/** Removes the pictures of reports that became no row of their own and are shown by none: one that came again, or joined a track. */
import sql from 'sql-template-tag'
import { storedAs } from '#model/families.ts'
import type { Ports } from '#server/ports.ts'
import type { Rows } from './lanes.server.ts'
import type { FactRow } from './translate.rules.ts'

const ENGINE = { role: 'engine' } as const

const hasFiles = ({ params }: FactRow): boolean =>
  Object.values(params).some(value => typeof value === 'string' && value.startsWith('file:'))
/** Events note their pictures first, by what identifies them, and a second one is dropped there. */
const mayHaveUnused = (fact: FactRow): boolean =>
  ['passage', 'capture'].includes(storedAs(fact.family)) && hasFiles(fact)

/**
 * `known` are those that were not stored. The database is asked, because one whose answer was lost has its row already, with
 * these pictures; what was set aside keeps its own.
 */
export async function dropUnused(
  ports: Ports,
  { asideId }: Pick<Rows, 'asideId'>,
  known: readonly FactRow[],
): Promise<void> {
  const facts = known.filter(mayHaveUnused)
  if (asideId !== undefined || facts.length === 0) return
  const given = JSON.stringify(
    facts.map(({ device_id, at_ms, key, photo_file }) => ({ device_id, at_ms, key, photo_file })),
  )
  const unused = await ports.db.query<{ file: string | null }>(
    ENGINE,
    sql`with given as (
        select g.*, to_timestamp(g.at_ms / 1000) as at, decode(g.key, 'hex') as own
        from jsonb_to_recordset(${given}::jsonb) as g(device_id bigint, at_ms float8, key text, photo_file text)
      ), beside as (
        delete from devices.picture p using given g
        where p.device_id = g.device_id and p.at = g.at and p.key = g.own
          and not exists (select from devices.capture c
            where c.at = g.at and c.device_id = g.device_id and c.key = g.own)
          and not exists (select from devices.passage c
            where c.at = g.at and c.device_id = g.device_id and c.key = g.own)
        returning p.file
      )
      select file from beside
      union all select g.photo_file from given g where g.photo_file is not null
        and not exists (select from devices.capture c where c.photo_file = g.photo_file)
        and not exists (select from devices.passage c where c.photo_file = g.photo_file)
        and not exists (select from devices.picture p where p.file = g.photo_file)`,
  )
  for (const { file } of unused) if (file !== null) await ports.files.remove(file)
}
