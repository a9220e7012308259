/** Adverts: checked when saved, shown only in their period, with views and clicks counted. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { choice, text } from '#model/field.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { endpoint, implement, raw } from '#server/parts.ts'
import { advert } from './advert.noun.ts'

const MOST = 8
const PLACES = { site: 1, console: 2 } as const

const linkOk = (jump: unknown, link: unknown): boolean => {
  const given = String(link ?? '')
  if (jump === 1) return /^\/(?![/\\])[^\s]*$/.test(given)
  return jump === 2 ? /^https:\/\/[^\s]+$/.test(given) : given === ''
}

export const advertHalf = implement(advert, {
  async beforeWrite(ctx, values, before) {
    const row = { ...before, ...values } as Input
    if (new Date(String(row.endsAt)).getTime() <= new Date(String(row.startsAt)).getTime())
      throw invalidFields([{ field: 'endsAt', text: ['结束时间应晚于投放时间', 'It must end after it begins'] }])
    if (!linkOk(row.jump, row.link))
      throw invalidFields([
        {
          field: 'link',
          text: [
            '站内以 / 开头，站外以 https:// 开头，不跳转则留空',
            'Begin with / inside and with https:// outside; leave it empty for none',
          ],
        },
      ])
  },
  async compute(ctx, rows) {
    const now = ctx.now.getTime()
    for (const row of rows) {
      const [from, to] = [new Date(row.startsAt).getTime(), new Date(row.endsAt).getTime()]
      row.phase = row.state === 0 ? 3 : now < from ? 0 : now < to ? 1 : 2
    }
  },
})

export const advertsShown = endpoint({
  method: 'GET',
  path: '/api/advert',
  access: 'public',
  budget: 'read',
  scope: 'engine',
  input: {
    position: choice(
      ['位置', 'Place'],
      { site: ['site', '官网', 'Site'], console: ['console', '控制台', 'Console'] },
      { required: true },
    ),
    platform: text(['平台', 'Brand'], { max: 32 }),
  },
  summary: [
    '某位置当前展示的广告，按顺序；每次应答计一次展示',
    'Adverts that are shown at a place now, in order; each answer counts as seen',
  ],
  run: (ctx, input) =>
    ctx.sql<{ id: string; title: string; src: string; jump: number; link: string | null }>(
      sql`with shown as (
          update content.advert a set views = views + 1 where id in (
            select id from content.advert where state = 1 and position = ${PLACES[input.position as keyof typeof PLACES]} and starts_at <= ${ctx.now} and ends_at > ${ctx.now}
              and (brand is null or brand = ${input.platform ?? 'portico'}) order by sort, id limit ${MOST})
          returning a.*)
        select id, case when ${ctx.language} = 'en' then coalesce(name_en, name) else name end as title,
        '/api/advert/' || id || '/picture' as src, jump, link
        from shown order by sort, id`,
    ),
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
    await ctx.sql(sql`update content.advert set clicks = clicks + 1 where id = ${input.id} and state = 1`)
    return true
  },
})

/** Stored pictures are visible to users who may see their rows; pictures of an advert are public while it is shown. */
export const advertPicture = raw({
  method: 'GET',
  path: '/api/advert/:id/picture',
  access: 'public',
  budget: 'read',
  summary: ['当前展示的广告图片', 'The picture of an advert that is shown now'],
  async handle(ports, request, reply) {
    const { id } = request.params as { id: string }
    const [row] = isId(id)
      ? await ports.db.query<{ file: string }>(
          { role: 'engine' },
          sql`select pictures ->> 0 as file from content.advert where id = ${id} and state = 1 and starts_at <= now() and ends_at > now()`,
        )
      : []
    const sealed = row?.file ? await ports.files.get(row.file) : null
    if (!sealed) throw new Refusal('not_found')
    return reply
      .type('image/jpeg')
      .header('content-disposition', 'inline')
      .header('cache-control', 'public, max-age=300')
      .send(ports.vault.open(sealed, 'file|image'))
  },
})
