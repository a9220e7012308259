/** Accounts that are limited to sites and groups: what is open to them besides the wall in the database (decision 0021). */
import sql, { empty, type Sql } from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Noun } from '#model/noun.ts'
import type { Principal } from '../ctx.ts'

export const isLimited = (user: Principal): boolean => (user.places?.size ?? 0) > 0

/** Whether the account sees only some of the devices of this application. */
export const limitedIn = (user: Principal, appId: string | null): boolean =>
  appId === null ? isLimited(user) : (user.places?.has(appId) ?? false)

/**
 * For statements that run in another role than that of the caller: the condition that the device `alias` is in the places
 * of the account. Nothing for accounts without limits.
 */
export function inPlaces(user: Principal, appId: string | null, alias: Sql = sql`d`): Sql {
  const places = appId === null ? undefined : user.places?.get(appId)
  if (!places) return limitedIn(user, appId) ? sql` and false` : empty
  return sql` and (${alias}.site_id = any(${places.sites as string[]}::bigint[])
    or ${alias}.group_id = any(${places.groups as string[]}::bigint[]))`
}

export interface RouteAccess {
  access: string
  /** Which rows the route accesses, where it is not a noun's own. */
  scope?: string | undefined
}

/**
 * Refuses a limited account what is not declared open to it: a noun names its verbs in `places`, an endpoint says
 * `places: true`, which the caller has judged. In an application without limits they may do what others may, except where rows of the whole organisation are read.
 */
export function refuseBeyondPlaces(
  user: Principal,
  appId: string | null,
  route: RouteAccess,
  nouns: ReadonlyMap<string, Noun>,
): void {
  const [key = '', verb = ''] = route.access.split(':')
  const noun = nouns.get(key)
  if (noun?.places?.includes(verb)) return
  const scope = route.scope ?? noun?.scope
  if (scope === 'application' && appId !== null && !limitedIn(user, appId)) return
  throw new Refusal('beyond_places')
}

/** Whether a job of the account read more than the account may see now: it was started before the present limits. */
export function beforeLimits(user: Principal, job: { appId: string | null; createdAt: string }): boolean {
  const since = job.appId === null ? null : user.places?.get(job.appId)?.since
  return limitedIn(user, job.appId) && (!since || new Date(job.createdAt) < new Date(since))
}
