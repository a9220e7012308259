/** Agencies and suppliers: what both have, and the trials and shares of agencies. */
import { DEFAULT_ZONE, dayOf } from '#base/zonedTime.ts'
import type { RowOf } from '#model/row.ts'
import { implement } from '#server/parts.ts'
import { agency } from './agency.noun.ts'
import { companyHalf } from './company.server.ts'
import { supplier } from './supplier.noun.ts'
import { keepShare, setShare } from './share.server.ts'
import { computeTrial, extendTrial, makeRegular } from './trial.server.ts'

const [ofAgency, ofSupplier] = [companyHalf('agency'), companyHalf('supplier')]

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
