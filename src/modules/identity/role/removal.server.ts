/** Consequences of removing accounts, roles and menus: sessions that end, and permissions that are revoked. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import { following } from '#server/parts.ts'
import { menu } from './menu.noun.ts'
import { role } from './role.noun.ts'
import { user } from '../account/user.noun.ts'

export const userFollowing = following(user, {
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from identity.session
        where account_id = any(${ids}::bigint[]) and revoked_at is null and refresh_until > ${ctx.now}`,
    )
    const { n } = found!
    return [{ count: n, text: [`${figure(n)} 处登录将立即退出`, `${counted(n, 'session')} will end at once`] }]
  },
})

export const roleFollowing = following(role, {
  keeps: [
    { table: 'identity.role_menu', by: 'role_id', label: ['角色权限', 'Permission of the role'] },
    { table: 'identity.role_organisation', by: 'role_id', label: ['数据范围', 'Organisation of the role'] },
  ],
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from identity.role_menu where role_id = any(${ids}::bigint[])`,
    )
    const { n } = found!
    return [
      {
        count: n,
        text: [`角色的 ${figure(n)} 项权限将一并删除`, `${counted(n, 'permission')} of the role will go too`],
      },
    ]
  },
})

export const menuFollowing = following(menu, {
  keeps: [{ table: 'identity.role_menu', by: 'menu_id', label: ['角色权限', 'Permission of a role'] }],
  async counts(ctx, ids) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(distinct role_id)::int as n from identity.role_menu where menu_id = any(${ids}::bigint[])`,
    )
    const { n } = found!
    return [{ count: n, text: [`${figure(n)} 个角色将失去该权限`, `${counted(n, 'role')} will lose this permission`] }]
  },
})
