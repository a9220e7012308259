/** Narrows a principal to a role, for looking at the console as its users do: reading only, within the caller's own rights. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { USER_TYPE, type Principal } from '#server/ctx.ts'
import type { RunSql } from '#server/sql/db.ts'

/** The permission that it needs. */
const POINT = 'role:viewAs'
const READS = /:(list|view)$/
/** The type of the users of an organisation, by its kind: platform, partner, agency, supplier. */
const TYPES: Readonly<Record<number, number>> = {
  0: USER_TYPE.staff,
  1: USER_TYPE.agency,
  2: USER_TYPE.agency,
  3: USER_TYPE.supplier,
}

interface ViewedRole {
  id: string
  name: string
  source_id: string
  source_code: string
  kind: number
  points: string[]
  every_source: boolean
  sources: string[]
}

/** Refuses a role that does not exist or whose organisation the caller does not see. */
export async function viewAs(query: RunSql, user: Principal, roleId: string): Promise<Principal> {
  const [role] = await query<ViewedRole>(
    sql`select r.id, r.name, r.source_id, o.code as source_code, o.kind, reach.points, reach.every_source,
        reach.sources::text[] as sources
      from identity.role r join identity.organisation o on o.id = r.source_id
      cross join lateral identity.role_reach(r.id) reach where r.id = ${roleId} and r.personal_of is null`,
  )
  const sees = (id: string): boolean => user.sources === 'all' || user.sources.includes(id)
  if (!role || !user.permissions.has(POINT) || user.key || !sees(role.source_id)) throw new Refusal('forbidden')
  const sources = role.every_source ? user.sources : role.sources.filter(sees)
  return {
    ...user,
    ...{ type: TYPES[role.kind] ?? USER_TYPE.staff, sourceId: role.source_id, sourceCode: role.source_code },
    ...{ main: false, roleIds: [role.id], sources },
    permissions: new Set(role.points.filter(point => READS.test(point) && user.permissions.has(point))),
    apps: user.apps === 'all' && sources !== 'all' ? 'source' : user.apps,
    viewing: { id: role.id, name: role.name },
  }
}
