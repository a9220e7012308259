/** Accounts: passwords, assigned roles and applications, and who may change whom. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { follow } from '#server/crud/contributions.ts'
import type { Input, Row } from '#model/row.ts'
import { implement } from '#server/parts.ts'
import { seed } from '#server/seed.ts'
import { isPlatform, USER_TYPE, type Ctx } from '#server/ctx.ts'
import { checkDepartment } from '../organisation/department.server.ts'
import { sessionsOf } from './ownAccount.server.ts'
import { newPasswordProblem } from './passwordPolicy.server.ts'
import { readPolicy, writePolicy } from './policy.server.ts'
import {
  checkGiven,
  checkOrganisation,
  checkReach,
  checkType,
  judgeRightsChange,
  type Excess,
} from '../role/reach.server.ts'
import { APP_SCOPE } from '../role/rights.server.ts'
import { endSessions } from '../signIn/session.server.ts'
import { randomPassword } from '../signIn/token.server.ts'
import { role } from '../role/role.noun.ts'
import { user } from './user.noun.ts'

const strip = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map(String) : value === null ? [] : undefined

/** The input that granted too much. */
const blamed = ({ kind }: Excess): string => (kind === 'applications' ? 'appIds' : 'roleIds')

async function replaceLinks(ctx: Ctx, accountId: string, values: Input): Promise<void> {
  const roles = strip(values.roleIds)
  if (roles) {
    const known = await ctx.sql<{ duty: string | null }>(
      sql`select duty from identity.role where id = any(${roles}::bigint[]) and personal_of is null`,
    )
    if (known.length !== roles.length)
      throw invalidFields([{ field: 'roleIds', text: ['角色不存在', 'The role does not exist'] }])
    if (known.filter(role => role.duty).length > 1)
      throw invalidFields([
        { field: 'roleIds', text: ['三员角色不能由同一人担任', 'One person cannot have two of the three duties'] },
      ])
    // The user's personal role is kept.
    await ctx.sql(
      sql`delete from identity.account_role ar using identity.role r
        where ar.account_id = ${accountId} and r.id = ar.role_id and r.personal_of is null`,
    )
    await ctx.sql(
      sql`insert into identity.account_role (account_id, role_id) select ${accountId}, unnest(${roles}::bigint[])`,
    )
  }
  const apps = values.appScope === APP_SCOPE.all ? [] : strip(values.appIds)
  if (apps) {
    await ctx.sql(sql`delete from identity.account_app where account_id = ${accountId}`)
    await follow(ctx, user, 'applicationsGiven', { appIds: apps })
    await ctx.sql(
      sql`insert into identity.account_app (account_id, app_id) select ${accountId}, unnest(${apps}::bigint[])`,
    )
  }
}

/** All applications is an option of its own; naming some means only those. Only accounts with an organisation's data scope may have all. */
function judgeAppScope(values: Input, type: number, added: boolean): void {
  if (strip(values.appIds)?.length && values.appScope === undefined) values.appScope = APP_SCOPE.chosen
  if (added) values.appScope ??= APP_SCOPE.chosen
  if (values.appScope === APP_SCOPE.all && type >= USER_TYPE.application)
    throw invalidFields([
      { field: 'appScope', text: ['该类型的用户须指定应用', 'A user of this type needs chosen applications'] },
    ])
}

/** Gives an account exactly these roles. Refuses permissions that the caller lacks. */
export async function giveRoles(ctx: Ctx, accountId: string, roleIds: string[]): Promise<void> {
  const judged = await judgeRightsChange(ctx, [accountId])
  await replaceLinks(ctx, accountId, { roleIds })
  await judged(blamed)
}

/** Users cannot change their own applications; sending them back unchanged is allowed. */
async function refuseOwnApplications(ctx: Ctx, values: Input, before: Row): Promise<void> {
  const apps = strip(values.appIds)
  const scope = values.appScope ?? before.appScope
  const now = apps
    ? (
        await ctx.sql<{ app_id: string }>(
          sql`select app_id from identity.account_app where account_id = ${before.id} order by app_id`,
        )
      ).map(row => row.app_id)
    : []
  if (scope !== before.appScope || (apps && [...apps].sort().join() !== [...now].sort().join()))
    throw invalidFields([
      { field: 'appIds', text: ['不能更改自己可进入的应用', 'You cannot change your own applications'] },
    ])
}

const NOT_OWN_ROLES: Text = ['不能更改自己的角色', 'You cannot change your own roles']
/** The roles of an account, without its personal one. */
const rolesOf = async (ctx: Ctx, accountId: string): Promise<string[]> =>
  (
    await ctx.sql<{ role_id: string }>(
      sql`select role_id from identity.account_role ar join identity.role r on r.id = ar.role_id
        where ar.account_id = ${accountId} and r.personal_of is null`,
    )
  ).map(row => row.role_id)

/** Changes to roles, passwords and phones of others require a new proof of identity. */
async function judgeChange(ctx: Ctx, values: Input, before: Row): Promise<void> {
  await checkReach(ctx, before)
  const roles = strip(values.roleIds)
  const now = roles ? await rolesOf(ctx, before.id) : []
  const other = roles !== undefined && [...roles].sort().join() !== [...now].sort().join()
  if (before.id === ctx.user.userId) {
    if (other) throw invalidFields([{ field: 'roleIds', text: NOT_OWN_ROLES }])
    await refuseOwnApplications(ctx, values, before)
  }
  if (other || typeof values.password === 'string' || 'phone' in values) await requireProof(ctx.ports, ctx.user)
}

/** The row, if the caller may change it. */
async function reached(ctx: Ctx, id: string | undefined): Promise<{ id: string; username: string }> {
  const [row] = isId(id)
    ? await ctx.sql<{ id: string; username: string; type: number; main: boolean }>(
        sql`select id, username, type, main from identity.account where id = ${id} and not machine and deleted_at is null`,
      )
    : []
  if (!row) throw new Refusal('not_found')
  await checkReach(ctx, row)
  return row
}

/** New accounts with a generated password, which is returned once. */
const generated = new WeakSet<Input>()
/** Checks to run after the rights of an edited account are written. */
const judgements = new WeakMap<Input, Awaited<ReturnType<typeof judgeRightsChange>>>()

export const userHalf = implement(user, {
  shownOnce: [
    { name: 'username', label: user.fields.username.label },
    { name: 'password', label: ['初始密码', 'First password'] },
  ],
  // Accounts of API keys are managed with their keys.
  narrow: () => [sql`not t.machine`],
  found: {
    roleIds(given) {
      const ids = given.split(',').filter(Boolean)
      if (!ids.every(isId)) throw new Refusal('invalid')
      return sql`t.id in (select account_id from identity.account_role where role_id = any(${ids}::bigint[]))`
    },
  },
  async beforeWrite(ctx, values, before) {
    if (!before) {
      const type = Number(values.type)
      checkType(ctx, type)
      if (values.password === null || values.password === undefined) {
        values.password = randomPassword()
        generated.add(values)
      }
      if (!isPlatform(ctx.user) || values.sourceId === null) values.sourceId = ctx.user.sourceId
      await checkOrganisation(ctx, type, String(values.sourceId))
      judgeAppScope(values, type, true)
      if (strip(values.roleIds)?.length) await requireProof(ctx.ports, ctx.user)
    } else {
      judgeAppScope(values, before.type, false)
      await judgeChange(ctx, values, before)
      judgements.set(values, await judgeRightsChange(ctx, [before.id]))
    }
    await checkDepartment(ctx, values.departmentId, String(before?.sourceId ?? values.sourceId))
    if (typeof values.password === 'string') {
      const problem = await newPasswordProblem(
        ctx.ports,
        values.password,
        String(values.username ?? before?.username ?? ''),
      )
      if (problem) throw invalidFields([{ field: 'password', text: problem }])
    }
  },
  async afterWrite(ctx, row, before, values) {
    if (typeof values.password === 'string') {
      const hash = await ctx.ports.hashing.hashPassword(values.password)
      await ctx.sql(
        sql`update identity.account set password_hash = ${hash}, must_change = ${before === null || before.id !== ctx.user.userId} where id = ${row.id}`,
      )
      if (before)
        await endSessions(ctx.sql, ctx.ports, { accountId: row.id, except: ctx.user.sessionId }, 'passwordChanged')
    }
    await replaceLinks(ctx, row.id, values)
    if (before) await judgements.get(values)?.(blamed)
    else await checkGiven(ctx, row.id, blamed)
    if (generated.has(values)) Object.assign(row, { password: values.password })
    await ctx.bump('identity')
  },
  async beforeRemove(ctx, row) {
    if (row.id === ctx.user.userId)
      throw new Refusal('wrong_state', { text: ['不能删除自己', 'You cannot delete yourself'] })
    await checkReach(ctx, row)
  },
  async afterRemove(ctx, row) {
    await endSessions(ctx.sql, ctx.ports, { accountId: row.id }, 'removed')
  },
  async afterRestore(ctx, row) {
    await checkReach(ctx, row)
    await checkGiven(ctx, row.id, blamed)
    await ctx.bump('identity')
  },
  async onMove(ctx, move, row) {
    if (row.id === ctx.user.userId)
      throw new Refusal('wrong_state', { text: ['不能锁定自己', 'You cannot lock yourself'] })
    await checkReach(ctx, row)
    if (move === 'lock') await endSessions(ctx.sql, ctx.ports, { accountId: row.id }, 'locked')
    await ctx.bump('identity')
  },
  async compute(ctx, rows) {
    const ids = rows.map(row => row.id)
    const roles = await ctx.sql<{ account_id: string; id: string; name: string }>(
      sql`select ar.account_id, r.id, r.name from identity.account_role ar join identity.role r on r.id = ar.role_id
        where ar.account_id = any(${ids}::bigint[]) and r.personal_of is null order by r.id`,
    )
    for (const row of rows) {
      const held = roles.filter(one => one.account_id === row.id)
      Object.assign(row, {
        roleIds: held.map(one => one.id),
        roleNames: held.map(one => readBuiltIn(role, 'name', one.name, ctx.language)),
      })
    }
  },
  actions: {
    async sessions(ctx, input) {
      const row = await reached(ctx, input.id)
      return sessionsOf(ctx.sql, row.id, ctx.now)
    },
    async endSessions(ctx, input) {
      const row = await reached(ctx, input.id)
      const which = isId(input.sessionId)
        ? { sessionId: input.sessionId, accountId: row.id }
        : { accountId: row.id, except: row.id === ctx.user.userId ? ctx.user.sessionId : '0' }
      const ended = await endSessions(ctx.sql, ctx.ports, which, 'kicked')
      await ctx.audit({ action: 'endSessions', object: 'user', objectId: row.id, objectName: row.username })
      return ended
    },
    async giveRoles(ctx, input) {
      let given = 0
      for (const id of input.ids) {
        const row = await reached(ctx, id)
        if (row.id === ctx.user.userId) throw new Refusal('wrong_state', { text: NOT_OWN_ROLES })
        const held = await rolesOf(ctx, row.id)
        const more = input.roleIds.filter(one => !held.includes(one))
        if (!more.length) continue
        await giveRoles(ctx, row.id, [...held, ...more])
        const about = { object: 'user', objectId: row.id, objectName: row.username }
        await ctx.audit({ action: 'giveRoles', ...about, changes: { roleIds: [held, [...held, ...more]] } })
        given += 1
      }
      await ctx.bump('identity')
      return given
    },
    async resetFactor(ctx, input) {
      const row = await reached(ctx, input.id)
      await ctx.sql(sql`delete from identity.factor where account_id = ${row.id}`)
      await endSessions(ctx.sql, ctx.ports, { accountId: row.id, except: ctx.user.sessionId }, 'factorReset')
      await ctx.audit({ action: 'resetFactor', object: 'user', objectId: row.id, objectName: row.username })
      return true
    },
    policy: readPolicy,
    setPolicy: writePolicy,
  },
})

/** The first administrator. Its password is given by the environment, or generated and printed once. */
export const adminSeed = seed({
  name: 'admin',
  order: 20,
  async run(ports) {
    const engine = { role: 'engine' } as const
    const [known] = await ports.db.query(engine, sql`select 1 from identity.account where lower(username) = 'admin'`)
    if (known) return
    const given = ports.adminPassword
    const password = given ?? randomPassword()
    const hash = await ports.hashing.hashPassword(password)
    await ports.db.query(
      engine,
      sql`insert into identity.account (id, source_id, username, nickname, type, main, app_scope, password_hash, must_change)
      values (${ports.newId()}, 1, 'admin', '平台管理员', 0, true, ${APP_SCOPE.all}, ${hash}, ${given === undefined}) on conflict do nothing`,
    )
    if (given === undefined)
      ports.notice(`First administrator: admin / ${password} (shown once; the first sign-in requires a new one)`)
  },
})
