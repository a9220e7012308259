/** Which package is offered to which terminal: to those with a lower version of the app, the highest available one; never a lower one. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { worker } from '#server/parts.ts'
import { queueCommand } from '#modules/devices/api.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 5000
/** About a hundred a minute: the terminals of a site must not all restart, nor use up its bandwidth, at the same time. */
const AT_ONCE = 8
const AGAIN_AFTER_MIN = 30
const MOST_TRIES = 5
const LINK_S = 24 * 3600

/** Every app reported by a terminal in use. The reports are validated here, because they may contain anything. */
export const APPS_REPORTED: Sql = sql`
  select d.id as device_id, d.sn, d.name, d.app_id, d.enabled, app ->> 'packageName' as package_name,
  app ->> 'versionName' as version_name,
    (app ->> 'versionCode')::numeric as version_code, sh.vals -> 'installProgress' as progress, sh.changed_at
  from devices.shadow sh join devices.device d on d.id = sh.device_id and d.deleted_at is null
  cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sh.vals -> 'apps') = 'array' then sh.vals -> 'apps' else '[]' end) app
  where sh.component = '' and sh.vals ? 'apps' and jsonb_typeof(app -> 'versionCode') = 'number'`

/** In the trial stage a package reaches terminals by name, or by a share of the terminals that is always the same. */
const REACHES: Sql = sql`(a.state = 2 or (a.state = 1 and (abs(hashtext(r.sn || a.package_name)::bigint) % 100 < a.gray_percent
  or upper(r.sn) = any(regexp_split_to_array(upper(coalesce(a.gray_sns, '')), '\\s+')))))`

export interface Offer {
  id: string
  package_name: string
  version_name: string
  version_code: number
  size: number
  md5: string
  sha256: string
  force: boolean
  changelog: string
  device_id: string
}

/** The best offer for each of the terminals and apps that `which` selects from `r`. */
const offersTo = (which: Sql): Sql => sql`
  select distinct on (r.device_id, a.package_name) a.id, a.package_name, a.version_name, a.version_code, a.size,
  a.md5, a.sha256, a.force, a.changelog, r.device_id
  from (${APPS_REPORTED}) r join packages.apk a on a.package_name = r.package_name and a.version_code > r.version_code and ${REACHES}
  where ${which} order by r.device_id, a.package_name, a.version_code desc`

export const offerFor = async (query: Query, deviceId: string, packageName: string): Promise<Offer | undefined> =>
  (
    await query<Offer>(
      sql`select * from (${offersTo(sql`r.device_id = ${deviceId} and r.package_name = ${packageName}`)}) o`,
    )
  )[0]

const keyOf = (ports: Ports, id: string, until: number): Buffer =>
  createHmac('sha256', ports.vault.derive('apk-link', 32)).update(`${id}.${until}`).digest()

/** An address without a session, valid for a day. */
export function linkTo(ports: Ports, id: string): { url: string; until: string } {
  const until = Math.floor(ports.now().getTime() / 1000) + LINK_S
  return {
    url: `${ports.publicUrl}/api/device/apk/${id}/file?until=${until}&key=${keyOf(ports, id, until).toString('base64url')}`,
    until: new Date(until * 1000).toISOString(),
  }
}
export function isLink(ports: Ports, id: string, until: unknown, key: unknown): boolean {
  const given = Buffer.from(String(key ?? ''), 'base64url')
  const end = Number(until)
  const own = keyOf(ports, id, end)
  return given.length === own.length && timingSafeEqual(given, own) && end * 1000 > ports.now().getTime()
}

export const orderOf = (ports: Ports, offer: Offer): Params => ({
  packageName: offer.package_name,
  versionName: offer.version_name,
  versionCode: offer.version_code,
  size: offer.size,
  md5: offer.md5,
  sha256: offer.sha256,
  force: offer.force,
  url: linkTo(ports, offer.id).url,
})
export const originOf = (id: string): string => `apk ${id}`

/** Commands one terminal to install it. */
export const order = (
  ports: Ports,
  query: Query,
  offer: Offer,
  by?: { userId: string; userName: string },
): Promise<string> =>
  queueCommand(ports, query, {
    deviceId: offer.device_id,
    identifier: 'installApp',
    params: orderOf(ports, offer),
    origin: 'sync',
    originId: originOf(offer.id),
    ...by,
  })

/** Commands terminals that are online; others are commanded when they come online. */
export const apkPush = worker({
  name: 'apk.push',
  where: 'worker',
  async run(ports) {
    const [any] = await ports.db.query(ENGINE, sql`select 1 from packages.apk where state in (1, 2) limit 1`)
    if (!any) return EVERY_MS
    await ports.db.tx(ENGINE, async query => {
      // One machine at a time: two would command the same terminals.
      const [lock] = await query<{ ok: boolean }>(sql`select pg_try_advisory_xact_lock(hashtext('apk.push')) as ok`)
      if (!lock!.ok) return
      const offers = await query<Offer>(sql`
        select o.* from (${offersTo(sql`r.enabled`)}) o join devices.session s on s.device_id = o.device_id and s.online
        where not exists (select 1 from devices.command c
        where c.origin = 'sync' and c.origin_id = 'apk ' || o.id and c.device_id = o.device_id
            and (c.state in (0, 1, 2) or c.queued_at > now() - make_interval(mins => ${AGAIN_AFTER_MIN})))
          and (select count(*) from devices.command c
          where c.origin = 'sync' and c.origin_id = 'apk ' || o.id and c.device_id = o.device_id) < ${MOST_TRIES}
        limit ${AT_ONCE}`)
      for (const offer of offers) await order(ports, query, offer)
    })
    return EVERY_MS
  },
})
