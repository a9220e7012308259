/** Agencies and suppliers: their figures, and expiring contracts. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE, dayOf } from '#base/zonedTime.ts'
import { closeOrganisations } from '#modules/identity/api.ts'
import type { RowOf } from '#model/row.ts'
import { implement, worker } from '#server/parts.ts'
import { agency } from './agency.noun.ts'
import { companyHalf } from './company.server.ts'
import { supplier } from './supplier.noun.ts'
import { keepShare, setShare } from './share.server.ts'
import { computeTrial, extendTrial, makeRegular } from './trial.server.ts'

const [ofAgency, ofSupplier] = [companyHalf('agency'), companyHalf('supplier')]
const ENGINE = { role: 'engine' } as const
const LOOK_MS = 10 * 60_000

export const agencyHalf = implement(agency, {
  ...ofAgency,
  async compute(ctx, rows, nouns) {
    await ofAgency.compute!(ctx, rows, nouns)
    await computeTrial(ctx, rows)
  },
  async afterWrite(ctx, row, before, given) {
    await ofAgency.afterWrite!(ctx, row, before, given)
    const { shareRate: rate, startsOn } = row as RowOf<typeof agency>
    if (!before && rate !== null && rate !== undefined)
      await keepShare(ctx, row.id, { rate, fromOn: startsOn ?? dayOf(ctx.now, DEFAULT_ZONE), reason: null })
  },
  actions: { ...ofAgency.actions, extendTrial, makeRegular, setShare },
})

export const supplierHalf = implement(supplier, ofSupplier)

/** An expired contract closes its company on the day after its last day, like freezing it. */
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
