/** Agencies and suppliers: their figures, and contracts that come to their end. */
import sql from 'sql-template-tag'
import { closeOrganisations } from '#modules/identity/api.ts'
import { implement, worker } from '#server/parts.ts'
import { agency } from './agency.noun.ts'
import { companyHalf } from './company.server.ts'
import { supplier } from './supplier.noun.ts'
import { computeTrial, extendTrial, makeRegular } from './trial.server.ts'

const [ofAgency, ofSupplier] = [companyHalf('agency'), companyHalf('supplier')]
const ENGINE = { role: 'engine' } as const
const LOOK_MS = 10 * 60_000

export const agencyHalf = implement(agency, {
  ...ofAgency,
  async compute(ctx, rows, nouns) {
    await ofAgency.compute!(ctx, rows, nouns)
    const ids = rows.map(row => row.id)
    const counts = await ctx.sql<{ id: string; apps: number; devices: number }>(
      sql`select i.id,
        (select count(*)::int from applications.application a
        where a.source_id = i.id and a.deleted_at is null) as apps,
        (select count(*)::int from devices.device d where d.source_id = i.id and d.deleted_at is null) as devices
        from unnest(${ids}::bigint[]) as i(id)`,
    )
    for (const row of rows) {
      const mine = counts.find(count => count.id === row.id)
      Object.assign(row, { appCount: mine?.apps ?? 0, deviceCount: mine?.devices ?? 0 })
    }
    await computeTrial(ctx, rows)
  },
  actions: { ...ofAgency.actions, extendTrial, makeRegular },
})

export const supplierHalf = implement(supplier, {
  ...ofSupplier,
  async compute(ctx, rows, nouns) {
    await ofSupplier.compute!(ctx, rows, nouns)
    const figures = await ctx.sql<{
      id: string
      names: string | null
      models: number
      devices: number
      online: number
    }>(
      sql`select v.supplier_id as id, string_agg(distinct v.name, ${ctx.language === 'en' ? ', ' : '、'}) as names,
        count(distinct m.id)::int as models, count(distinct d.id)::int as devices,
          count(distinct d.id) filter (where s.online)::int as online
        from catalog.device_vendor v left join catalog.device_model m on m.vendor_id = v.id
        left join devices.device d on d.model_id = m.id and d.deleted_at is null
        left join devices.session s on s.device_id = d.id
        where v.supplier_id = any(${rows.map(row => row.id)}::bigint[]) group by 1`,
    )
    for (const row of rows) {
      const mine = figures.find(one => one.id === row.id)
      Object.assign(row, {
        vendorNames: mine?.names ?? null,
        modelCount: mine?.models ?? 0,
        deviceCount: mine?.devices ?? 0,
        onlineCount: mine?.online ?? 0,
      })
    }
  },
})

/** A contract that is over closes its company on the day after its last, as freezing would. */
export const contractsOver = worker({
  name: 'organisation.contracts',
  where: 'worker',
  async run(ports) {
    await ports.db.tx(ENGINE, async query => {
      const over = await query<{ id: string; name: string }>(
        sql`update organisation.agency set state = 3, rev = rev + 1, updated_at = now()
          where state = 1 and ends_on < (now() at time zone 'Asia/Shanghai')::date returning id, name`,
      )
      if (!over.length) return
      const ids = over.map(row => row.id)
      await closeOrganisations(query, ports, ids, { reason: '合作已到期', sessionsEnd: 'expired' })
      for (const row of over)
        await query(
          sql`insert into audit.entry (id, at, actor_name, source_id, action, object, object_id, object_name)
            values (${ports.newId()}, now(), 'system', ${row.id}, 'expire', 'agency', ${row.id}, ${row.name})`,
        )
    })
    return LOOK_MS
  },
})
