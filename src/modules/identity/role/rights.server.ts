/** The permissions, data scope and applications of accounts: one query for sessions and for checks of changes. */
import sql from 'sql-template-tag'
import { USER_TYPE, type Places, type Principal } from '#server/ctx.ts'
import type { RunSql } from '#server/sql/db.ts'

/** Which applications an account may access: selected ones, or all those of the organisations in its data scope. */
export const APP_SCOPE = { chosen: 0, all: 1 } as const

export interface Rights extends Pick<Principal, 'apps' | 'sources' | 'roleIds' | 'places'> {
  permissions: ReadonlySet<string>
  /** Organisations of the selected applications. */
  appSources: readonly string[]
}

interface Row {
  account_id: string
  type: number
  role_ids: string[]
  points: string[]
  every_source: boolean
  sources: string[]
  app_scope: number
  apps: string[]
  app_sources: string[]
  places: Record<string, Places> | null
}

/** Application users may access the selected applications; for other users, selected ones count only inside their data scope. */
function appsOf(row: Row): Pick<Rights, 'apps' | 'appSources'> {
  if (row.type === USER_TYPE.end) return { apps: new Set(), appSources: [] }
  if (row.type !== USER_TYPE.application && (row.app_scope === APP_SCOPE.all || row.type === USER_TYPE.admin))
    return { apps: row.every_source ? 'all' : 'source', appSources: [] }
  const chosen = row.apps
    .map((id, at) => ({ id, source: row.app_sources[at]! }))
    .filter(app => row.type === USER_TYPE.application || row.every_source || row.sources.includes(app.source))
  return { apps: new Set(chosen.map(app => app.id)), appSources: [...new Set(chosen.map(app => app.source))] }
}

/** The rights of these accounts as they are in this transaction; an account that does not exist is left out. */
export async function rightsOf(query: RunSql, accountIds: readonly string[]): Promise<ReadonlyMap<string, Rights>> {
  const rows = await query<Row>(sql`
    select account_id, type, role_ids::text[], points, every_source, sources::text[], app_scope, apps::text[],
    app_sources::text[], places
    from identity.rights(${accountIds}::bigint[])`)
  return new Map(
    rows.map(row => [
      row.account_id,
      {
        roleIds: row.role_ids,
        permissions: new Set(row.points),
        sources: row.every_source ? ('all' as const) : row.sources,
        ...appsOf(row),
        ...(row.places ? { places: new Map(Object.entries(row.places)) } : {}),
      },
    ]),
  )
}

/** Whether an account with these rights enters the application, wherever its devices are. */
export const entersApp = (
  { apps, sources }: Pick<Rights, 'apps' | 'sources'>,
  of: { appId: string; sourceId: string },
): boolean =>
  apps === 'all' || (apps === 'source' ? sources === 'all' || sources.includes(of.sourceId) : apps.has(of.appId))
