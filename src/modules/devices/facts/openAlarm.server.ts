/** The condition for an open alarm: it has not been handled, and the device has not reported its end. */
import sql, { type Sql } from 'sql-template-tag'

/** A condition on `e` (devices.event). An event with `on: false` ends earlier ones; it is not an alarm itself. */
export const OPEN_ALARM: Sql = sql`e.level > 0 and e.time > now() - interval '24 hours' and coalesce(e.params->>'on', 'true') <> 'false'
  and not exists (select from devices.work_item w where w.fact_id = e.id and w.state > 1)
  and not exists (select from devices.event ended
  where ended.device_id = e.device_id and ended.identifier = e.identifier and ended.component = e.component
  and ended.time >= e.time and ended.params->>'on' = 'false')`
