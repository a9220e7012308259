/** What the catalogue adds to suppliers: their vendors and models. */
import sql from 'sql-template-tag'
import { supplier } from '#modules/organisation/supplier.noun.ts'
import { contributes } from '#server/parts.ts'

export const supplierModels = contributes(supplier, {
  async compute(ctx, rows) {
    const figures = await ctx.sql<{ id: string | null; names: string | null; models: number }>(
      sql`select v.supplier_id as id, string_agg(distinct v.name, ${ctx.language === 'en' ? ', ' : '、'}) as names,
          count(distinct m.id)::int as models
        from catalog.device_vendor v left join catalog.device_model m on m.vendor_id = v.id
        where v.supplier_id = any(${rows.map(row => row.id)}::bigint[]) group by 1`,
    )
    for (const row of rows) {
      const own = figures.find(one => one.id === row.id)
      Object.assign(row, { vendorNames: own?.names ?? null, modelCount: own?.models ?? 0 })
    }
  },
})
