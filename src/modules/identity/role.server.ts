/** Roles and what they hold; nobody grants more than they hold. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { requireProof } from '#server/auth/proof.ts'
import { implement, type Input, type Row } from '#server/parts.ts'
import { isPlatform, USER_TYPE, type Ctx } from '#server/ctx.ts'
import { DATA_SCOPE } from './dataScope.server.ts'
import { role } from './role.noun.ts'

/** Nobody gives a role sight of what they do not see themselves. */
async function judgeScope(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  const scope = Number(values.dataScope ?? before?.dataScope)
  const chosen = Array.isArray(values.organisationIds) ? values.organisationIds.map(String) : undefined
  const changes = before !== null && scope !== Number(before.dataScope)
  if (before && (changes || chosen)) await requireProof(ctx.ports, ctx.user)
  const { sources } = ctx.user
  if (sources === 'all') return
  const wide = scope === DATA_SCOPE.all || scope === DATA_SCOPE.below
  if (isPlatform(ctx.user) && wide && (before === null || changes))
    throw invalidFields([
      { field: 'dataScope', text: ['不能授予超出自己的数据范围', 'You cannot grant a wider scope than your own'] },
    ])
  if (chosen?.some(id => !sources.includes(id)))
    throw invalidFields([
      { field: 'organisationIds', text: ['不能选择自己看不到的机构', 'You cannot choose what you do not see'] },
    ])
}

export const roleHalf = implement(role, {
  // What one person holds of their own is set where people are, not among roles.
  narrow: () => [sql`t.personal_of is null`],
  beforeWrite: judgeScope,
  async afterWrite(ctx, row, _before, values) {
    if (Array.isArray(values.organisationIds)) {
      const ids = values.organisationIds.map(String)
      await ctx.sql(sql`delete from identity.role_organisation where role_id = ${row.id}`)
      await ctx.sql(
        sql`insert into identity.role_organisation (role_id, organisation_id) select ${row.id}, o.id from identity.organisation o where o.id = any(${ids}::bigint[])`,
      )
    }
    await ctx.bump('identity')
  },
  async compute(ctx, rows) {
    const chosen = await ctx.sql<{ role_id: string; id: string; name: string }>(
      sql`select ro.role_id, o.id, o.name from identity.role_organisation ro join identity.organisation o on o.id = ro.organisation_id where ro.role_id = any(${rows.map(row => row.id)}::bigint[]) order by o.id`,
    )
    for (const row of rows) {
      const own = chosen.filter(one => one.role_id === row.id)
      Object.assign(row, { organisationIds: own.map(one => one.id), organisationNames: own.map(one => one.name) })
    }
  },
  async beforeRemove(ctx, row) {
    if (row.system) throw new Refusal('in_use', { text: ['内置角色不能删除', 'A built-in role cannot be deleted'] })
    const [holders] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from identity.account_role where role_id = ${row.id}`,
    )
    if (holders!.n > 0)
      throw new Refusal('in_use', {
        text: [`有${holders!.n}个用户使用该角色，不能删除`, `${holders!.n} users have this role; it cannot be deleted`],
      })
  },
  afterRemove: ctx => ctx.bump('identity'),
  actions: {
    async grant(ctx, input) {
      const [row] = await ctx.sql<{ id: string; name: string; duty: string | null }>(
        sql`select id, name, duty from identity.role where id = ${input.id} for update`,
      )
      if (!row) throw new Refusal('not_found')
      if (row.duty)
        throw new Refusal('wrong_state', {
          text: ['三员角色的权限固定，不能更改', 'The duties of the three administrators are fixed'],
        })
      const wanted = (input.menuIds as string[] | null) ?? []
      const menus = await ctx.sql<{ id: string; permission: string | null }>(
        sql`select id, permission from identity.menu where id = any(${wanted}::bigint[])`,
      )
      const excess =
        ctx.user.type === USER_TYPE.admin
          ? []
          : menus.filter(menu => menu.permission && !ctx.user.permissions.has(menu.permission))
      if (excess.length)
        throw new Refusal('forbidden', { text: ['不能授予自己没有的权限', 'You cannot grant what you do not hold'] })
      const before = await ctx.sql<{ menu_id: string }>(
        sql`select menu_id from identity.role_menu where role_id = ${row.id}`,
      )
      await ctx.sql(sql`delete from identity.role_menu where role_id = ${row.id}`)
      await ctx.sql(
        sql`insert into identity.role_menu (role_id, menu_id) select ${row.id}, unnest(${menus.map(menu => menu.id)}::bigint[])`,
      )
      await ctx.audit({
        action: 'grant',
        object: 'role',
        objectId: row.id,
        objectName: row.name,
        changes: { menus: [before.length, menus.length] },
      })
      await ctx.bump('identity')
      return menus.length
    },
  },
})
