/** Which rows a request may access: the check of `appId` and the choice of the database role. */
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import type { Scope } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import { isPlatform, USER_TYPE, type Principal } from '../ctx.ts'
import type { Half } from '../parts.ts'
import type { Ports } from '../ports.ts'
import { isLimited } from '../auth/places.ts'
import type { Actor } from '../sql/db.ts'

/** `appId` of query and body; if both are given they must be equal. */
export function requestedApp(query: Input, body: unknown): string | null {
  const inBody = body && typeof body === 'object' && !Array.isArray(body) ? (body as Input).appId : undefined
  const inQuery = query.appId
  const given = [inQuery, inBody].filter(value => value !== undefined && value !== null && value !== '')
  if (given.length === 0) return null
  if (given.length === 2 && String(given[0]) !== String(given[1])) throw new Refusal('app_mismatch')
  if (!isId(String(given[0])) || Array.isArray(given[0])) throw new Refusal('app_forbidden')
  return String(given[0])
}

/** An API key for one application acts in it, whether or not the request names it. */
export const appOfKey = ({ key, apps }: Principal): string | null =>
  key && apps instanceof Set && apps.size === 1 ? ([...apps][0] as string) : null

interface Owner {
  sourceId: string
  zone: string
  /** Why only the platform can use the application at the moment. */
  closed: Text | null
  /** Not even the platform can use it any more. */
  final: boolean
}
const FINAL = 5
const CLOSED: Record<number, Text> = {
  0: ['应用尚未提交审核', 'The application has not been submitted for review'],
  2: ['应用已停用', 'The application is stopped'],
  3: ['应用待审核，通过后即可使用', 'The application is under review; it can be used once it is approved'],
  4: ['应用未通过审核', 'The application was rejected'],
  [FINAL]: ['应用已注销', 'The application is closed for good'],
}
const EXPIRED: Text = ['应用已到期', 'The application has expired']

/** Cached for a moment only: a stopped application must be closed within a second. */
const OWNER_MS = 1000
const owners = new Map<string, Owner & { until: number }>()
async function ownerOf(ports: Pick<Ports, 'applicationState'>, appId: string): Promise<Owner | null> {
  const known = owners.get(appId)
  if (known && known.until > Date.now()) return known
  const row = await ports.applicationState(appId)
  if (!row) return null
  if (owners.size > 10_000) owners.clear()
  const closed = CLOSED[row.state] ?? (row.expired ? EXPIRED : null)
  const owner = { sourceId: row.sourceId, zone: row.zone, closed, final: row.state === FINAL }
  owners.set(appId, { ...owner, until: Date.now() + OWNER_MS })
  return owner
}

export const seesSource = (user: Principal, sourceId: string): boolean =>
  user.sources === 'all' || user.sources.includes(sourceId)

const isClosedTo = (user: Principal, { closed, final }: Owner): boolean =>
  closed !== null && (final || !isPlatform(user))

/** The application of a request, its organisation, and its time zone. */
export interface RequestApp {
  appId: string
  sourceId: string
  zone: string
}

/** Refuses an application that the user may not access. */
export async function checkApp(
  ports: Pick<Ports, 'applicationState'>,
  user: Principal,
  appId: string,
): Promise<RequestApp> {
  const owner = await ownerOf(ports, appId)
  const within =
    owner !== null &&
    (user.apps === 'all' || (user.apps === 'source' ? seesSource(user, owner.sourceId) : user.apps.has(appId)))
  if (!within) throw new Refusal('app_forbidden')
  if (owner.closed && isClosedTo(user, owner)) throw new Refusal('app_closed', { text: owner.closed })
  return { appId, sourceId: owner.sourceId, zone: owner.zone }
}

/**
 * `staff`: rows of every organisation, which platform staff write. `narrowed`: the half itself selects what is the user's
 * own (`narrowsToOwn`).
 */
export type Touched = Scope | 'engine' | 'staff' | 'narrowed'

/** Which rows a derived route accesses: platform staff write those of other organisations where the noun allows it. */
export function touchedBy({ noun, narrowsToOwn }: Half, user: Principal, writes: boolean): Touched {
  if (narrowsToOwn && !writes && (user.type === USER_TYPE.application || isLimited(user))) return 'narrowed'
  return noun.staffWrites && isPlatform(user) ? 'staff' : noun.scope
}

/** Rows of the organisations in the user's data scope; a single one gets the role that compares by equality. */
function ofSources(sources: readonly string[]): Actor {
  const [only = '0', ...more] = sources
  return more.length === 0 ? { role: 'source', sourceId: only } : { role: 'scope', sourceIds: sources }
}

/**
 * The role of an account that is limited to places; null for every other account. Without an application it reads no device:
 * what an organisation has is more than its places.
 */
export function placesActor(user: Principal, app: { appId: string; sourceId: string } | null): Actor | null {
  if (!isLimited(user)) return null
  const apps = user.apps instanceof Set ? [...user.apps] : []
  const places = (app && user.places!.get(app.appId)) ?? null
  return { role: 'places', appId: app?.appId ?? null, sourceId: app?.sourceId ?? user.sourceId, places, apps }
}

/** Those of the applications to which an account is held that are open: only these are read together. */
async function openAmong(
  ports: Pick<Ports, 'applicationState'>,
  user: Principal,
  appIds: ReadonlySet<string>,
): Promise<string[]> {
  const all = await Promise.all([...appIds].map(async id => ({ id, owner: await ownerOf(ports, id) })))
  return all.filter(({ owner }) => owner && !isClosedTo(user, owner)).map(({ id }) => id)
}

/** The role of an operation that reads all applications of the caller, where the request names none. */
export async function actorAcross(
  ports: Pick<Ports, 'applicationState'>,
  user: Principal,
  app: RequestApp | null,
): Promise<Actor> {
  if (app || isLimited(user) || !(user.apps instanceof Set)) return actorFor(user, 'application', app, false)
  return { role: 'apps', appIds: await openAmong(ports, user, user.apps) }
}

/**
 * The database role for one operation. `appId` narrows the scope after the check and never widens it; without it users
 * read the organisations of their data scope and write in their own; platform staff with the data scope "all" read
 * across tenants.
 */
export function actorFor(
  user: Principal,
  scope: Touched,
  app: { appId: string; sourceId: string } | null,
  writes: boolean,
): Actor {
  if (scope === 'engine') return { role: 'engine' }
  const limited = isLimited(user) && !(scope === 'application' && app && !user.places!.has(app.appId))
  if (limited && scope !== 'platform') {
    // Application users have no rows of organisations, with limits or without.
    if (scope !== 'narrowed' && (!app || (scope !== 'application' && user.type === USER_TYPE.application)))
      throw new Refusal('app_required')
    return placesActor(user, app)!
  }
  if (scope === 'platform') {
    if (isPlatform(user)) return { role: 'platform' }
    if (writes) throw new Refusal('forbidden')
    return placesActor(user, app) ?? { role: 'source', sourceId: user.sourceId }
  }
  if (scope === 'narrowed') return { role: 'source', sourceId: user.sourceId }
  if (app && scope === 'application') return { role: 'app', appId: app.appId, sourceId: app.sourceId }
  if (user.type === USER_TYPE.application) throw new Refusal('app_required')
  // A user limited to some applications must name the one.
  if (scope === 'application' && (writes || user.apps instanceof Set)) throw new Refusal('app_required')
  const staff = scope === 'staff' && isPlatform(user)
  if (isPlatform(user) && user.sources === 'all' && (!writes || staff)) return { role: 'platform' }
  if (user.sources !== 'all' && (!writes || staff)) return ofSources(user.sources)
  // A user who cannot see the rows of their own organisation cannot write them either.
  if (!seesSource(user, user.sourceId)) throw new Refusal('forbidden')
  return { role: 'source', sourceId: user.sourceId }
}

/** The organisation of a job: its role moves the job forward, so one that the role sees, the caller's own where it does. */
export function sourceOfJob({ sourceId }: Principal, actor: Actor): string {
  if (actor.role === 'scope') return actor.sourceIds.includes(sourceId) ? sourceId : actor.sourceIds[0]!
  return 'sourceId' in actor ? (actor.sourceId ?? sourceId) : sourceId
}
