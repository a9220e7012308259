/** Adverts: checked when saved, with their targets, and where they were seen. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { invalidFields, type Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { dropDocuments, holdAgain, holdDocuments } from '#server/files/documents.ts'
import { withNames } from '#server/crud/references.ts'
import { following, implement } from '#server/parts.ts'
import { application } from '#modules/applications/application.noun.ts'
import { advert, ADVERT_PLACES } from './advert.noun.ts'

const VIDEO = { name: 'video', noun: advert.key, label: advert.fields.video.label, types: advert.fields.video.types }

const refuse = (field: string, ...words: Text): Refusal => invalidFields([{ field, text: words }])
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const linkOk = (jump: unknown, link: unknown): boolean => {
  const given = String(link ?? '')
  if (jump === 1) return /^\/(?![/\\])[^\s]*$/.test(given)
  return jump === 2 ? /^https:\/\/[^\s]+$/.test(given) : given === ''
}

/** A target must exist at the place: otherwise the advert would never be shown. */
function checkTargets(ctx: Ctx, { position, deviceClasses, appIds, deviceIds }: Input): void {
  const { site, console, screen } = ADVERT_PLACES
  const classes = strings(deviceClasses)
  if (position === site[0] && strings(appIds).length)
    throw refuse('appIds', '官网的访客不属于任何应用', 'Visitors of the public site belong to no application')
  if (position === site[0] || position === console[0]) {
    const text: Text = ['这个位置没有设备', 'There is no device at this place']
    if (classes.length) throw refuse('deviceClasses', ...text)
    if (strings(deviceIds).length) throw refuse('deviceIds', ...text)
  }
  const dark = position === screen[0] && classes.find(key => !ctx.ports.classes.get(key)?.screen)
  if (dark) {
    const [zh, en] = ctx.ports.classes.get(dark)?.label ?? [dark, dark]
    throw refuse('deviceClasses', `${zh}没有屏幕`, `${en} have no screen`)
  }
}

/** The applications and devices of an advert before it is changed. */
async function targetsOf(ctx: Ctx, ids: readonly string[]) {
  const apps = await ctx.sql<{ advert_id: string; application_id: string }>(
    sql`select advert_id, application_id from adverts.advert_application
      where advert_id = any(${ids}::bigint[]) order by application_id`,
  )
  const devices = await ctx.sql<{ advert_id: string; device_id: string; name: string }>(
    sql`select t.advert_id, t.device_id, d.name || ' · ' || d.sn as name from adverts.advert_device t
      join devices.device d on d.id = t.device_id where t.advert_id = any(${ids}::bigint[]) order by d.name, d.id`,
  )
  return { apps, devices }
}

async function setApplications(ctx: Ctx, id: string, appIds: readonly string[]): Promise<void> {
  const found = await ctx.sql(
    sql`select from applications.application where id = any(${appIds}::bigint[]) and deleted_at is null`,
  )
  if (found.length < new Set(appIds).size) throw refuse('appIds', '应用不存在', 'An application does not exist')
  await ctx.sql(sql`delete from adverts.advert_application where advert_id = ${id}`)
  await ctx.sql(
    sql`insert into adverts.advert_application (advert_id, application_id)
      select distinct ${id}::bigint, unnest(${appIds}::bigint[])`,
  )
}

async function setDevices(ctx: Ctx, id: string, position: number, deviceIds: readonly string[]): Promise<void> {
  const found = await ctx.sql<{ name: string; device_class: string }>(
    sql`select name, device_class from devices.device where id = any(${deviceIds}::bigint[]) and deleted_at is null`,
  )
  if (found.length < new Set(deviceIds).size) throw refuse('deviceIds', '设备不存在', 'A device does not exist')
  const dark = found.find(one => !ctx.ports.classes.get(one.device_class)?.screen)
  if (dark && position === ADVERT_PLACES.screen[0])
    throw refuse('deviceIds', `${dark.name}没有屏幕`, `${dark.name} has no screen`)
  await ctx.sql(sql`delete from adverts.advert_device where advert_id = ${id}`)
  await ctx.sql(
    sql`insert into adverts.advert_device (advert_id, device_id)
      select distinct ${id}::bigint, unnest(${deviceIds}::bigint[])`,
  )
}

export const advertHalf = implement(advert, {
  async beforeWrite(ctx, values, before) {
    const row: Input = { ...before, ...values }
    if (new Date(String(row.endsAt)).getTime() <= new Date(String(row.startsAt)).getTime())
      throw refuse('endsAt', '结束时间应晚于投放时间', 'It must end after it begins')
    if (!linkOk(row.jump, row.link))
      throw refuse(
        'link',
        '站内以 / 开头，站外以 https:// 开头，不跳转则留空',
        'Begin with / inside and with https:// outside; leave it empty for none',
      )
  },
  async afterWrite(ctx, row, before, given) {
    if ('video' in given) await holdDocuments(ctx, VIDEO, strings(before?.video), strings(given.video))
    const { apps, devices } = await targetsOf(ctx, [row.id])
    const appIds = 'appIds' in given ? strings(given.appIds) : apps.map(one => one.application_id)
    const deviceIds = 'deviceIds' in given ? strings(given.deviceIds) : devices.map(one => one.device_id)
    checkTargets(ctx, { ...row, appIds, deviceIds })
    if ('appIds' in given) await setApplications(ctx, row.id, appIds)
    if ('deviceIds' in given || before?.position !== row.position)
      await setDevices(ctx, row.id, row.position, deviceIds)
  },
  afterRemove: (ctx, row) => dropDocuments(ctx, strings(row.video)),
  afterRestore: (ctx, row) => holdAgain(ctx, strings(row.video)),
  async compute(ctx, rows) {
    const now = ctx.now.getTime()
    const { apps, devices } = await targetsOf(
      ctx,
      rows.map(row => row.id),
    )
    const named = await withNames(ctx, application, apps, 'application_id', 'name')
    for (const row of rows) {
      const [from, to] = [new Date(row.startsAt).getTime(), new Date(row.endsAt).getTime()]
      row.phase = row.state === 0 ? 3 : now < from ? 0 : now < to ? 1 : 2
      row.media = row.video?.length ? 2 : 1
      const [ownApps, ownDevices] = [named, devices].map(all => all.filter(one => one.advert_id === row.id))
      Object.assign(row, {
        appIds: ownApps!.map(one => (one as (typeof named)[0]).application_id),
        appNames: ownApps!.map(one => one.name),
        deviceIds: ownDevices!.map(one => (one as (typeof devices)[0]).device_id),
        deviceNames: ownDevices!.map(one => one.name),
      })
    }
  },
  actions: {
    async seen(ctx, input) {
      const places = await ctx.sql<{ position: number; views: number; clicks: number }>(
        sql`select position, views, clicks from adverts.exposure where advert_id = ${input.id} order by position`,
      )
      const devices = await ctx.sql<Played>(sql`
        select d.id as "deviceId", d.name, d.sn, ap.name as "appName", sum(p.plays)::int as plays,
          min(p.since) as "since", max(p.last_at) as "lastAt",
          coalesce(sh.vals -> 'adverts' @> jsonb_build_array(jsonb_build_object('advertId', ${input.id}::text)), false)
            as "held"
        from adverts.play p join devices.device d on d.id = p.device_id
        left join applications.application ap on ap.id = d.app_id
        left join devices.shadow sh on sh.device_id = d.id and sh.component = ''
        where p.advert_id = ${input.id} group by d.id, ap.name, sh.vals order by 5 desc, d.id limit 1000`)
      return { places, devices }
    },
  },
})
interface Played {
  deviceId: string
  name: string
  sn: string
  appName: string | null
  plays: number
  since: string
  lastAt: string
  held: boolean
}

/** An advert removed by mistake comes back with its targets and its figures. */
export const advertFollowing = following(advert, {
  keeps: [
    { table: 'adverts.advert_application', by: 'advert_id', label: ['投放应用', 'Application of an advert'] },
    { table: 'adverts.advert_device', by: 'advert_id', label: ['投放设备', 'Device of an advert'] },
    { table: 'adverts.exposure', by: 'advert_id', label: ['曝光', 'Views'] },
    { table: 'adverts.play', by: 'advert_id', label: ['播放', 'Plays'] },
  ],
})
