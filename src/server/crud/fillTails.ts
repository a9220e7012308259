/** Adds the digests of last characters to rows that were stored before there were any; a migration has no keys for it. */
import sql, { raw } from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import type { Ports } from '../ports.ts'
import { sealedPlace, snake, storedFields } from './columns.ts'
import { tailDigest } from './tail.ts'

const AT_ONCE = 500

/** One pass over the rows without digests. A value that cannot be opened is left as it is, and does not keep the others from theirs. */
export async function fillTails({ db, vault, log }: Pick<Ports, 'db' | 'vault' | 'log'>, noun: Noun): Promise<void> {
  for (const [name, field] of storedFields(noun.fields)) {
    if (!field.mask || field.find !== 'tail') continue
    const [table, column] = [raw(noun.table), snake(name)]
    const [sealed, tail] = [raw(`${column}_sealed`), raw(`${column}_tail`)]
    let after: string | undefined = '0'
    while (after !== undefined)
      after = await db.tx({ role: 'engine' }, async query => {
        const rows = await query<{ id: string; sealed: Buffer }>(
          sql`select id, ${sealed} as sealed from ${table} where ${sealed} is not null and ${tail} is null and id > ${after}
            order by id limit ${AT_ONCE} for no key update skip locked`,
        )
        const found = rows.flatMap(row => {
          try {
            const value = vault.open(row.sealed, sealedPlace(noun, column, row.id)).toString()
            return [{ id: row.id, tail: tailDigest(vault, column, value) }]
          } catch {
            log.warn({ noun: noun.key, row: row.id, field: name }, 'a sealed value cannot be opened')
            return []
          }
        })
        await query(
          sql`update ${table} t set ${tail} = g.tail
            from unnest(${found.map(row => row.id)}::bigint[], ${found.map(row => row.tail)}::bytea[]) as g(id, tail)
            where t.id = g.id`,
        )
        return rows.length === AT_ONCE ? rows.at(-1)!.id : undefined
      })
  }
}
