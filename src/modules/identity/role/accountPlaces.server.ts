/** The sites and device groups to which an account is limited, by application: judged, stored and read. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { list, ref } from '#model/field.ts'
import { invalidFields } from '#model/error.ts'
import { follow } from '#server/crud/contributions.ts'
import { USER_TYPE, type Ctx } from '#server/ctx.ts'
import type { RunSql } from '#server/sql/db.ts'
import { user } from '../account/user.noun.ts'
import { APP_SCOPE } from './rights.server.ts'

/** Most applications with limits, and most sites or groups in one. */
const MOST = 100

export interface AccountPlaces {
  appId: string
  siteIds: readonly string[]
  groupIds: readonly string[]
}
export const PLACES = list(
  ['设备范围', 'Device scope'],
  {
    appId: ref(['应用', 'Application'], 'application', { required: true }),
    siteIds: ref(['站点', 'Sites'], 'site', { many: true }),
    groupIds: ref(['设备分组', 'Device groups'], 'deviceGroup', { many: true }),
  },
  { max: MOST },
)

const refused = (text: Text): Error => invalidFields([{ field: 'places', text }])

/** Only employees of agencies and suppliers, and application users, with chosen applications: these are the ones that are limited. */
export function judgePlaces(
  places: readonly AccountPlaces[],
  person: { type: number },
  { appScope, appIds }: { appScope: number; appIds: readonly string[] },
): void {
  const count = ({ siteIds, groupIds }: AccountPlaces): number => (siteIds ?? []).length + (groupIds ?? []).length
  const limits = places.filter(one => count(one) > 0)
  if (limits.length && person.type <= USER_TYPE.staff)
    throw refused(['平台账号不能限定设备范围', 'Accounts of the platform cannot be limited to devices'])
  if (limits.length && appScope === APP_SCOPE.all)
    throw refused(['请先指定应用，再限定设备范围', 'Choose the applications before you limit their devices'])
  if (new Set(places.map(one => one.appId)).size < places.length || limits.some(one => !appIds.includes(one.appId)))
    throw refused(['只能限定可进入的应用，每个一次', 'Only applications of the account can be limited, each once'])
  if (limits.some(one => count(one) > MOST))
    throw refused([`一个应用最多${MOST}个站点和分组`, `At most ${MOST} sites and groups in one application`])
}

/**
 * Sets the limits in these applications; without sites and groups, the account sees all devices of the application. Later
 * modules refuse sites and groups that are not those of the application.
 */
export async function setPlaces(ctx: Ctx, accountId: string, places: readonly AccountPlaces[]): Promise<void> {
  const given = places.map(({ appId, siteIds, groupIds }) => ({
    ...{ appId, siteIds: [...new Set(siteIds ?? [])], groupIds: [...new Set(groupIds ?? [])] },
  }))
  await follow(ctx, user, 'placesGiven', { places: given })
  for (const { appId, siteIds, groupIds } of given)
    // Only a change is a new limit: what the account made under the same one stays open to it.
    await ctx.sql(
      siteIds.length + groupIds.length === 0
        ? sql`delete from identity.account_scope where account_id = ${accountId} and app_id = ${appId}`
        : sql`insert into identity.account_scope as s (account_id, app_id, site_ids, group_ids, updated_by)
            values (${accountId}, ${appId}, ${siteIds}::bigint[], ${groupIds}::bigint[], ${ctx.user.userId})
            on conflict (account_id, app_id) do update
            set site_ids = excluded.site_ids, group_ids = excluded.group_ids, updated_at = now(),
              updated_by = excluded.updated_by
            where (s.site_ids, s.group_ids) is distinct from (excluded.site_ids, excluded.group_ids)`,
    )
}

export const placesOf = (query: RunSql, accountId: string): Promise<AccountPlaces[]> =>
  query<AccountPlaces>(
    sql`select app_id as "appId", site_ids::text[] as "siteIds", group_ids::text[] as "groupIds"
      from identity.account_scope where account_id = ${accountId} order by app_id`,
  )
