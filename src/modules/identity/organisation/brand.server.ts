/** The server half of brands: rows from the product's files, a login client for each, and pictures. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { implement, raw } from '#server/parts.ts'
import { seed } from '#server/seed.ts'
import type { Query } from '#server/sql/db.ts'
import { brand } from './brand.noun.ts'
import { PLATFORM_ID } from '../signIn/tokenCall.server.ts'

/** First segments of addresses that the product itself uses. */
const TAKEN =
  /^(api|assets|login|lock|docs|index|reg|home|commonHome|apply|applyLayout|qrcode|deviceQrcode|contactUs|resetPsw|why|connectDevice|dev|system|hardware|user|operate|service|charge|after|ledger|gateway|device|visit)/i

/** A client secret in a browser is not secret: it only identifies the brand whose login page is used. */
const clientFor = (query: Query, sourceId: string, code: string) =>
  query(
    sql`insert into identity.client (id, secret, source_id, grants)
      values (${`console-${code}`}, ${`console-${code}`}, ${sourceId}, '{password,refresh_token,mobile}')
      on conflict
      do nothing`,
  )

export const brandHalf = implement(brand, {
  async beforeWrite(ctx, values, before) {
    values.state ??= before ? before.state : 1
    if (before) {
      if (before.code === 'portico' && values.state === 0)
        throw invalidFields([{ field: 'state', text: ['平台自身的品牌不能停用', "The platform's own brand stays on"] }])
      return
    }
    if (TAKEN.test(String(values.code)))
      throw invalidFields([{ field: 'code', text: ['该编码已被系统使用', 'The product uses this word itself'] }])
    const [other] = await ctx.sql(sql`select 1 from identity.brand where source_id = ${values.sourceId}`)
    if (other)
      throw invalidFields([{ field: 'sourceId', text: ['该机构已有品牌', 'This organisation has a brand already'] }])
  },
  async afterWrite(ctx, row, before) {
    if (!before) await ctx.ports.db.tx({ role: 'engine' }, query => clientFor(query, row.sourceId, row.code))
    await ctx.bump('identity')
  },
  afterRemove: ctx => ctx.bump('identity'),
  async afterRestore(ctx, row) {
    const [other] = await ctx.sql(
      sql`select 1 from identity.brand where source_id = ${row.sourceId} and id <> ${row.id}`,
    )
    if (other) throw new Refusal('duplicate', { text: ['该机构已有品牌', 'This organisation has a brand already'] })
    await ctx.bump('identity')
  },
})

/** The brands delivered with the product, each for the organisation with the same code; existing rows are kept as edited. */
export const brandSeed = seed({
  name: 'brands',
  order: 5,
  run: ports =>
    ports.db.tx({ role: 'engine' }, async query => {
      for (const one of ports.brands) {
        const [made] = await query<{ source_id: string }>(
          sql`insert into identity.brand (id, source_id, code, name, title, footer, company_name, accent)
          select ${ports.newId()}, o.id, ${one.code}, ${one.name}, ${one.title}, ${one.footer}, ${one.companyName}, ${one.accent ?? null}
          from identity.organisation o where o.code = ${one.code} on conflict do nothing returning source_id`,
        )
        if (made && made.source_id !== PLATFORM_ID) await clientFor(query, made.source_id, one.code)
      }
    }),
})

export const brandLogo = raw({
  method: 'GET',
  path: '/api/brand/:code/logo',
  access: 'public',
  budget: 'read',
  summary: ['品牌标志', 'The logo of a brand'],
  async handle(ports, request, reply) {
    const { code } = request.params as { code: string }
    const [row] = await ports.db.query<{ logo: string | null }>(
      { role: 'engine' },
      sql`select logo ->> 0 as logo from identity.brand where code = ${code} and state = 1`,
    )
    const sealed = row?.logo ? await ports.files.get(row.logo) : null
    if (!sealed) throw new Refusal('not_found')
    return reply
      .type('image/jpeg')
      .header('content-disposition', 'inline')
      .header('cache-control', 'public, max-age=86400')
      .send(ports.vault.open(sealed, 'file|image'))
  },
})
