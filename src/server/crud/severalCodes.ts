/** Several codes in one filter, as they are pasted from a list: separated by lines, blanks, commas or semicolons. */
import sql, { join, type Sql } from 'sql-template-tag'
import { folded } from '#base/folded.ts'
import { invalidFields } from '#model/error.ts'
import { comparedAs } from '#model/comparedAs.ts'
import type { Field } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import { comparedColumn, tableOf } from './columns.ts'

const MOST = 200

/** The codes, or none when the filter has a single one. Only codes have no blanks in them: `mono` marks their fields. */
export function severalCodes(name: string, field: Field, given: unknown): readonly string[] {
  if (field.kind !== 'text' || !field.mono || field.find !== 'prefix') return []
  const codes = [
    ...new Set(
      [given]
        .flat()
        .map(String)
        .map(folded)
        .join(' ')
        .split(/[\s,，、;；]+/)
        .filter(Boolean),
    ),
  ]
  if (codes.length > MOST)
    throw invalidFields([
      {
        field: name,
        text: [
          `一次最多查找 ${MOST} 个${field.label[0]}，现在有 ${codes.length} 个`,
          `At most ${MOST} of ${field.label[1]} at once; there are ${codes.length}`,
        ],
      },
    ])
  return codes.length > 1 ? codes : []
}

/** Of the codes in the filters of `query`, those that no row found in `from` has; undefined when no filter has several. */
export async function missingCodes(
  ctx: Ctx,
  noun: Noun,
  query: Input,
  found: readonly Sql[],
  from: Sql = tableOf(noun),
): Promise<string[] | undefined> {
  const asked = Object.entries(noun.fields).flatMap(([name, field]) => {
    const codes = query[name] === undefined || query[name] === null ? [] : severalCodes(name, field, query[name])
    return codes.length
      ? [{ column: comparedColumn(name, field), codes, keys: codes.map(code => comparedAs(field, code)) }]
      : []
  })
  if (!asked.length) return undefined
  const missing: string[] = []
  for (const { column, codes, keys } of asked) {
    const rows = await ctx.sql<{ code: string }>(
      sql`select code from unnest(${codes}::text[], ${keys}::text[]) with ordinality as given (code, key, place)
        where coalesce(key, '') not in (select ${column} from ${from} t where ${join([...found, sql`${column} is not null`], ' and ')})
        order by place`,
    )
    missing.push(...rows.map(row => row.code))
  }
  return missing
}
