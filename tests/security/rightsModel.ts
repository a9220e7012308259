/** The rights of everybody, derived from the tables by a model that shares no code with the product. */
import sql from 'sql-template-tag'
import type { TestServer } from '../harness/server.ts'
import type { World } from './reachWorld.ts'

const ENGINE = { role: 'engine' } as const

export interface Rights {
  points: Set<string>
  sources: Set<string>
  apps: Set<string>
}

/** Who may do what, read from the tables and derived anew: the meaning of scopes as the documents state it. */
export async function rightsOfAll(
  server: TestServer,
  apps: World['apps'],
): Promise<Map<string, Rights & { type: number; secret: string }>> {
  const query = <Row>(text: ReturnType<typeof sql>): Promise<Row[]> => server.ports.db.query<Row>(ENGINE, text)
  const organisations = await query<{ id: string; parent_id: string | null }>(
    sql`select id, parent_id from identity.organisation`,
  )
  const accounts = await query<{ id: string; type: number; source_id: string; app_scope: number; secret: string }>(
    sql`select id, type, source_id, app_scope, coalesce(password_hash, '') || state || (deleted_at is null) as secret from identity.account where not machine and type <> 0`,
  )
  const keys = await query<{ id: string; points: string[]; app_id: string }>(
    sql`select id, points, app_id from identity.api_key where state = 1`,
  )
  const roles = await query<{ account_id: string; role_id: string; data_scope: number }>(
    sql`select ar.account_id, ar.role_id, r.data_scope from identity.account_role ar join identity.role r on r.id = ar.role_id`,
  )
  const points = await query<{ role_id: string; permission: string }>(
    sql`select rm.role_id, m.permission from identity.role_menu rm join identity.menu m on m.id = rm.menu_id where m.permission is not null`,
  )
  const chosen = await query<{ role_id: string; organisation_id: string }>(
    sql`select role_id, organisation_id from identity.role_organisation`,
  )
  const given = await query<{ account_id: string; app_id: string }>(
    sql`select account_id, app_id from identity.account_app`,
  )
  const below = (id: string): string[] => [
    id,
    ...organisations.filter(one => one.parent_id === id).flatMap(one => below(one.id)),
  ]
  const result = new Map<string, Rights & { type: number; secret: string }>()
  for (const account of accounts) {
    const held = roles.filter(role => role.account_id === account.id)
    const down = below(account.source_id)
    const sources = new Set<string>(held.length === 0 ? [account.source_id] : [])
    for (const role of held) {
      if (role.data_scope === 0 && account.type === 1) for (const one of organisations) sources.add(one.id)
      if (role.data_scope === 0 || role.data_scope === 2) for (const id of down) sources.add(id)
      if (role.data_scope === 3) sources.add(account.source_id)
      if (role.data_scope === 1)
        for (const one of chosen)
          if (one.role_id === role.role_id && (account.type === 1 || down.includes(one.organisation_id)))
            sources.add(one.organisation_id)
    }
    const entered = given.filter(one => one.account_id === account.id).map(one => one.app_id)
    const every = account.app_scope === 1 && account.type < 4
    result.set(account.id, {
      type: account.type,
      secret: account.secret,
      points: new Set(points.filter(one => held.some(role => role.role_id === one.role_id)).map(one => one.permission)),
      sources,
      apps: new Set(
        apps
          .filter(app => (every || entered.includes(app.id)) && (account.type === 4 || sources.has(app.sourceId)))
          .map(app => app.id),
      ),
    })
  }
  for (const key of keys)
    result.set(key.id, {
      type: 4,
      secret: '',
      points: new Set(key.points),
      sources: new Set(),
      apps: new Set([key.app_id]),
    })
  return result
}

export const beyond = (a: Rights, b: Rights): boolean =>
  [...a.points].some(one => !b.points.has(one)) ||
  [...a.sources].some(one => !b.sources.has(one)) ||
  [...a.apps].some(one => !b.apps.has(one))
export const mark = ({ points, sources, apps: entered }: Rights): string =>
  JSON.stringify([points, sources, entered].map(set => [...set].sort()))
