/** Adds the digests of last characters to rows that were stored before there were any; a migration has no keys for it. */
import sql, { raw } from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import type { Ports } from '../ports.ts'
import { sealedPlace, snake, storedFields } from './columns.ts'
import { tailDigest } from './tail.ts'

const AT_ONCE = 500

/** Returns whether there may be more. */
export async function fillTails({ db, vault }: Pick<Ports, 'db' | 'vault'>, noun: Noun): Promise<boolean> {
  let more = false
  for (const [name, field] of storedFields(noun.fields)) {
    if (!field.mask || field.find !== 'tail') continue
    const [table, column] = [raw(noun.table), snake(name)]
    const [sealed, tail] = [raw(`${column}_sealed`), raw(`${column}_tail`)]
    more ||= await db.tx({ role: 'engine' }, async query => {
      const rows = await query<{ id: string; sealed: Buffer }>(
        sql`select id, ${sealed} as sealed from ${table} where ${sealed} is not null and ${tail} is null
          order by id limit ${AT_ONCE} for no key update skip locked`,
      )
      const tails = rows.map(row =>
        tailDigest(vault, column, vault.open(row.sealed, sealedPlace(noun, column, row.id)).toString()),
      )
      await query(
        sql`update ${table} t set ${tail} = g.tail
          from unnest(${rows.map(row => row.id)}::bigint[], ${tails}::bytea[]) as g(id, tail) where t.id = g.id`,
      )
      return rows.length === AT_ONCE
    })
  }
  return more
}
