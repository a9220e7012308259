/** The brand of an organisation: its own, or that of the nearest organisation above it with an enabled brand. */
import sql from 'sql-template-tag'
import type { Language } from '#base/text.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import { brand } from './brand.noun.ts'
import { PLATFORM_ID } from '../signIn/tokenCall.server.ts'

const ENGINE = { role: 'engine' } as const

export interface BrandRow {
  source_id: string
  code: string
  name: string
  title: string
  /** File key of the picture. */
  logo: string | null
  footer: string | null
  company_name: string
  accent: string | null
  icp: string | null
  service_phone: string | null
}
export const BRAND = sql`b.source_id, b.code, b.name, b.title, b.logo ->> 0 as logo, b.footer, b.company_name, b.accent, b.icp, b.service_phone`

/** The brand of each organisation, as rows of `id, brand_id`, for statements over many of them. */
export const BRAND_OF_EACH = sql`with recursive branded as (
  select o.id, b.id as brand_id from identity.organisation o left join identity.brand b on b.source_id = o.id
  where o.parent_id is null
  union all
  select o.id, coalesce(b.id, up.brand_id) from branded up join identity.organisation o on o.parent_id = up.id
    left join identity.brand b on b.source_id = o.id and b.state = 1)
  select id, brand_id from branded`

/** The brand above an organisation; that of the platform when none in between has one. */
export async function brandAbove(run: RunSql, sourceId: string): Promise<BrandRow | undefined> {
  const [row] = await run<BrandRow>(sql`
    with recursive up as (
      select id, parent_id, 0 as step from identity.organisation where id = ${sourceId}
      union all select o.id, o.parent_id, up.step + 1 from identity.organisation o join up on o.id = up.parent_id
      where up.step < 32)
    select ${BRAND} from up join identity.brand b on b.source_id = up.id
    where b.state = 1 or b.source_id = ${PLATFORM_ID} order by up.step limit 1`)
  return row
}

/** The organisation whose login page accounts of `sourceId` use. */
export const brandSourceOf = async (ports: Ports, sourceId: string): Promise<string> =>
  (await brandAbove(query => ports.db.query(ENGINE, query), sourceId))?.source_id ?? PLATFORM_ID

/** The number that the public may call about what an organisation keeps; null when its brand has none. */
export const servicePhoneOf = async (ports: Ports, sourceId: string): Promise<string | null> =>
  (await brandAbove(query => ports.db.query(ENGINE, query), sourceId))?.service_phone || null

/** The public properties of a brand. */
export const presentBrand = (row: BrandRow, language: Language) => ({
  code: row.code,
  // Another picture has another address, so that it can be cached for long.
  logo: row.logo ? `/api/brand/${row.code}/logo?of=${row.logo}` : '',
  name: readBuiltIn(brand, 'name', row.name, language),
  title: readBuiltIn(brand, 'title', row.title, language),
  footer: readBuiltIn(brand, 'footer', row.footer ?? '', language),
  companyName: readBuiltIn(brand, 'companyName', row.company_name, language),
  icp: row.icp ?? '',
  servicePhone: row.service_phone ?? '',
  ...(row.accent ? { accent: row.accent } : {}),
})
