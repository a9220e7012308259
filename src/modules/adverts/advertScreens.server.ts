/** Keeps screens of devices up to date: each that is connected and holds other adverts than its own is sent the list of its own. */
import sql, { type Sql } from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { queueCommand } from '#modules/devices/api.ts'
import { BRAND_OF_EACH } from '#modules/identity/api.ts'
import { isFor, isShown, MOST_SHOWN } from './advertTargets.server.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 5000
/** The number of screens per run: together they download a file of up to 10 MB each. */
const AT_ONCE = 8
/** A screen that could not load everything is sent the same list again after this time. */
const AGAIN_AFTER_MIN = 10

interface Item {
  advertId: string
  version: string
  title: string
  kind: 'picture' | 'video'
  sha256: string
  size: number
  until: string
}
interface Due {
  device_id: string
  identifier: string
  wanted: Item[]
  /** A digest of the list. */
  list: string
}

/** What an advert is on a screen: another file or another period is another version. */
const VERSION = sql`md5(concat_ws('|', a.name, a.pictures ->> 0, a.video ->> 0, a.ends_at))`

/** The command of each class that has a screen, and the property with which it reports what it holds. */
export const screensOf = (ports: Pick<Ports, 'classes'>) =>
  [...ports.classes.values()].flatMap(({ key, screen }) => (screen ? [{ key, ...screen }] : []))

/** Connected screens that do not hold what is wanted, where the last list sent is another or long ago. */
const dueScreens = (screens: ReturnType<typeof screensOf>): Sql => sql`
  with classes as (select * from jsonb_to_recordset(${JSON.stringify(screens)}::jsonb)
    as c (key text, command text, held text, plays text)),
  screens as (
    select d.id, d.app_id, d.device_class, br.brand_id, c.command,
      coalesce((select sh.vals -> c.held from devices.shadow sh where sh.device_id = d.id and sh.component = ''), '[]')
        as held
    from devices.device d join devices.session s on s.device_id = d.id and s.online
      join classes c on c.key = d.device_class join (${BRAND_OF_EACH}) br on br.id = d.source_id
    where d.enabled and d.deleted_at is null and d.app_id is not null),
  wanting as (
    select sc.id, sc.command, sc.held,
      coalesce(jsonb_agg(to_jsonb(x) - 'sort' order by x.sort, x."advertId")
        filter (where x."advertId" is not null), '[]')
        as wanted,
      coalesce(jsonb_agg(jsonb_build_object('advertId', x."advertId", 'version', x.version)
        order by x.sort, x."advertId") filter (where x."advertId" is not null), '[]') as named
    from screens sc left join lateral (
      select a.id::text as "advertId", ${VERSION} as version, a.name as title, a.sort,
        case when a.video <> '[]' then 'video' else 'picture' end as kind,
        encode(f.sha256, 'hex') as sha256, f.bytes as size, a.ends_at as until
      from adverts.advert a
        join engine.file f on f.id = case when a.video <> '[]' then a.video ->> 0 else a.pictures ->> 0 end
      where ${isShown('screen', sql`now()`)} and ${isFor({
        brandId: sql`sc.brand_id`,
        appId: sql`sc.app_id`,
        deviceClass: sql`sc.device_class`,
        deviceId: sql`sc.id`,
      })} order by a.sort, a.id limit ${MOST_SHOWN}) x on true
    group by sc.id, sc.command, sc.held)
  select w.id as device_id, w.command as identifier, w.wanted, md5(w.wanted::text) as list from wanting w
  where w.named is distinct from (select coalesce(jsonb_agg(jsonb_build_object('advertId', h ->> 'advertId',
      'version', h ->> 'version') order by n), '[]')
      from jsonb_array_elements(case when jsonb_typeof(w.held) = 'array' then w.held else '[]' end)
        with ordinality as e (h, n))
    and not exists (select from (select c.state, c.origin_id, c.queued_at from devices.command c
        where c.device_id = w.id and c.identifier = w.command order by c.id desc limit 1) last
      where last.state in (0, 1, 2) or last.origin_id = 'adverts ' || md5(w.wanted::text)
        and last.queued_at > now() - make_interval(mins => ${AGAIN_AFTER_MIN}))
  order by w.id limit ${AT_ONCE}`

const sentItem = (ports: Ports, { advertId, kind, ...item }: Item): Params => ({
  ...item,
  advertId,
  kind,
  url: `${ports.publicUrl}/api/advert/${advertId}/${kind}`,
})

export const advertScreens = worker({
  name: 'advert.screens',
  where: 'worker',
  async run(ports) {
    const screens = screensOf(ports)
    if (!screens.length) return EVERY_MS
    await ports.db.tx(ENGINE, async query => {
      // One machine at a time: two would send the same screens.
      const [lock] = await query<{ ok: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('advert.screens')) as ok`,
      )
      if (!lock!.ok) return
      for (const { device_id, identifier, wanted, list } of await query<Due>(dueScreens(screens)))
        await queueCommand(ports, query, {
          deviceId: device_id,
          identifier,
          params: { adverts: wanted.map(item => sentItem(ports, item)) },
          origin: 'sync',
          originId: `adverts ${list}`,
        })
    })
    return EVERY_MS
  },
})
