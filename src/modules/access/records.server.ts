/** The list of passages: with its own totals, and with the passages that later modules add for devices without recognition. */
import sql, { type Sql } from 'sql-template-tag'
import { cardOf, cardShown, plateOf } from '#base/identity.ts'
import { invalidFields } from '#model/error.ts'
import { FAMILIES } from '#model/families.ts'
import { listContributed } from '#server/crud/contributions.ts'
import { Operations } from '#server/crud/operations.ts'
import { endpoint, implement } from '#server/parts.ts'
import { listFacts } from '#modules/devices/api.ts'
import { passRecord } from './passRecord.noun.ts'

export const passRecordHalf = implement(passRecord, {
  found: {
    /** By any spelling; records of earlier versions have that of their reader. */
    cardNo: given =>
      sql`t.card_no = any(${[cardOf(given), cardShown(given), given].filter(one => one !== null)}::text[])`,
    plateNo: given => sql`t.plate_no = ${plateOf(given) ?? given}`,
  },
  /** Cards are shown as they are registered; those that belong to nobody in the form in which they are compared. */
  async compute(ctx, rows) {
    const keys = [...new Set(rows.flatMap(row => (typeof row.cardNo === 'string' ? row.cardNo : [])))]
    if (!keys.length) return
    const apps = [...new Set(rows.flatMap(row => row.appId ?? []))]
    const cards = await ctx.sql<{ app_id: string; card_no: string; shown: string }>(
      sql`select app_id, card_no, shown from people.card
        where app_id = any(${apps}::bigint[]) and card_no = any(${keys})`,
    )
    const shown = new Map(cards.map(card => [`${card.app_id} ${card.card_no}`, card.shown]))
    for (const row of rows) row.cardNo = shown.get(`${row.appId} ${row.cardNo}`) ?? row.cardNo
  },
})
const passages = new Operations(passRecordHalf, new Map())

/** The site where the device was. No field of the noun, because every page with passages would load the site with it. */
function ofSite(asked: unknown): readonly Sql[] {
  if (asked === undefined || asked === '') return []
  if (!/^\d{1,19}$/.test(String(asked)))
    throw invalidFields([{ field: 'siteId', text: ['没有这个站点', 'There is no such site'] }])
  return [sql`t.site_id = ${asked}`]
}

export const passRecordPage = endpoint({
  method: 'GET',
  path: '/api/person/passRecord/page',
  access: 'passRecord:list',
  scope: 'application',
  summary: [
    '通行记录，最新在前，总数准确；siteId 只取一个站点的',
    'Passages, newest first, with exact totals; siteId narrows them to one site',
  ],
  run: async (ctx, input) =>
    (await listContributed(ctx, passRecord, input)) ??
    listFacts(passages, ctx, input, {
      families: [FAMILIES.passage.wire],
      resultField: 'result',
      also: ofSite(input.siteId),
    }),
})
