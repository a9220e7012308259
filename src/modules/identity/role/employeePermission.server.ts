/** Permissions of one person beyond their roles: stored as a personal role, so that rights are derived in one way only. */
import sql from 'sql-template-tag'
import { follow } from '#server/crud/contributions.ts'
import { isId } from '#base/id.ts'
import { ref } from '#model/field.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import { USER_TYPE, type Ctx } from '#server/ctx.ts'
import { endpoint } from '#server/parts.ts'
import { checkReach, judgeRightsChange } from './reach.server.ts'
import { judgePlaces, PLACES, placesOf, setPlaces, type AccountPlaces } from './accountPlaces.server.ts'
import { APP_SCOPE } from './rights.server.ts'
import { MOST_MENUS } from './menu.noun.ts'
import { role } from './role.noun.ts'
import { user } from '../account/user.noun.ts'

interface Person {
  id: string
  username: string
  source_id: string
  type: number
  main: boolean
  app_scope: number
}

async function personOf(ctx: Ctx, id: unknown): Promise<Person> {
  const [row] = isId(id)
    ? await ctx.sql<Person>(
        sql`select id, username, source_id, type, main, app_scope from identity.account
          where id = ${id} and not machine and deleted_at is null`,
      )
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export const readPermission = endpoint({
  method: 'GET',
  path: '/api/admin/employeePermission/:id',
  access: 'user:view',
  scope: 'staff',
  summary: ['员工自己的权限，以及角色带来的权限', "A person's own permissions, and those of their roles"],
  async run(ctx, input) {
    const person = await personOf(ctx, input.id)
    const [own] = await ctx.sql<{ id: string; data_scope: number }>(
      sql`select id, data_scope from identity.role where personal_of = ${person.id}`,
    )
    const list = async (query: ReturnType<typeof sql>): Promise<string[]> =>
      (await ctx.sql<{ id: string }>(query)).map(row => row.id)
    return {
      menuIds: own ? await list(sql`select menu_id as id from identity.role_menu where role_id = ${own.id}`) : [],
      roleMenuIds: await list(
        sql`select distinct rm.menu_id as id from identity.account_role ar
          join identity.role r on r.id = ar.role_id and r.personal_of is null
          join identity.role_menu rm on rm.role_id = r.id where ar.account_id = ${person.id}`,
      ),
      roles: await ctx.sql<{ id: string; name: string; dataScope: number }>(
        sql`select r.id, r.name, r.data_scope as "dataScope" from identity.account_role ar
          join identity.role r on r.id = ar.role_id where ar.account_id = ${person.id} and r.personal_of is null
          order by r.id`,
      ),
      dataScope: own?.data_scope ?? null,
      organisationIds: own
        ? await list(sql`select organisation_id as id from identity.role_organisation where role_id = ${own.id}`)
        : [],
      appScope: person.app_scope,
      appIds: await list(sql`select app_id as id from identity.account_app where account_id = ${person.id}`),
      places: await placesOf(ctx.sql, person.id),
    }
  },
})

const FIELDS = { points: 'menuIds', organisations: 'dataScope', applications: 'appIds' } as const

/** Replaces menus, organisations and applications with exactly these. */
async function replaceRights(
  ctx: Ctx,
  accountId: string,
  roleId: string,
  given: { menuIds: string[]; organisationIds: string[]; appIds: string[] },
): Promise<void> {
  const replace = async (clear: ReturnType<typeof sql>, add: ReturnType<typeof sql>): Promise<void> => {
    await ctx.sql(clear)
    await ctx.sql(add)
  }
  await replace(
    sql`delete from identity.role_menu where role_id = ${roleId}`,
    sql`insert into identity.role_menu (role_id, menu_id) select ${roleId}, m.id from identity.menu m where m.id = any(${given.menuIds}::bigint[])`,
  )
  await replace(
    sql`delete from identity.role_organisation where role_id = ${roleId}`,
    sql`insert into identity.role_organisation (role_id, organisation_id) select ${roleId}, o.id
      from identity.organisation o where o.id = any(${given.organisationIds}::bigint[])`,
  )
  await follow(ctx, user, 'applicationsGiven', { appIds: given.appIds })
  await replace(
    sql`delete from identity.account_app where account_id = ${accountId}`,
    sql`insert into identity.account_app (account_id, app_id) select ${accountId}, unnest(${given.appIds}::bigint[])`,
  )
}

export const writePermission = endpoint({
  method: 'PUT',
  path: '/api/admin/employeePermission/:id',
  access: 'user:edit',
  scope: 'staff',
  input: {
    menuIds: ref(['功能权限', 'Functions'], 'menu', { many: true, max: MOST_MENUS }),
    dataScope: role.fields.dataScope,
    organisationIds: ref(['可见机构', 'Organisations'], 'organisation', { many: true }),
    appScope: user.fields.appScope,
    appIds: ref(['应用', 'Applications'], 'application', { many: true }),
    places: PLACES,
  },
  summary: ['设置员工自己的权限', "Sets a person's own rights"],
  async run(ctx, input) {
    const person = await personOf(ctx, input.id)
    const given = {
      menuIds: ids(input.menuIds),
      dataScope: input.dataScope,
      organisationIds: ids(input.organisationIds),
      appIds: ids(input.appIds),
    }
    if (person.id === ctx.user.userId)
      throw new Refusal('forbidden', { text: ['不能更改自己的权限', 'You cannot change your own rights'] })
    await checkReach(ctx, { ...person })
    await requireProof(ctx.ports, ctx.user)
    const appScope = Number(input.appScope ?? APP_SCOPE.chosen)
    if (appScope === APP_SCOPE.all && person.type >= USER_TYPE.application)
      throw invalidFields([
        { field: 'appScope', text: ['该类型的用户须指定应用', 'A user of this type needs chosen applications'] },
      ])
    // Applications that are not named keep their limits: an earlier client must not remove them.
    const places = (input.places ?? null) as AccountPlaces[] | null
    if (places) judgePlaces(places, person, { appScope, appIds: given.appIds })
    const judged = await judgeRightsChange(ctx, [person.id])
    const [role] = await ctx.sql<{ id: string }>(
      sql`insert into identity.role (id, source_id, name, code, data_scope, system, personal_of, created_by, updated_by)
        values (${ctx.newId()}, ${person.source_id}, ${person.username}, ${`personal-${person.id}`}, ${given.dataScope}, false, ${person.id}, ${ctx.user.userId}, ${ctx.user.userId})
        on conflict (personal_of) do update
        set data_scope = excluded.data_scope, rev = identity.role.rev + 1, updated_at = now(),
        updated_by = excluded.updated_by
        returning id`,
    )
    await replaceRights(ctx, person.id, role!.id, { ...given, appIds: appScope === APP_SCOPE.all ? [] : given.appIds })
    await ctx.sql(
      sql`insert into identity.account_role (account_id, role_id) values (${person.id}, ${role!.id}) on conflict do nothing`,
    )
    await ctx.sql(sql`update identity.account set app_scope = ${appScope}, rev = rev + 1 where id = ${person.id}`)
    if (places) await setPlaces(ctx, person.id, places)
    await judged(excess => FIELDS[excess.kind])
    await ctx.audit({
      action: 'setPermission',
      object: 'user',
      objectId: person.id,
      objectName: person.username,
      changes: {
        menus: given.menuIds.length,
        dataScope: given.dataScope,
        organisations: given.organisationIds,
        everyApplication: appScope === APP_SCOPE.all,
        applications: given.appIds,
        ...(places ? { places } : {}),
      },
    })
    await ctx.bump('identity')
    return true
  },
})
