/** The derived operations of a noun: list, view, add, edit, remove, move. HTTP, imports and jobs all use these. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Input, Row } from '#model/row.ts'
import type { Following, Half } from '../parts.ts'
import { holdFiles, picturesIn } from '../files/heldFiles.ts'
import { accepted } from './accepted.ts'
import { presentBuiltIn, withoutBuiltIn } from './builtIn.ts'
import { auditable, difference } from './auditChanges.ts'
import { assignments, insertInto, selection, setClause, snake, tableOf } from './columns.ts'
import { computeContributed } from './contributions.ts'
import { listedIds } from './listedBy.ts'
import { moveRow } from '../moves/moveRow.ts'
import { namingDuplicates } from './namingDuplicates.ts'
import { extendedNoun } from './extendedNoun.ts'
import { ordering, pageRequest, where } from './filters.ts'
import { foundBy } from './foundBy.ts'
import { judgeInput } from './judgeInput.ts'
import { presentReferences, type NounIndex } from './references.ts'
import { removeRow } from './removeRow.ts'
import { refuseClosed } from './refuseClosed.ts'
import { judgePlace } from './treePlace.ts'
import { missingCodes } from './severalCodes.ts'
import { possibleRows } from './possibleRows.ts'
import { countsBy, type Counts } from './countsBy.ts'
import { boundedTotal, COUNT_MS, exactTotal } from './total.ts'

export interface Page<R = Row> {
  records: R[]
  total: number
  size: number
  current: number
  pages: number
  more?: boolean
  /** Of several codes in a filter, those that no row has. */
  missing?: string[]
  counts?: Counts
}

export class Operations {
  readonly half: Half
  readonly noun: Noun
  /** The hand-written list of a noun that has no table of its own. */
  listed?: ((ctx: Ctx, query: Input) => Promise<Page>) | undefined
  readonly nouns: NounIndex
  readonly followings: readonly Following[]
  constructor(half: Half, nouns: NounIndex, followings: readonly Following[] = []) {
    this.half = half
    this.noun = half.noun
    this.nouns = nouns
    this.followings = followings.filter(one => one.of.key === half.noun.key)
  }

  async present(ctx: Ctx, rows: Row[]): Promise<Row[]> {
    await presentReferences(ctx, this.noun, rows, this.nouns)
    if (this.half.compute && rows.length) await this.half.compute(ctx, rows, this.nouns)
    await computeContributed(ctx, this.noun, rows)
    presentBuiltIn(this.noun, rows, ctx.language)
    return rows
  }

  async list(ctx: Ctx, query: Input): Promise<Page> {
    const { current, size } = pageRequest(query)
    const found = await foundBy(this.half, ctx, query)
    const skip = (current - 1) * size
    const untilMs = performance.now() + COUNT_MS
    const rows = await ctx.sql<Row>(sql`select ${selection(this.noun)} from ${tableOf(this.noun)} t ${where(found)}
      order by ${ordering(this.noun, query)} limit ${size} offset ${skip}`)
    const { total, more } =
      this.noun.life === 'fact'
        ? await boundedTotal(ctx, tableOf(this.noun), found, { skip, got: rows.length, size, untilMs })
        : { total: await exactTotal(ctx, tableOf(this.noun), found), more: false }
    const { counts } = query
    const missing = await missingCodes(ctx, this.noun, query, found)
    return {
      records: await this.present(ctx, rows),
      total,
      size,
      current,
      pages: Math.ceil(total / size),
      ...(more ? { more } : {}),
      ...(missing?.length ? { missing } : {}),
      ...(counts ? { counts: await countsBy(this.half, ctx, query, String(counts)) } : {}),
    }
  }

  /** Ids of the rows that match the filters of a list, newest first, at most `limit`. */
  async matching(ctx: Ctx, query: Input, limit: number): Promise<string[]> {
    if (this.listed) return listedIds(this.listed, ctx, query, limit)
    const found = await foundBy(this.half, ctx, query)
    const rows = await ctx.sql<{ id: string }>(
      sql`select t.id from ${tableOf(this.noun)} t ${where(found)} order by t.id desc limit ${limit}`,
    )
    return rows.map(row => row.id)
  }

  /** The whole tree, parents before children in sort order; each node carries `children`. */
  async tree(ctx: Ctx, query: Input): Promise<Row[]> {
    const found = await foundBy(this.half, ctx, query)
    const rows = await this.present(
      ctx,
      await ctx.sql<Row>(
        sql`select ${selection(this.noun)} from ${tableOf(this.noun)} t ${where(found)} order by ${ordering(this.noun, query)} limit 5000`,
      ),
    )
    const byId = new Map(rows.map(row => [String(row.id), Object.assign(row, { children: [] as Row[] })]))
    return rows.filter(row => {
      const parent = byId.get(String(row.parentId))
      if (parent) parent.children.push(row)
      return !parent
    })
  }

  /** The stored row; refuses with `not_found` also for rows that the caller may not see. */
  async find(ctx: Ctx, id: unknown, lock = false): Promise<Row> {
    if (!isId(id)) throw new Refusal('not_found')
    const alive = join(
      [
        sql`true`,
        ...(this.noun.remove === 'soft' ? [sql`t.deleted_at is null`] : []),
        ...(this.half.narrow?.(ctx) ?? []),
      ],
      ' and ',
    )
    const rows = await ctx.sql<Row>(
      sql`select ${selection(this.noun)} from ${tableOf(this.noun)} t where t.id = ${id} and ${alive} ${lock ? raw('for update') : sql``}`,
    )
    if (!rows[0]) throw new Refusal('not_found')
    return rows[0]
  }

  async view(ctx: Ctx, id: unknown): Promise<Row> {
    return (await this.present(ctx, [await this.find(ctx, id)]))[0]!
  }

  async add(ctx: Ctx, given: Input): Promise<Row> {
    return (await this.present(ctx, [await this.insert(ctx, given)]))[0]!
  }

  /** Adds a row like `add`, without presenting it. `ownOnly`: what a customer's template asks for is left for later. */
  async insert(ctx: Ctx, offered: Input, { ownOnly = false } = {}): Promise<Row> {
    const input = accepted(this.half, offered)
    const { fields } = ownOnly ? this.noun : await extendedNoun(ctx, this.half)
    const judged = judgeInput(fields, input, this.half.listChecks)
    if ('problems' in judged) throw invalidFields(judged.problems)
    const values: Input = judged.ok
    if (this.half.add) return this.half.add(ctx, values)
    if (this.noun.tree) values.parentId = input.parentId
    await refuseClosed(ctx, this.noun, values, null, this.nouns)
    await this.half.beforeWrite?.(ctx, values, null)
    const id = typeof values.id === 'string' ? values.id : ctx.newId()
    const columns = new Map<string, unknown>([
      ['id', id],
      ['created_by', ctx.user.userId],
      ['updated_by', ctx.user.userId],
      ...this.scopeColumns(ctx),
      ...(await this.parentColumn(ctx, values.parentId, null)),
      ...assignments(this.noun, values, id, ctx.ports.vault),
    ])
    for (const [column, value] of this.half.columns?.(ctx, id, values) ?? []) columns.set(column, value)
    for (const [name, states] of Object.entries(this.noun.states ?? {}))
      columns.set(snake(name), values[name] ?? states.states[states.start]![0])
    // Empty values get the default of the table.
    const given = [...columns].filter(([, value]) => value !== null)
    const [row] = await namingDuplicates(this.noun, () =>
      ctx.sql<Row>(sql`${insertInto(this.noun.table, given)} returning ${selection(this.noun)}`),
    )
    if (!row) throw new Error(`${this.noun.table} swallowed a row`)
    await this.half.afterWrite?.(ctx, row, null, judged.ok)
    await holdFiles(ctx, this.noun.key, picturesIn(this.noun, judged.ok))
    await ctx.audit({
      action: 'add',
      object: this.noun.key,
      objectId: id,
      objectName: String(row[this.noun.name] ?? ''),
      changes: { after: auditable(this.noun, judged.ok) },
    })
    return row
  }

  async edit(ctx: Ctx, input: Input): Promise<Row> {
    const taken = accepted(this.half, input)
    const before = await this.find(ctx, taken.id, true)
    const given = withoutBuiltIn(this.noun, before, taken)
    if (given.rev !== undefined && given.rev !== null && Number(given.rev) !== before.rev) throw new Refusal('conflict')
    const extended = await extendedNoun(ctx, this.half)
    const judged = judgeInput(extended.fields, withoutMasks(extended, given), this.half.listChecks, {
      partial: true,
      beside: before,
    })
    if ('problems' in judged) throw invalidFields(judged.problems)
    const values: Input = judged.ok
    for (const [name, field] of Object.entries(this.noun.fields))
      if (field.frozen && name in values) delete values[name]
    if (this.noun.tree && 'parentId' in given) values.parentId = given.parentId
    await refuseClosed(ctx, this.noun, values, before, this.nouns)
    await this.half.beforeWrite?.(ctx, values, before)
    await possibleRows(this, ctx, 'edit', [before])
    const parent =
      this.noun.tree && 'parentId' in values ? await this.parentColumn(ctx, values.parentId, before.id) : []
    const pairs = [...parent, ...assignments(this.noun, values, before.id, ctx.ports.vault)]
    await namingDuplicates(this.noun, () =>
      ctx.sql(
        sql`update ${tableOf(this.noun)} set ${setClause([...pairs, ['updated_at', ctx.now], ['updated_by', ctx.user.userId]])}, rev = rev + 1 where id = ${before.id}`,
      ),
    )
    const row = await this.find(ctx, before.id)
    await this.half.afterWrite?.(ctx, row, before, values)
    await holdFiles(ctx, this.noun.key, picturesIn(this.noun, values))
    await ctx.audit({
      action: 'edit',
      object: this.noun.key,
      objectId: row.id,
      objectName: String(row[this.noun.name] ?? ''),
      changes: difference(this.noun, before, row, values),
    })
    return (await this.present(ctx, [row]))[0]!
  }

  /** `together` identifies the act that removes several rows, which are undone as one. */
  remove = (ctx: Ctx, id: unknown, together?: string): Promise<true> => removeRow(this, ctx, id, together)

  /** One move of one of the noun's state machines; refused from any state that the move does not list. */
  async move(ctx: Ctx, name: string, id: unknown, given: Input): Promise<Row> {
    return (await this.present(ctx, [await moveRow(this, ctx, name, id, given)]))[0]!
  }

  private scopeColumns(ctx: Ctx): [string, unknown][] {
    if (this.noun.scope === 'platform') return []
    const source =
      ctx.actor.role === 'app' || ctx.actor.role === 'source'
        ? (ctx.actor.sourceId ?? ctx.user.sourceId)
        : ctx.user.sourceId
    return this.noun.scope === 'application'
      ? [
          ['app_id', ctx.appId],
          ['source_id', source],
        ]
      : [['source_id', source]]
  }

  private async parentColumn(ctx: Ctx, parentId: unknown, self: string | null): Promise<[string, unknown][]> {
    if (!this.noun.tree) return []
    if (parentId === undefined || parentId === null || parentId === '' || String(parentId) === '-1')
      return [['parent_id', null]]
    await judgePlace(ctx, this.noun, parentId, self)
    return [['parent_id', parentId]]
  }
}

/** A masked value that comes back unchanged is not a change. */
const withoutMasks = ({ fields }: Noun, given: Input): Input =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !(fields[name]?.mask && typeof value === 'string' && value.includes('*')),
    ),
  )
