/** Whose rows a request may touch: the check of `appId` and the choice of the database role. */
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import type { Scope } from '#model/noun.ts'
import sql from 'sql-template-tag'
import { isPlatform, USER_TYPE, type Principal } from '../ctx.ts'
import type { Actor, Db } from '../sql/db.ts'

/** `appId` of query and body; both may name it, but only the same. */
export function requestedApp(query: Record<string, unknown>, body: unknown): string | null {
  const inBody =
    body && typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>).appId : undefined
  const inQuery = query.appId
  const given = [inQuery, inBody].filter(value => value !== undefined && value !== null && value !== '')
  if (given.length === 0) return null
  if (given.length === 2 && String(given[0]) !== String(given[1])) throw new Refusal('app_mismatch')
  if (!isId(String(given[0])) || Array.isArray(given[0])) throw new Refusal('app_forbidden')
  return String(given[0])
}

/** The source that owns an application, kept for a minute: an application never changes its source. */
const sourceOfApp = new Map<string, { sourceId: string; until: number }>()
async function ownerOf(db: Db, appId: string): Promise<string | null> {
  const known = sourceOfApp.get(appId)
  if (known && known.until > Date.now()) return known.sourceId
  const rows = await db.query<{ source_id: string }>(
    { role: 'engine' },
    sql`select source_id from applications.application where id = ${appId} and deleted_at is null`,
  )
  if (!rows[0]) return null
  if (sourceOfApp.size > 10_000) sourceOfApp.clear()
  sourceOfApp.set(appId, { sourceId: rows[0].source_id, until: Date.now() + 60_000 })
  return rows[0].source_id
}

/** Refuses an application that is not the user's; answers the source it belongs to. */
export async function checkApp(db: Db, user: Principal, appId: string): Promise<string> {
  const sourceId = await ownerOf(db, appId)
  const mine =
    sourceId !== null &&
    (user.apps === 'all' || (user.apps === 'source' ? sourceId === user.sourceId : user.apps.has(appId)))
  if (!mine) throw new Refusal('app_forbidden')
  return sourceId
}

/**
 * The role for one operation. `appId` narrows after the check and never widens; without it platform staff read
 * across tenants, and people of a source read their own source.
 */
export function actorFor(
  user: Principal,
  scope: Scope | 'engine',
  app: { appId: string; sourceId: string } | null,
  writes: boolean,
): Actor {
  if (scope === 'engine') return { role: 'engine' }
  if (scope === 'platform') {
    if (isPlatform(user)) return { role: 'platform' }
    if (writes) throw new Refusal('forbidden')
    return { role: 'source', sourceId: user.sourceId }
  }
  if (app && scope === 'application') return { role: 'app', appId: app.appId, sourceId: app.sourceId }
  if (user.type === USER_TYPE.application) throw new Refusal('app_required')
  if (scope === 'application' && writes) throw new Refusal('app_required')
  if (isPlatform(user) && !writes) return { role: 'platform' }
  return { role: 'source', sourceId: user.sourceId }
}
