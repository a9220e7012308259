/** What pages ask for: the adverts shown at a place, their pictures and videos, and the count of clicks. */
import sql, { type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { choice, ref, text } from '#model/field.ts'
import type { Ctx } from '#server/ctx.ts'
import { documentPlace } from '#server/files/documents.ts'
import { sendBytes } from '#server/http/sendBytes.ts'
import { endpoint, raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { application } from '#modules/applications/application.noun.ts'
import { BRAND_OF_EACH } from '#modules/identity/api.ts'
import { ADVERT_PLACES } from './advert.noun.ts'
import { isFor, isShown, MOST_SHOWN, type Audience } from './advertTargets.server.ts'

const ENGINE = { role: 'engine' } as const
const DEFAULT_BRAND = 'portico'

const { screen: _, ...PAGES } = ADVERT_PLACES
const named = <K extends string>(key: K, [, zh, en]: readonly [number, string, string]) => [key, zh, en] as const
const PLACES = {
  site: named('site', PAGES.site),
  console: named('console', PAGES.console),
  mini: named('mini', PAGES.mini),
  paid: named('paid', PAGES.paid),
}

interface Asked {
  platform?: string | null
  application?: string | null
  device?: string | null
}
/** A device also names its class, its application and their brand; an application its brand. */
async function audienceOf(ctx: Ctx, { platform, application: asked, device }: Asked): Promise<Audience> {
  const [found] = await ctx.sql<{ brand_id: string | null; app_id: string | null; device_class: string | null }>(sql`
    with asked as (
      select (select d.device_class from devices.device d where d.id = ${device ?? null} and d.deleted_at is null)
        as device_class,
        coalesce((select d.app_id from devices.device d where d.id = ${device ?? null} and d.deleted_at is null),
          ${asked ?? null}) as app_id)
    select asked.device_class, ap.id as app_id,
      coalesce((select b.id from identity.brand b where b.code = ${platform ?? null}), br.brand_id,
        (select b.id from identity.brand b where b.code = ${DEFAULT_BRAND})) as brand_id
    from asked left join applications.application ap on ap.id = asked.app_id and ap.deleted_at is null
    left join (${BRAND_OF_EACH}) br on br.id = ap.source_id`)
  const id = (value: string | null | undefined): Sql => sql`${value ?? null}::bigint`
  return {
    brandId: id(found?.brand_id),
    appId: id(found?.app_id),
    deviceClass: sql`${found?.device_class ?? null}::text`,
    deviceId: id(device),
  }
}

export const advertsShown = endpoint({
  method: 'GET',
  path: '/api/advert',
  access: 'public',
  budget: 'read',
  scope: 'engine',
  input: {
    position: choice(['位置', 'Place'], PLACES, { required: true }),
    platform: text(['平台', 'Brand'], { max: 32 }),
    application: ref(application.label, 'application'),
    device: ref(['设备', 'Device'], 'device'),
  },
  summary: [
    '某位置当前展示的广告，按顺序；指明应用或设备时包含投放给它的广告。每次应答计一次展示',
    'Adverts that are shown at a place now, in order; with an application or a device also those targeted at it. Each answer counts as seen',
  ],
  async run(ctx, input) {
    const place = input.position as keyof typeof PLACES
    const audience = await audienceOf(ctx, input)
    return ctx.sql<{ id: string; title: string; src: string; video: string | null; jump: number; link: string | null }>(
      sql`with shown as (
          update adverts.advert u set views = views + 1 where id in (
            select a.id from adverts.advert a where ${isShown(place, ctx.now)} and ${isFor(audience)}
            order by a.sort, a.id limit ${MOST_SHOWN})
          returning u.*),
        counted as (
          insert into adverts.exposure as e (advert_id, position, views)
          select id, position, 1 from shown order by id
          on conflict (advert_id, position) do update set views = e.views + 1)
        select id, case when ${ctx.language} = 'en' then coalesce(name_en, name) else name end as title,
          '/api/advert/' || id || '/picture' as src,
          case when video <> '[]' then '/api/advert/' || id || '/video' end as video, jump, link
        from shown order by sort, id`,
    )
  },
})

export const advertClicked = endpoint({
  method: 'POST',
  path: '/api/advert/:id/click',
  access: 'public',
  budget: 'write',
  scope: 'engine',
  summary: ['记一次点击', 'Counts a click'],
  async run(ctx, input) {
    if (!isId(input.id)) throw new Refusal('not_found')
    await ctx.sql(sql`with clicked as (
        update adverts.advert set clicks = clicks + 1 where id = ${input.id} and state = 1 returning id, position)
      insert into adverts.exposure as e (advert_id, position, clicks) select id, position, 1 from clicked
      on conflict (advert_id, position) do update set clicks = e.clicks + 1`)
    return true
  },
})

/** The key of the picture or video of an advert that is shown now; files of other adverts are for users of its page. */
async function fileShown(ports: Ports, id: string, column: 'pictures' | 'video'): Promise<Buffer> {
  const [row] = isId(id)
    ? await ports.db.query<{ file: string | null }>(
        ENGINE,
        sql`select ${column === 'video' ? sql`video` : sql`pictures`} ->> 0 as file from adverts.advert
          where id = ${id} and state = 1 and starts_at <= now() and ends_at > now()`,
      )
    : []
  const sealed = row?.file ? await ports.files.get(row.file) : null
  if (!sealed) throw new Refusal('not_found')
  return ports.vault.open(sealed, column === 'video' ? documentPlace(row!.file!) : 'file|image')
}

export const advertPicture = raw({
  method: 'GET',
  path: '/api/advert/:id/picture',
  access: 'public',
  budget: 'read',
  summary: ['当前展示的广告图片', 'The picture of an advert that is shown now'],
  async handle(ports, request, reply) {
    const { id } = request.params as { id: string }
    const bytes = await fileShown(ports, id, 'pictures')
    reply.type('image/jpeg').header('content-disposition', 'inline').header('cache-control', 'public, max-age=300')
    return reply.send(bytes)
  },
})

export const advertVideo = raw({
  method: 'GET',
  path: '/api/advert/:id/video',
  access: 'public',
  budget: 'media',
  summary: [
    '当前展示的广告视频；`Range: bytes=n-m` 可只取一段',
    'The video of an advert that is shown now; `Range: bytes=n-m` asks for a part',
  ],
  async handle(ports, request, reply) {
    const { id } = request.params as { id: string }
    const bytes = await fileShown(ports, id, 'video')
    reply
      .type('video/mp4')
      .header('content-disposition', 'inline')
      .header('cache-control', 'public, max-age=300')
      .header('content-security-policy', "sandbox; default-src 'none'; media-src 'self'")
    return sendBytes(request, reply, bytes)
  },
})
