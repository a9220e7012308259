/** Accounts: passwords, roles and applications given to them, and who may touch whom. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { implement, seed, type Input } from '#server/parts.ts'
import { isPlatform, USER_TYPE, type Ctx } from '#server/ctx.ts'
import { passwordProblem } from './password.rules.ts'
import { endSessions } from './session.server.ts'
import { randomPassword } from './token.server.ts'
import { user } from './user.noun.ts'

const strip = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map(String) : value === null ? [] : undefined

/** Nobody makes somebody mightier than themselves: platform accounts are made by platform administrators only. */
function checkType(ctx: Ctx, type: number): void {
  if (type <= USER_TYPE.staff && ctx.user.type !== USER_TYPE.admin)
    throw invalidFields([
      { field: 'type', text: ['只有平台管理员可以设置该类型', 'Only a platform administrator may choose this type'] },
    ])
  if (!isPlatform(ctx.user) && type !== ctx.user.type && type !== USER_TYPE.application)
    throw invalidFields([{ field: 'type', text: ['不能设置该类型', 'You may not choose this type'] }])
}

async function replaceLinks(ctx: Ctx, accountId: string, values: Input): Promise<void> {
  const roles = strip(values.roleIds)
  if (roles) {
    const held = await ctx.sql<{
      id: string
      excess: string | null
    }>(sql`select r.id, (select string_agg(m.permission, ', ') from identity.role_menu rm join identity.menu m on m.id = rm.menu_id
      where rm.role_id = r.id and m.permission is not null and m.permission <> all(${[...ctx.user.permissions]}::text[])) as excess from identity.role r where r.id = any(${roles}::bigint[])`)
    if (held.length !== roles.length)
      throw invalidFields([{ field: 'roleIds', text: ['角色不存在', 'The role does not exist'] }])
    if (held.some(role => role.excess))
      throw invalidFields([
        { field: 'roleIds', text: ['不能授予自己没有的权限', 'You cannot grant what you do not hold'] },
      ])
    await ctx.sql(sql`delete from identity.account_role where account_id = ${accountId}`)
    await ctx.sql(
      sql`insert into identity.account_role (account_id, role_id) select ${accountId}, unnest(${roles}::bigint[])`,
    )
  }
  const apps = strip(values.appIds)
  if (apps) {
    await ctx.sql(sql`delete from identity.account_app where account_id = ${accountId}`)
    const added = await ctx.sql(
      sql`insert into identity.account_app (account_id, app_id) select ${accountId}, a.id from applications.application a where a.id = any(${apps}::bigint[]) and a.deleted_at is null returning app_id`,
    )
    if (added.length !== apps.length)
      throw invalidFields([{ field: 'appIds', text: ['应用不存在', 'The application does not exist'] }])
  }
}

export const userHalf = implement(user, {
  async beforeWrite(ctx, values, before) {
    if (!before) {
      checkType(ctx, Number(values.type))
      if (values.password === null || values.password === undefined)
        throw invalidFields([{ field: 'password', text: ['请输入密码', 'Password is required'] }])
      if (!isPlatform(ctx.user) || values.sourceId === null) values.sourceId = ctx.user.sourceId
    } else {
      if (Number(before.type) <= USER_TYPE.staff) checkType(ctx, Number(before.type))
    }
    if (typeof values.password === 'string') {
      const problem = passwordProblem(values.password, String(values.username ?? before?.username ?? ''))
      if (problem) throw invalidFields([{ field: 'password', text: problem }])
    }
  },
  async afterWrite(ctx, row, before, values) {
    if (typeof values.password === 'string') {
      const hash = await ctx.ports.hashing.hashPassword(values.password)
      await ctx.sql(
        sql`update identity.account set password_hash = ${hash}, must_change = ${before === null || before.id !== ctx.user.userId} where id = ${row.id}`,
      )
      if (before) await endSessions(ctx.ports, { accountId: row.id, except: ctx.user.sessionId }, 'passwordChanged')
    }
    await replaceLinks(ctx, row.id, values)
    await ctx.bump('identity')
  },
  async beforeRemove(ctx, row) {
    if (row.id === ctx.user.userId)
      throw new Refusal('wrong_state', { text: ['不能删除自己', 'You cannot delete yourself'] })
    checkType(ctx, Number(row.type))
  },
  async afterRemove(ctx, row) {
    await endSessions(ctx.ports, { accountId: row.id }, 'removed')
  },
  async onMove(ctx, move, row) {
    if (row.id === ctx.user.userId)
      throw new Refusal('wrong_state', { text: ['不能锁定自己', 'You cannot lock yourself'] })
    checkType(ctx, Number(row.type))
    if (move === 'lock') await endSessions(ctx.ports, { accountId: row.id }, 'locked')
    await ctx.bump('identity')
  },
  async compute(ctx, rows) {
    const ids = rows.map(row => row.id)
    const roles = await ctx.sql<{ account_id: string; id: string; name: string }>(
      sql`select ar.account_id, r.id, r.name from identity.account_role ar join identity.role r on r.id = ar.role_id where ar.account_id = any(${ids}::bigint[]) order by r.id`,
    )
    const apps = await ctx.sql<{ account_id: string; id: string; name: string }>(
      sql`select aa.account_id, a.id, a.name from identity.account_app aa join applications.application a on a.id = aa.app_id where aa.account_id = any(${ids}::bigint[]) order by a.id`,
    )
    for (const row of rows) {
      const [mine, mayEnter] = [
        roles.filter(role => role.account_id === row.id),
        apps.filter(app => app.account_id === row.id),
      ]
      Object.assign(row, {
        roleIds: mine.map(role => role.id),
        roleNames: mine.map(role => role.name),
        appIds: mayEnter.map(app => app.id),
        appNames: mayEnter.map(app => app.name),
      })
    }
  },
})

/** The first administrator. Its password is given by the environment, or random and said once. */
export const adminSeed = seed({
  name: 'admin',
  order: 20,
  async run(ports) {
    const engine = { role: 'engine' } as const
    const [known] = await ports.db.query(engine, sql`select id from identity.account where lower(username) = 'admin'`)
    if (known) return
    const given = ports.adminPassword
    const password = given ?? randomPassword()
    const hash = await ports.hashing.hashPassword(password)
    await ports.db.query(
      engine,
      sql`insert into identity.account (id, source_id, username, nickname, type, main, password_hash, must_change)
      values (${ports.newId()}, 1, 'admin', '平台管理员', 0, true, ${hash}, ${given === undefined}) on conflict do nothing`,
    )
    if (given === undefined)
      ports.notice(`First administrator: admin / ${password} (shown once; the first sign-in asks for a new one)`)
  },
})
