/** How deliveries go: of the last 24 hours, for each callback and for all of them; the list and the data centre show these. */
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'

export interface DeliveryFigures {
  /** Accepted by the receiver. */
  ok: number
  /** Accepted or given up; what is still under way is neither. */
  ended: number
  waiting: number
  aside: number
  retrying: number
  /** Of those that ended, one decimal, cut off; null when none has. */
  percent: number | null
}

const COUNTS = sql`count(*) filter (where state = 2)::int as ok, count(*) filter (where state in (2, 3))::int as ended,
  count(*) filter (where state in (0, 1))::int as waiting,
  count(*) filter (where state in (0, 1) and aside)::int as aside,
  count(*) filter (where state = 1)::int as retrying`
const RECENT = sql`created_at > now() - interval '24 hours'`

type Counts = Omit<DeliveryFigures, 'percent'>
const withPercent = (counts: Counts): DeliveryFigures => ({
  ...counts,
  percent: counts.ended ? Math.floor((counts.ok / counts.ended) * 1000) / 10 : null,
})

/** Of each callback; one without deliveries is missing. */
export async function deliveryFiguresOf(
  query: Query,
  callbackIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryFigures>> {
  const rows = await query<Counts & { id: string }>(
    sql`select callback_id as id, ${COUNTS} from callbacks.delivery where callback_id = any(${callbackIds as string[]}::bigint[]) and ${RECENT} group by 1`,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, withPercent(counts)]))
}

/** Of all that the caller sees. */
export async function deliveryFigures(query: Query): Promise<DeliveryFigures> {
  const [counts] = await query<Counts>(sql`select ${COUNTS} from callbacks.delivery where ${RECENT}`)
  return withPercent(counts!)
}
