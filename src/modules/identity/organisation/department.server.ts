/** Departments' server half: a tree inside one organisation; a department with users is not removed. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { isPlatform, type Ctx } from '#server/ctx.ts'
import type { Input, Row } from '#model/row.ts'
import { implement } from '#server/parts.ts'
import { department } from './department.noun.ts'

const refused = (field: string, zh: string, en: string): Refusal => invalidFields([{ field, text: [zh, en] }])

/** A department belongs to the organisation of its parent; platform staff may choose one for a root. */
async function placeOf(ctx: Ctx, values: Input, before: Row | null): Promise<string> {
  const [parent] = isId(values.parentId)
    ? await ctx.sql<{ source_id: string }>(sql`select source_id from identity.department where id = ${values.parentId}`)
    : []
  const own = before ? String(before.sourceId) : null
  if (own && parent && parent.source_id !== own)
    throw refused('parentId', '不能移到其他机构的部门下', 'It cannot be moved into another organisation')
  const named = isPlatform(ctx.user) && values.sourceId ? String(values.sourceId) : ctx.user.sourceId
  return own ?? parent?.source_id ?? named
}

export const departmentHalf = implement(department, {
  async beforeWrite(ctx, values, before) {
    const sourceId = await placeOf(ctx, values, before)
    if (!before) {
      const { sources } = ctx.user
      const [known] = await ctx.sql(sql`select 1 from identity.organisation where id = ${sourceId}`)
      if (!known || (sources !== 'all' && !sources.includes(sourceId)))
        throw refused('sourceId', '机构不存在', 'The organisation does not exist')
      values.sourceId = sourceId
      values.sort ??= 0
    }
    if (values.headId) {
      const [head] = await ctx.sql(
        sql`select 1 from identity.account where id = ${values.headId} and source_id = ${sourceId} and deleted_at is null`,
      )
      if (!head) throw refused('headId', '负责人须是本机构的员工', 'The head must be one of its organisation')
    }
  },
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ root: string; n: number }>(sql`
      with recursive below as (
        select id as root, id from unnest(${rows.map(row => row.id)}::bigint[]) as given(id)
        union all select b.root, d.id from below b join identity.department d on d.parent_id = b.id
      ) select b.root, count(*)::int as n from below b
      join identity.account a on a.department_id = b.id and a.deleted_at is null group by 1`)
    const byRoot = new Map(counts.map(count => [count.root, count.n]))
    for (const row of rows) row.userCount = byRoot.get(row.id) ?? 0
  },
  async beforeRemove(ctx, row) {
    const [used] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from identity.account where department_id = ${row.id} and deleted_at is null`,
    )
    if (used!.n > 0)
      throw new Refusal('in_use', {
        text: [`部门下还有${used!.n}名员工，不能删除`, `It still has ${used!.n} people; cannot be deleted`],
      })
  },
})

/** Refuses a department that does not belong to the account's own organisation. */
export async function checkDepartment(ctx: Ctx, departmentId: unknown, sourceId: string): Promise<void> {
  if (departmentId === null || departmentId === undefined) return
  const [found] = isId(departmentId)
    ? await ctx.sql(sql`select 1 from identity.department where id = ${departmentId} and source_id = ${sourceId}`)
    : []
  if (!found) throw refused('departmentId', '部门不属于该机构', 'The department does not belong to this organisation')
}
