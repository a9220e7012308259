/** Data scopes: whose rows a person sees, by their roles: 全部, 自定义, 本级及子级, 本级. */
import sql from 'sql-template-tag'
import { USER_TYPE, type Principal } from '#server/ctx.ts'
import type { Query } from '#server/sql/db.ts'

/** As stored in a role. */
export const DATA_SCOPE = { all: 0, chosen: 1, below: 2, own: 3 } as const
/** The platform: everybody is below it. */
const PLATFORM = '1'

interface Person {
  account_id: string
  type: number
  source_id: string
}

/**
 * The organisations whose rows a person sees: the widest of their roles' scopes. Platform staff may be given all;
 * nobody else sees beyond their own organisation and those below it. Without a role it is the own one.
 */
export async function sourcesOf(
  query: Query,
  person: Person,
  scopes: readonly number[],
): Promise<'all' | readonly string[]> {
  if (person.type === USER_TYPE.admin) return 'all'
  const below = scopes.includes(DATA_SCOPE.all) || scopes.includes(DATA_SCOPE.below)
  if (person.type === USER_TYPE.staff && below && (scopes.includes(DATA_SCOPE.all) || person.source_id === PLATFORM))
    return 'all'
  const rows = await query<{ id: string }>(sql`
    with recursive down as (
      select id from identity.organisation where id = ${person.source_id}
      union select o.id from identity.organisation o join down on o.parent_id = down.id)
    select id from down where ${below}
    union select ${person.source_id}::bigint where ${below || scopes.length === 0 || scopes.includes(DATA_SCOPE.own)}
    union select ro.organisation_id from identity.account_role ar join identity.role r on r.id = ar.role_id join identity.role_organisation ro on ro.role_id = r.id
      where ar.account_id = ${person.account_id} and r.data_scope = ${DATA_SCOPE.chosen}
        and (${person.type === USER_TYPE.staff} or ro.organisation_id in (select id from down))
    order by 1`)
  return rows.map(row => row.id)
}

/**
 * The applications a person may act in. Application users have those they were given; of the others, who were given some
 * are held to them, inside their data scope.
 */
export async function applicationsOf(
  query: Query,
  person: Person,
  sources: 'all' | readonly string[],
): Promise<Principal['apps']> {
  const given = await query<{ app_id: string; source_id: string }>(
    sql`select aa.app_id, a.source_id from identity.account_app aa join applications.application a on a.id = aa.app_id
      where aa.account_id = ${person.account_id} and a.deleted_at is null`,
  )
  if (person.type === USER_TYPE.application) return new Set(given.map(app => app.app_id))
  if (person.type === USER_TYPE.end) return new Set()
  if (given.length)
    return new Set(given.filter(app => sources === 'all' || sources.includes(app.source_id)).map(app => app.app_id))
  return sources === 'all' ? 'all' : 'source'
}
