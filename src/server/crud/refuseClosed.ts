/** Refuses new references to rows that take nothing new, and new rows below them. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, type FieldProblem } from '#model/error.ts'
import { isClosed, type Noun } from '#model/noun.ts'
import type { Input, Row } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import { nameIn } from './builtIn.ts'
import { selection, tableOf } from './columns.ts'
import type { NounIndex } from './references.ts'

/** The state that closes the row: 停用 of 停用 and of 已停用. */
const closedWord = ({ closedIn, states }: Noun, row: Row): Text => {
  const known = Object.values(states![closedIn!.state]!.states).find(([wire]) => wire === row[closedIn!.state])!
  return [known[1].replace(/^已/, ''), known[2].toLowerCase()]
}

/** `values`: the fields that are written. What the row referred to before, it may keep. */
export async function refuseClosed(
  ctx: Ctx,
  noun: Noun,
  values: Input,
  before: Row | null,
  nouns: NounIndex,
): Promise<void> {
  const targets: [string, Noun | undefined][] = [
    ...Object.entries(noun.fields).flatMap(([name, field]): [string, Noun | undefined][] =>
      field.kind === 'ref' && !field.computed ? [[name, nouns.get(field.to)]] : [],
    ),
    ...(noun.tree ? [['parentId', noun] satisfies [string, Noun]] : []),
  ]
  const problems: FieldProblem[] = []
  for (const [name, target] of targets) {
    if (!target?.closedIn || !(name in values)) continue
    const kept = new Set([before?.[name]].flat().map(String))
    const added = [values[name]].flat().filter(id => isId(id) && !kept.has(String(id)))
    if (!added.length) continue
    const rows = await ctx.sql<Row>(
      sql`select ${selection(target)} from ${tableOf(target)} t where t.id = any(${added}::bigint[])`,
    )
    for (const row of rows)
      if (isClosed(target, row)) {
        const called = target.called === undefined ? null : row[target.called]
        const title = String(called ?? nameIn(target, row, ctx.language))
        const [zh, en] = closedWord(target, row)
        problems.push({
          field: name,
          text: [`${target.label[0]}“${title}”已${zh}，不能选用`, `${target.label[1]} "${title}" is ${en}`],
        })
      }
  }
  if (problems.length) throw invalidFields(problems)
}
