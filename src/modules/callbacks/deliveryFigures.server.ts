/** Statistics of deliveries in the last 24 hours or another period, for each callback and in total; shown in the list and the data centre. */
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'

export interface DeliveryFigures {
  /** Number accepted by the receiver. */
  ok: number
  /** Number accepted or given up; those in progress are neither. */
  ended: number
  waiting: number
  aside: number
  retrying: number
  /** Percentage of the ended ones that were accepted, one decimal, rounded down; null when none has ended. */
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

/** By callback; one without deliveries is missing. */
export async function deliveryFiguresOf(
  query: Query,
  callbackIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryFigures>> {
  const rows = await query<Counts & { id: string }>(
    sql`select callback_id as id, ${COUNTS} from callbacks.delivery where callback_id = any(${callbackIds as string[]}::bigint[]) and ${RECENT} group by 1`,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, withPercent(counts)]))
}

/** For all callbacks that the caller can see; since `from`, or of the last 24 hours. */
export async function deliveryFigures(query: Query, from?: Date): Promise<DeliveryFigures> {
  const since = from ? sql`created_at >= ${from}` : RECENT
  const [counts] = await query<Counts>(sql`select ${COUNTS} from callbacks.delivery where ${since}`)
  return withPercent(counts!)
}
