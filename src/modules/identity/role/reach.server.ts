/**
 * Reach: users cannot create, change or remove an account or a role with more permissions than their own. Permission
 * points, organisations and applications of both sides are compared, as the database derives them for sessions.
 */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Row } from '#model/row.ts'
import { isPlatform, USER_TYPE, type Ctx, type Principal } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import { pointNames } from './pointNames.server.ts'
import { rightsOf, type Rights } from './rights.server.ts'

/** The kinds of organisation that accounts of a type may belong to; application and end users may belong to any. */
const KINDS: Record<number, readonly number[]> = {
  [USER_TYPE.admin]: [0],
  [USER_TYPE.staff]: [0],
  [USER_TYPE.agency]: [1, 2],
  [USER_TYPE.supplier]: [3],
}

/** Platform accounts are created only by platform administrators; users of an organisation can only create accounts of their own type. */
export function checkType(ctx: Ctx, type: number): void {
  if (type <= USER_TYPE.staff && ctx.user.type !== USER_TYPE.admin)
    throw invalidFields([
      { field: 'type', text: ['只有平台管理员可以设置该类型', 'Only a platform administrator may choose this type'] },
    ])
  if (!isPlatform(ctx.user) && type !== ctx.user.type && type !== USER_TYPE.application)
    throw invalidFields([{ field: 'type', text: ['不能设置该类型', 'You may not choose this type'] }])
}

/** The organisation exists, is in the caller's data scope, and is of a kind that has such accounts. */
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

type Reach = Pick<Principal, 'sources' | 'apps' | 'permissions'>
export type Excess = { kind: 'points' | 'organisations' | 'applications'; text: Text }

const pointsExcess = (ports: Pick<Ports, 'menu'>, points: Iterable<string>, limit: Reach): Excess | null => {
  const beyond = [...points].filter(point => !limit.permissions.has(point))
  const named = pointNames(ports, beyond.slice(0, 5))
  return beyond.length
    ? {
        kind: 'points',
        text: [
          `超出自己的功能权限：${named.map(name => name[0]).join('、')}${beyond.length > 5 ? ` 等${beyond.length}项` : ''}`,
          `Beyond your own permissions: ${named.map(name => name[1]).join(', ')}${beyond.length > 5 ? ` and ${beyond.length - 5} more` : ''}`,
        ],
      }
    : null
}
const sourcesExcess = (sources: Reach['sources'], limit: Reach): Excess | null =>
  limit.sources === 'all' || (sources !== 'all' && sources.every(id => limit.sources.includes(id)))
    ? null
    : { kind: 'organisations', text: ['超出自己的数据范围', 'Beyond the organisations you see'] }

function appsExcess(rights: Rights, limit: Reach): Excess | null {
  const within = (): boolean => {
    if (limit.apps === 'all') return true
    if (limit.apps === 'source') return rights.apps !== 'all' && sourcesExcess(rights.appSources, limit) === null
    return rights.apps instanceof Set && [...rights.apps].every(id => (limit.apps as ReadonlySet<string>).has(id))
  }
  return within() ? null : { kind: 'applications', text: ['超出自己可进入的应用', 'Beyond the applications you enter'] }
}

/** The first right that exceeds the limit; null when all are within it. */
export const excessOf = (ports: Pick<Ports, 'menu'>, rights: Rights, limit: Reach): Excess | null =>
  pointsExcess(ports, rights.permissions, limit) ?? sourcesExcess(rights.sources, limit) ?? appsExcess(rights, limit)

const notYours = ({ text: [zh, en] }: Excess): Refusal =>
  new Refusal('forbidden', {
    text: [
      `不能授予或收回自己没有的权限（${zh}）`,
      `You can neither grant nor revoke permissions that you do not have. ${en}`,
    ],
  })
const refusal = ([zh, en]: Text): Refusal =>
  new Refusal('forbidden', { text: [`不能操作权限高于自己的用户（${zh}）`, `The user may do more than you. ${en}`] })

/** Refuses when the account has rights that the caller lacks, or is the main account and the caller is not. */
export async function checkReach(ctx: Ctx, row: Row): Promise<void> {
  if (ctx.user.type === USER_TYPE.admin) return
  const type = Number(row.type)
  if (type <= USER_TYPE.staff && !isPlatform(ctx.user)) throw new Refusal('not_found')
  if (type === USER_TYPE.admin || (row.main && !isPlatform(ctx.user) && !ctx.user.main))
    throw new Refusal('forbidden', {
      text: ['不能操作权限高于自己的用户', 'You cannot change a user with more permissions than you'],
    })
  if (row.id === ctx.user.userId) return
  const rights = (await rightsOf(ctx.sql, [row.id])).get(row.id)
  const excess = rights && excessOf(ctx.ports, rights, ctx.user)
  if (excess) throw refusal(excess.text)
}

/** Refuses a new account with rights that its creator lacks; `fieldOf` names the input to report. */
export async function checkGiven(ctx: Ctx, accountId: string, fieldOf: (excess: Excess) => string): Promise<void> {
  if (ctx.user.type === USER_TYPE.admin) return
  const rights = (await rightsOf(ctx.sql, [accountId])).get(accountId)
  const excess = rights && excessOf(ctx.ports, rights, ctx.user)
  if (excess) throw invalidFields([{ field: fieldOf(excess), text: excess.text }])
}

const mark = (rights: Rights | undefined): string =>
  rights
    ? JSON.stringify([
        [...rights.permissions].sort(),
        rights.sources,
        rights.apps instanceof Set ? [...rights.apps].sort() : rights.apps,
      ])
    : ''

/**
 * Checks a change to the rights of these accounts: called before the change, it returns a check to be called after it in the
 * same transaction. Refuses when an affected user had, or then has, more rights than the caller; the caller's own
 * rights may only be reduced. `field` names the input to report.
 */
export async function judgeRightsChange(
  ctx: Ctx,
  accountIds: readonly string[],
): Promise<(fieldOf?: (excess: Excess) => string) => Promise<void>> {
  if (ctx.user.type === USER_TYPE.admin) return async () => {}
  const before = await rightsOf(ctx.sql, accountIds)
  return async fieldOf => {
    const after = await rightsOf(ctx.sql, accountIds)
    for (const id of accountIds) {
      const [was, is] = [before.get(id), after.get(id)]
      if (mark(was) === mark(is)) continue
      const own = id === ctx.user.userId
      const given = is && excessOf(ctx.ports, is, own && was ? was : ctx.user)
      if (given) throw fieldOf ? invalidFields([{ field: fieldOf(given), text: given.text }]) : refusal(given.text)
      const had = was && !own ? excessOf(ctx.ports, was, ctx.user) : null
      if (had) throw refusal(had.text)
    }
  }
}

interface RoleReach {
  points: string[]
  every_source: boolean
  sources: string[]
  holders: string[]
}

/** The permissions of a role and its users, as they are in this transaction. */
async function roleReach(ctx: Ctx, roleId: string): Promise<RoleReach> {
  const [row] = await ctx.sql<RoleReach>(
    sql`select points, every_source, sources::text[], holders::text[] from identity.role_reach(${roleId})`,
  )
  if (!row) throw new Refusal('not_found')
  return row
}

/** What a role gives beyond the caller's own rights; null when it is within them. */
export async function roleExcess(ctx: Ctx, roleId: string): Promise<Excess | null> {
  if (ctx.user.type === USER_TYPE.admin) return null
  const role = await roleReach(ctx, roleId)
  return (
    pointsExcess(ctx.ports, role.points, ctx.user) ?? sourcesExcess(role.every_source ? 'all' : role.sources, ctx.user)
  )
}

/**
 * Checks a change of a role: it must be within the caller's rights before and after, and so must every user who has it.
 * Users cannot change a role they have, except an organisation's main account.
 */
export async function judgeRoleChange(
  ctx: Ctx,
  roleId: string,
): Promise<(fieldOf?: (excess: Excess) => string) => Promise<void>> {
  if (ctx.user.type === USER_TYPE.admin) return async () => {}
  const before = await roleExcess(ctx, roleId)
  if (before)
    throw new Refusal('forbidden', {
      text: [`不能操作权限高于自己的角色（${before.text[0]}）`, `The role may do more than you. ${before.text[1]}`],
    })
  const { holders } = await roleReach(ctx, roleId)
  if (holders.includes(ctx.user.userId) && !(ctx.user.main && !isPlatform(ctx.user)))
    throw new Refusal('forbidden', {
      text: ['不能更改自己拥有的角色', 'You cannot change a role that you have yourself'],
    })
  const judged = await judgeRightsChange(ctx, holders)
  return async fieldOf => {
    const after = await roleExcess(ctx, roleId)
    if (after) throw fieldOf ? invalidFields([{ field: fieldOf(after), text: after.text }]) : notYours(after)
    await judged(fieldOf)
  }
}

/**
 * Checks a change of a menu's permission point, or its removal: the caller must have the point, before and after, and all
 * permissions of the users who have the menu by a role.
 */
export async function judgePointChange(
  ctx: Ctx,
  menuId: string | null,
  points: readonly unknown[],
): Promise<() => Promise<void>> {
  if (ctx.user.type === USER_TYPE.admin) return async () => {}
  const excess = pointsExcess(ctx.ports, points.filter(Boolean).map(String), ctx.user)
  if (excess) throw notYours(excess)
  const holders = menuId
    ? await ctx.sql<{ id: string }>(
        sql`select distinct a.id from identity.role_menu rm join identity.account_role ar on ar.role_id = rm.role_id
          join identity.account a on a.id = ar.account_id and a.deleted_at is null where rm.menu_id = ${menuId}`,
      )
    : []
  return judgeRightsChange(
    ctx,
    holders.map(one => one.id),
  )
}
