/** Templates: labels must not repeat those of columns, versions never change, and publishing refuses unexpected changes. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { RowOf } from '#model/row.ts'
import { follow } from '#server/crud/contributions.ts'
import { linearProblem } from '#server/linearPattern.ts'
import { implement } from '#server/parts.ts'
import { customTemplate } from './customTemplate.noun.ts'
import type { Definition } from './definition.rules.ts'
import { judgeDefinitions } from './template.rules.ts'
import { BREAKING, changesOf, type Change } from './templateChanges.rules.ts'

const definitionsOf = (row: { fields?: unknown }): Definition[] => (row.fields ?? []) as Definition[]

type Template = Pick<RowOf<typeof customTemplate>, 'id' | 'kind' | 'name' | 'fields' | 'version'>

async function published(ctx: Ctx, row: Pick<Template, 'id' | 'version'>): Promise<Definition[]> {
  const [known] = await ctx.sql<{ fields: Definition[] }>(
    sql`select fields from applications.template_version where template_id = ${row.id} and version = ${row.version}`,
  )
  return known?.fields ?? []
}

/** What publishing changes, with the number of rows whose values it affects. */
async function impactOf(
  ctx: Ctx,
  row: Omit<Template, 'name'>,
): Promise<(Change & { rows: number; breaking: boolean })[]> {
  const changes = changesOf(await published(ctx, row), definitionsOf(row))
  const counted = new Map<string, number>()
  for (const { key, what } of changes.filter(change => BREAKING.includes(change.what))) {
    // A field that became required affects the rows without a value.
    const rows = await follow(ctx, customTemplate, 'touched', {
      templateId: row.id,
      kind: row.kind,
      key,
      has: what !== 'stricter',
    })
    counted.set(key, rows)
  }
  return changes.map(change => ({
    ...change,
    rows: counted.get(change.key) ?? 0,
    breaking: BREAKING.includes(change.what),
  }))
}

async function one(ctx: Ctx, id: unknown): Promise<Template> {
  const [row] = await ctx.sql<Template>(
    sql`select id, kind, name, fields, version from applications.template where id = ${String(id)}`,
  )
  if (!row) throw new Refusal('not_found')
  return row
}

/** A text of a template's field has at most so many characters, unless it says otherwise. */
const USUAL_MOST = 100

/** The first problem of the definitions, also of patterns, which only the server can judge. */
function problemOf(definitions: readonly Definition[]): Text | null {
  const problem = judgeDefinitions(definitions)
  if (problem) return problem
  for (const { type, label, matches, max } of definitions) {
    const refused = type === 'text' && matches ? linearProblem(matches, max ?? USUAL_MOST) : null
    if (refused) return [`${label}：${refused[0]}`, `${label}: ${refused[1]}`]
  }
  return null
}

export const customTemplateHalf = implement(customTemplate, {
  listChecks: { definitions: problemOf },
  async beforeWrite(ctx, values, before) {
    if (values.fields)
      await follow(ctx, customTemplate, 'defined', { kind: before?.kind ?? values.kind, definitions: values.fields })
    values.fields ??= before?.fields ?? []
  },
  async compute(ctx, rows) {
    const ids = rows.map(row => row.id)
    const users = await ctx.sql<{ id: string; n: number }>(
      sql`select t.id, count(*)::int as n from applications.template t
        join applications.application a on (a.person_template_id = t.id or a.org_template_id = t.id)
        and a.deleted_at is null
        where t.id = any(${ids}::bigint[]) group by 1`,
    )
    const same = await ctx.sql<{ id: string; same: boolean }>(
      sql`select t.id, v.fields = t.fields as same from applications.template t
        join applications.template_version v on v.template_id = t.id and v.version = t.version
        where t.id = any(${ids}::bigint[])`,
    )
    for (const row of rows) {
      row.fieldCount = definitionsOf(row).length
      row.usedBy = users.find(count => count.id === row.id)?.n ?? 0
      row.changed = same.find(known => known.id === row.id)?.same ? 0 : 1
    }
  },
  async beforeRemove(ctx, row) {
    // Deleted applications do not prevent the removal.
    await ctx.sql(
      sql`update applications.application set person_template_id = null
        where person_template_id = ${row.id} and deleted_at is not null`,
    )
    await ctx.sql(
      sql`update applications.application set org_template_id = null
        where org_template_id = ${row.id} and deleted_at is not null`,
    )
  },
  async onMove(ctx, move, row, input) {
    if (move !== 'publish') return
    const definitions = definitionsOf(row)
    if (definitions.length === 0)
      throw invalidFields([{ field: 'fields', text: ['模板还没有字段', 'The template has no fields yet'] }])
    const problem = problemOf(definitions)
    if (problem) throw invalidFields([{ field: 'fields', text: problem }])
    const impact = await impactOf(ctx, row)
    const breaking = impact.filter(change => change.breaking && change.rows > 0)
    if (breaking.length && input.accept !== true)
      throw invalidFields([
        {
          field: 'accept',
          text: [
            `请先确认对已有数据的影响：${breaking.map(({ label, rows }) => `${label}（${rows} 条）`).join('、')}`,
            `Confirm first what happens to rows that exist: ${breaking.map(({ label, rows }) => `${label} (${rows})`).join(', ')}`,
          ],
        },
      ])
    const version = row.version + 1
    await ctx.sql(
      sql`insert into applications.template_version (template_id, version, fields, published_at, published_by)
        values (${row.id}, ${version}, ${JSON.stringify(definitions)}, ${ctx.now}, ${ctx.user.nickname || ctx.user.username})`,
    )
    await ctx.sql(
      sql`update applications.template set version = ${version}, published_at = ${ctx.now} where id = ${row.id}`,
    )
    if (impact.length)
      await ctx.audit({
        action: 'change',
        object: 'customTemplate',
        objectId: row.id,
        objectName: row.name,
        changes: { version, ...Object.fromEntries(impact.map(({ key, what, rows }) => [key, { what, rows }])) },
      })
  },
  actions: {
    impact: async (ctx, input) => impactOf(ctx, await one(ctx, input.id)),
    versions: (ctx, input) =>
      ctx.sql<{ version: number; fields: unknown; publishedAt: string; publishedBy: string }>(
        sql`select version, fields, published_at as "publishedAt", published_by as "publishedBy"
          from applications.template_version where template_id = ${input.id} order by version desc`,
      ),
  },
})
