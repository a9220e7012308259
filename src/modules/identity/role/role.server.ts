/** Roles and their permissions; users cannot grant more than they have. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import type { Input, Row } from '#model/row.ts'
import { viewAs } from '../signIn/viewAs.server.ts'
import { implement } from '#server/parts.ts'
import type { Ctx } from '#server/ctx.ts'
import { judgeRoleChange, roleExcess, type Excess } from './reach.server.ts'
import { role } from './role.noun.ts'

const blamed = ({ kind }: Excess): string => (kind === 'points' ? 'menuIds' : 'dataScope')
/** Checks to run after the change of a role is written. */
const judgements = new WeakMap<Input, Awaited<ReturnType<typeof judgeRoleChange>>>()

/** Changing the data scope of others requires a new proof of identity; the resulting rights are checked after the write. */
async function judgeEdit(ctx: Ctx, values: Input, before: Row | null): Promise<void> {
  if (!before) return
  const scoped = values.dataScope !== undefined && Number(values.dataScope) !== Number(before.dataScope)
  if (scoped || Array.isArray(values.organisationIds)) await requireProof(ctx.ports, ctx.user)
  judgements.set(values, await judgeRoleChange(ctx, before.id))
}

/** The selected organisations must exist and be in the caller's data scope. */
async function chooseOrganisations(ctx: Ctx, roleId: string, ids: readonly string[]): Promise<void> {
  const { sources } = ctx.user
  const known = await ctx.sql<{ id: string }>(
    sql`select id from identity.organisation where id = any(${ids}::bigint[])`,
  )
  if (known.length !== ids.length || (sources !== 'all' && ids.some(id => !sources.includes(id))))
    throw invalidFields([
      { field: 'organisationIds', text: ['不能选择自己看不到的机构', 'You cannot choose what you do not see'] },
    ])
  await ctx.sql(sql`delete from identity.role_organisation where role_id = ${roleId}`)
  await ctx.sql(
    sql`insert into identity.role_organisation (role_id, organisation_id) select ${roleId}, unnest(${ids}::bigint[])`,
  )
}

export const roleHalf = implement(role, {
  // Personal roles are edited with their person, not among roles.
  narrow: () => [sql`t.personal_of is null`],
  beforeWrite: judgeEdit,
  async afterWrite(ctx, row, before, values) {
    if (Array.isArray(values.organisationIds))
      await chooseOrganisations(ctx, row.id, [...new Set(values.organisationIds.map(String))])
    if (before) await judgements.get(values)?.(blamed)
    else {
      const excess = await roleExcess(ctx, row.id)
      if (excess) throw invalidFields([{ field: blamed(excess), text: excess.text }])
    }
    await ctx.bump('identity')
  },
  async compute(ctx, rows) {
    const chosen = await ctx.sql<{ role_id: string; id: string; name: string }>(
      sql`select ro.role_id, o.id, o.name from identity.role_organisation ro
        join identity.organisation o on o.id = ro.organisation_id
        where ro.role_id = any(${rows.map(row => row.id)}::bigint[]) order by o.id`,
    )
    const held = await ctx.sql<{ id: string; n: number }>(
      sql`select ar.role_id as id, count(*)::int as n from identity.account_role ar
        join identity.account a on a.id = ar.account_id and a.deleted_at is null and not a.machine
        where ar.role_id = any(${rows.map(row => row.id)}::bigint[]) group by 1`,
    )
    for (const row of rows) {
      row.userCount = held.find(one => one.id === row.id)?.n ?? 0
      const own = chosen.filter(one => one.role_id === row.id)
      Object.assign(row, { organisationIds: own.map(one => one.id), organisationNames: own.map(one => one.name) })
    }
  },
  async beforeRemove(ctx, row) {
    await judgeRoleChange(ctx, row.id)
    const [holders] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from identity.account_role where role_id = ${row.id}`,
    )
    if (holders!.n > 0)
      throw new Refusal('in_use', {
        text: [`有${holders!.n}个用户使用该角色，不能删除`, `${holders!.n} users have this role; it cannot be deleted`],
      })
  },
  afterRemove: ctx => ctx.bump('identity'),
  async afterRestore(ctx, row) {
    const excess = await roleExcess(ctx, row.id)
    if (excess) throw new Refusal('forbidden', { text: excess.text })
    await ctx.bump('identity')
  },
  actions: {
    async viewAs(ctx, input) {
      const { permissions } = await viewAs(ctx.sql, ctx.user, String(input.id))
      const [row] = await ctx.sql<{ name: string }>(sql`select name from identity.role where id = ${input.id}`)
      await ctx.audit({
        ...{ action: 'viewAs', object: 'role', objectId: String(input.id), objectName: row!.name },
        reason: String(input.reason),
      })
      return permissions.size
    },
    async grant(ctx, input) {
      const [row] = await ctx.sql<{ id: string; name: string }>(
        sql`select id, name from identity.role where id = ${input.id} and personal_of is null for update`,
      )
      if (!row) throw new Refusal('not_found')
      const judged = await judgeRoleChange(ctx, row.id)
      const wanted = input.menuIds ?? []
      const menus = await ctx.sql<{ id: string }>(sql`select id from identity.menu where id = any(${wanted}::bigint[])`)
      const before = await ctx.sql<{ menu_id: string }>(
        sql`select menu_id from identity.role_menu where role_id = ${row.id}`,
      )
      await ctx.sql(sql`delete from identity.role_menu where role_id = ${row.id}`)
      await ctx.sql(
        sql`insert into identity.role_menu (role_id, menu_id) select ${row.id}, unnest(${menus.map(menu => menu.id)}::bigint[])`,
      )
      await judged()
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
