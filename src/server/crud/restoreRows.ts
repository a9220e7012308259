/** Undoes removals of the caller: each row is restored with its dependent rows, or reported with a reason. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { lowered, translate, type Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '../ctx.ts'
import { refusalOf } from '../http/failure.ts'
import type { Input } from '#model/row.ts'
import type { DependentRows } from '../parts.ts'
import { chosenRowIds } from './actionInput.ts'
import { snake, storedFields, tableOf } from './columns.ts'
import { sealPlace, type RemovedRows } from './keepRemoved.ts'
import type { Operations } from './operations.ts'

export interface Restored {
  restored: number
  /** Dependent rows that were not restored, because what they belonged to no longer exists. */
  left: number
  refused: { id: string; reason: string }[]
}

export async function restoreRows(operations: Operations, ctx: Ctx, input: Input): Promise<Restored> {
  const ids = [...new Set(chosenRowIds(operations.noun, input.ids))]
  const done: Restored = { restored: 0, left: 0, refused: [] }
  // All rows are locked first: what follows from one row locks shared rows, and a transaction that holds a later row may
  // wait for these.
  await ctx.sql(
    sql`select from ${tableOf(operations.noun)} where id = any(${ids}::bigint[]) order by id for no key update`,
  )
  for (const id of ids) {
    await ctx.sql(sql`savepoint one`)
    try {
      done.left += await restoreRow(operations, ctx, id)
      await ctx.sql(sql`release savepoint one`)
      done.restored += 1
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal || ids.length === 1) throw error
      await ctx.sql(sql`rollback to savepoint one; release savepoint one`)
      done.refused.push({ id, reason: translate(refusal.text, ctx.language) })
    }
  }
  return done
}

const UNIQUE_VIOLATION = '23505'
const NO_PARENT = '23503'
const OUTSIDE = '42501'

/** Returns how many dependent rows were not restored. */
async function restoreRow(operations: Operations, ctx: Ctx, id: string): Promise<number> {
  const { noun, half, followings } = operations
  const [taken] = await ctx.sql<{ id: string; kept_sealed: Buffer }>(
    sql`select id, kept_sealed from engine.take_removal(${noun.key}, ${id}, ${ctx.user.userId}, ${ctx.now})`,
  )
  if (!taken)
    throw new Refusal('not_found', {
      text: [
        '已超过十分钟或已经撤销，无法撤销删除',
        'It was removed more than ten minutes ago or has already been restored',
      ],
    })
  const kept = JSON.parse(ctx.ports.vault.open(taken.kept_sealed, sealPlace(taken.id)).toString()) as RemovedRows
  await refuseWithoutParents(operations, ctx, kept.row)
  await inTheWay([noun.label[0], noun.label[1]], () => putBack(operations, ctx, id, kept.row))
  let left = 0
  const places = new Map(followings.flatMap(one => one.keeps ?? []).map(one => [one.table as string, one]))
  for (const { table, rows } of kept.with) {
    const place = places.get(table)
    if (place) left += await inTheWay(place.label, () => putBackWith(ctx, place, rows))
  }
  const row = await operations.find(ctx, id)
  await half.afterRestore?.(ctx, row)
  for (const one of followings) await one.restored?.(ctx, row)
  await ctx.audit({ action: 'undoRemove', object: noun.key, objectId: id, objectName: String(row[noun.name] ?? '') })
  return left
}

/** Adds to a refusal what prevents the restoration. */
async function inTheWay<T>([zh, en]: Text, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === UNIQUE_VIOLATION)
      throw new Refusal('duplicate', {
        text: [`相同的${zh}已被占用，无法撤销删除`, `The same ${lowered(en)} is in use now: it cannot be restored`],
      })
    if (code === NO_PARENT)
      throw new Refusal('wrong_state', {
        text: [
          `${zh}所属的记录已不存在，无法撤销删除`,
          `What the ${lowered(en)} belonged to no longer exists: it cannot be restored`,
        ],
      })
    if (code === OUTSIDE) throw new Refusal('forbidden')
    throw error
  }
}

/** The database keeps references to softly removed rows valid; for people these rows no longer exist. */
async function refuseWithoutParents({ noun, nouns }: Operations, ctx: Ctx, row: string): Promise<void> {
  const parents: [column: string, label: Text, table: string, soft: boolean][] = storedFields(noun.fields).flatMap(
    ([name, field]) => {
      const target = field.kind === 'ref' && !field.many && field.by !== 'system' ? nouns.get(field.to) : undefined
      return target && target.life !== 'view'
        ? [[snake(name), field.label, target.table, target.remove === 'soft'] as const].map(one => [...one])
        : []
    },
  ) as never
  if (noun.tree) parents.push(['parent_id', ['上级', 'parent'], noun.table, noun.remove === 'soft'])
  for (const [column, [zh, en], table, soft] of parents) {
    const [gone] = await ctx.sql<{ gone: boolean }>(
      sql`select k.id is not null and not exists (select from ${raw(table)} p where p.id = k.id ${soft ? sql`and p.deleted_at is null` : sql``}) as gone
        from (select (${row}::jsonb ->> ${column})::bigint as id) k`,
    )
    if (gone?.gone)
      throw new Refusal('wrong_state', {
        text: [`所属的${zh}已不存在，无法撤销删除`, `Its ${lowered(en)} no longer exists: it cannot be restored`],
      })
  }
}

async function putBack({ noun }: Operations, ctx: Ctx, id: string, row: string): Promise<void> {
  if (noun.remove !== 'soft') {
    const { columns } = await shapeOf(ctx, noun.table)
    const again = columns.includes('rev')
      ? sql`|| jsonb_build_object('rev', (${row}::jsonb ->> 'rev')::int + 1)`
      : sql``
    const list = raw(columns.join(', '))
    await ctx.sql(
      sql`insert into ${tableOf(noun)} (${list}) select ${list} from jsonb_populate_record(null::${tableOf(noun)}, ${row}::jsonb ${again})`,
    )
    return
  }
  // Others who removed rows meanwhile cleared references of this row; those that exist again are set again.
  const named = storedFields(noun.fields).flatMap(([name, field]) =>
    field.kind === 'ref' && !field.many ? [raw(`${snake(name)} = coalesce(t.${snake(name)}, k.${snake(name)})`)] : [],
  )
  const sets: Sql[] = [
    sql`deleted_at = null, rev = t.rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId}`,
    ...named,
  ]
  const back = await ctx.sql(
    sql`update ${tableOf(noun)} t set ${join(sets)} from jsonb_populate_record(null::${tableOf(noun)}, ${row}::jsonb) k
      where t.id = ${id} and t.deleted_at is not null returning t.id`,
  )
  if (back.length === 0) throw new Refusal('wrong_state')
}

/** Returns how many of the rows were not restored. */
async function putBackWith(ctx: Ctx, { table, parentExists }: DependentRows, rows: string): Promise<number> {
  const { columns, key } = await shapeOf(ctx, table)
  const list = raw(columns.join(', '))
  const others = columns.filter(column => !key.includes(column))
  const instead = others.length
    ? raw(`do update set ${others.map(column => `${column} = excluded.${column}`).join(', ')}`)
    : raw('do nothing')
  const [counted] = await ctx.sql<{ left: number }>(sql`
    with k as materialized (select k.*, ${parentExists ?? sql`true`} as parent_exists__ from jsonb_populate_recordset(null::${raw(table)}, ${rows}::jsonb) k),
      put as (insert into ${raw(table)} (${list}) select ${list} from k where parent_exists__ on conflict (${raw(key.join(', '))}) ${instead})
    select count(*) filter (where not parent_exists__)::int as left from k`)
  return counted!.left
}

interface TableShape {
  /** The writable columns. */
  columns: string[]
  key: string[]
}
/** Cached, because shapes change only with migrations, which run before a process serves. */
const shapes = new Map<string, TableShape>()
async function shapeOf(ctx: Ctx, table: string): Promise<TableShape> {
  const known = shapes.get(table)
  if (known) return known
  const [shape] = await ctx.sql<TableShape>(sql`
    select (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text) from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = ${table}::regclass and i.indisprimary) as key`)
  shapes.set(table, shape!)
  return shape!
}
