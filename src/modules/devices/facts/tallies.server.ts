/** Hourly counts of facts. */
import sql from 'sql-template-tag'
import type { Query } from '#server/sql/db.ts'

export interface TalliedHour {
  sourceId: string
  /** The beginning of the hour. */
  hour: string
}

/** Removes the counts whose facts were removed. */
export const dropTallies = (query: Query, hours: readonly TalliedHour[]): Promise<unknown> =>
  query(
    sql`delete from devices.tally t
      using unnest(${hours.map(one => one.sourceId)}::bigint[], ${hours.map(one => one.hour)}::timestamptz[]) as gone (source_id, hour)
      where t.source_id = gone.source_id and t.hour = gone.hour`,
  )
