/** Who may touch whom: nobody makes, changes or ends an account that may do more than they may. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { isPlatform, USER_TYPE, type Ctx } from '#server/ctx.ts'

/** Which kinds of organisation an account of a type belongs to; application and end users to any. */
const KINDS: Record<number, readonly number[]> = {
  [USER_TYPE.admin]: [0],
  [USER_TYPE.staff]: [0],
  [USER_TYPE.agency]: [1, 2],
  [USER_TYPE.supplier]: [3],
}

/** Platform accounts are made by platform administrators only; of an organisation's people nobody leaves their own type. */
export function checkType(ctx: Ctx, type: number): void {
  if (type <= USER_TYPE.staff && ctx.user.type !== USER_TYPE.admin)
    throw invalidFields([
      { field: 'type', text: ['只有平台管理员可以设置该类型', 'Only a platform administrator may choose this type'] },
    ])
  if (!isPlatform(ctx.user) && type !== ctx.user.type && type !== USER_TYPE.application)
    throw invalidFields([{ field: 'type', text: ['不能设置该类型', 'You may not choose this type'] }])
}

/** The organisation exists, is in sight, and is of a kind that has such accounts. */
export async function checkOrganisation(ctx: Ctx, type: number, sourceId: string): Promise<void> {
  const { sources } = ctx.user
  const [row] = await ctx.sql<{ kind: number }>(sql`select kind from identity.organisation where id = ${sourceId}`)
  if (!row || (sources !== 'all' && !sources.includes(sourceId)))
    throw invalidFields([{ field: 'sourceId', text: ['机构不存在', 'The organisation does not exist'] }])
  if (KINDS[type] && !KINDS[type].includes(row.kind))
    throw invalidFields([
      { field: 'sourceId', text: ['该机构不能有这种类型的用户', 'This organisation has no users of this type'] },
    ])
}

/** Roles with what they hold beyond the caller. */
export const heldByRoles = (ctx: Ctx, roles: readonly string[]) =>
  ctx.sql<{ id: string; duty: string | null; excess: string | null }>(
    ctx.user.type === USER_TYPE.admin
      ? sql`select r.id, r.duty, null as excess from identity.role r where r.id = any(${roles}::bigint[])`
      : sql`select r.id, r.duty, (select string_agg(m.permission, ', ') from identity.role_menu rm join identity.menu m on m.id = rm.menu_id
      where rm.role_id = r.id and m.permission is not null and m.permission <> all(${[...ctx.user.permissions]}::text[])) as excess from identity.role r where r.id = any(${roles}::bigint[])`,
  )

/** Refuses when the account may do what the caller may not, or is the main account and the caller is not. */
export async function checkReach(ctx: Ctx, row: Record<string, unknown> & { id: string }): Promise<void> {
  if (ctx.user.type === USER_TYPE.admin) return
  const type = Number(row.type)
  if (type <= USER_TYPE.staff && !isPlatform(ctx.user)) throw new Refusal('not_found')
  const refuse = (): never => {
    throw new Refusal('forbidden', {
      text: ['不能操作权限高于自己的用户', 'You cannot change a user who may do more than you'],
    })
  }
  if (type === USER_TYPE.admin) refuse()
  if (row.main && !isPlatform(ctx.user) && !ctx.user.main) refuse()
  if (row.id === ctx.user.userId) return
  const roles = await ctx.sql<{ role_id: string }>(
    sql`select role_id from identity.account_role where account_id = ${row.id}`,
  )
  const held = await heldByRoles(
    ctx,
    roles.map(role => role.role_id),
  )
  if (held.length !== roles.length || held.some(role => role.excess)) refuse()
}
