/** Narrows a read to the applications that have a site in a region: a province, or one city of it. */
import sql, { empty, type Sql } from 'sql-template-tag'
import { REGIONS } from '#base/regions.ts'
import { Refusal } from '#model/error.ts'
import { text } from '#model/field.ts'
import type { Ctx } from '#server/ctx.ts'

export const REGION = text(['地区', 'Region'], {
  max: 40,
  help: [
    '省份代码，可加城市，如 33 或 33.杭州市',
    'The code of a province, 33, with the name of a city if wanted, 33.Hangzhou',
  ],
})
export interface Region {
  province: number
  city: string | undefined
}

/** `33` or `33.杭州市`; refuses a code that no province has. */
export function regionOf(given: unknown): Region | undefined {
  if (given === undefined || given === null || given === '') return undefined
  const [, code, city] = /^(\d{2})(?:\.(.+))?$/.exec(String(given)) ?? []
  if (code === undefined || !Object.hasOwn(REGIONS, code)) throw new Refusal('not_found')
  return { province: Number(code), city }
}

/** The condition on sites, `alias` being their table. */
export const inRegion = ({ province, city }: Region): Sql =>
  sql`st.province = ${province}${city === undefined ? empty : sql` and st.city = ${city}`}`

/**
 * The rest of the transaction reads only rows of these applications, and only of those that it read before. Figures are
 * kept by application, so that one with sites in several provinces is counted in each.
 */
export async function narrowToRegion(ctx: Ctx, region: Region): Promise<void> {
  const rows = await ctx.sql<{ id: string }>(
    sql`select distinct st.app_id as id from applications.site st where ${inRegion(region)}`,
  )
  await ctx.sql(
    sql`select set_config('role', 'rt_apps', true), set_config('portico.app_ids', ${rows.map(row => row.id).join(',')}, true)`,
  )
}
