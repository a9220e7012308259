/** Roles and what they hold; nobody grants more than they hold. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { implement } from '#server/parts.ts'
import { USER_TYPE } from '#server/ctx.ts'
import { role } from './role.noun.ts'

export const roleHalf = implement(role, {
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
      const [row] = await ctx.sql<{ id: string; name: string }>(
        sql`select id, name from identity.role where id = ${input.id}`,
      )
      if (!row) throw new Refusal('not_found')
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
