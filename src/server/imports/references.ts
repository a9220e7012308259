/** Finds the row that a cell names; in a tree also by its path, as in 总部/研发部. */
import sql, { raw } from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { comparedAs } from '#model/comparedAs.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import { comparedColumn } from '../crud/columns.ts'
import { quoted } from './quoted.ts'

/** What a cell names and what does not exist: it may be created, and the file checked again. */
export interface Missing {
  /** Key of the noun. */
  noun: string
  /** The name, or the path in a tree, as it was given. */
  name: string
}
export type Found = { id: string } | { problem: Text; missing?: Missing }

/** Longer ones are no names. */
const MAX_NAME = 200

/** Caches the results of one import; rows that were not found may still be added by an earlier row of the file. */
export class ReferenceBook {
  private readonly known = new Map<string, string>()

  /** Clears the cache, because found rows may have been rolled back. */
  forget(): void {
    this.known.clear()
  }

  async find(ctx: Ctx, target: Noun, label: Text, name: string): Promise<Found> {
    const key = `${target.key} ${name}`
    const remembered = this.known.get(key)
    if (remembered) return { id: remembered }
    const ids = await namesakes(ctx, target, name)
    if (ids.length === 1) {
      this.known.set(key, ids[0]!)
      return { id: ids[0]! }
    }
    const shown = quoted(name)
    return {
      ...(ids.length || name.length > MAX_NAME ? {} : { missing: { noun: target.key, name } }),
      problem: ids.length
        ? [
            `${label[0]}“${shown}”有多个${target.tree ? '，请写出完整路径，如 总部/研发部' : ''}`,
            `${label[1]} "${shown}" is not unique${target.tree ? '; write the full path, such as Head office/Research' : ''}`,
          ]
        : [`${label[0]}“${shown}”不存在`, `${label[1]} "${shown}" does not exist`],
    }
  }
}

/** At most two, because one match too many is enough. */
async function namesakes(ctx: Ctx, target: Noun, name: string): Promise<string[]> {
  const [table, column] = [raw(target.table), comparedColumn(target.name, target.fields[target.name]!, 'r')]
  const alive = target.remove === 'soft' ? sql`and deleted_at is null` : sql``
  const whole = await ctx.sql<{ id: string }>(
    sql`select id from ${table} r where ${column} = ${comparedAs(target.fields[target.name]!, name)} ${alive} order by id limit 2`,
  )
  const steps = name.split(/[/／]/).map(step => step.trim())
  if (whole.length || !target.tree || steps.length < 2 || steps.length > target.tree.depth)
    return whole.map(row => row.id)
  // From the root down: the names must be those of the ancestors, in order.
  let above: string[] | null = null
  for (const step of steps) {
    const under: { id: string }[] = await ctx.sql<{ id: string }>(
      sql`select id from ${table} r where ${column} = ${step} ${above ? sql`and parent_id = any(${above}::bigint[])` : sql`and parent_id is null`} ${alive} order by id limit 2`,
    )
    above = under.map(row => row.id)
    if (above.length === 0) return []
  }
  return above ?? []
}
