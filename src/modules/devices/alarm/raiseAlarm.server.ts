/** Opens an alarm that no event of a device opened: by a rule or a person. One that is open already counts another time. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { publishAlarm } from './alarmActs.server.ts'

export interface RaisedAlarm {
  deviceId: string
  component?: string
  /** Alarms of one device, part and kind are one while it is open. */
  kind: string
  name: string
  /** 1 alert, 2 fault, 3 urgent */
  level: number
  origin: 'rule' | 'person'
  /** The name of the rule or the person. */
  originName: string
  /** Keys of stored pictures. */
  pictures?: readonly string[]
}
const ORIGIN = { rule: 2, person: 3 } as const

/** In the caller's transaction; returns its id and whether it is new. Throws `not_found`. */
export async function raiseAlarm(
  ports: Ports,
  query: Query,
  of: RaisedAlarm,
): Promise<{ id: string; sourceId: string; fresh: boolean }> {
  const [row] = await query<{
    id: string
    sourceId: string
    appId: string
    deviceClass: string
    level: number
    fresh: boolean
  }>(
    sql`insert into devices.alarm as a (id, source_id, app_id, site_id, device_id, device_class, device_name, component,
        kind, name, level, opened_at, last_at, origin, origin_name, pictures, escalate_at)
      select ${ports.newId()}, d.source_id, d.app_id, d.site_id, d.id, d.device_class, d.name, ${of.component ?? ''},
        ${of.kind}, ${of.name}, ${of.level}, ${ports.now()}, ${ports.now()}, ${ORIGIN[of.origin]}, ${of.originName},
        ${JSON.stringify(of.pictures ?? [])}::jsonb, ${ports.now()}
      from devices.device d where d.id = ${of.deviceId} and d.app_id is not null and d.deleted_at is null
      on conflict (device_id, app_id, component, kind) where state < 3 do update
      set repeats = a.repeats + 1, level = greatest(a.level, excluded.level), last_at = excluded.last_at,
        announced_at = case when a.cleared_at is not null or excluded.level > a.level then clock_timestamp()
          else a.announced_at end,
        cleared_at = null, rev = a.rev + 1, updated_at = now()
      returning a.id, a.source_id as "sourceId", a.app_id as "appId", a.device_class as "deviceClass", a.level,
        xmax = 0 as fresh`,
  )
  if (!row) throw new Refusal('not_found', { text: ['设备不存在', 'The device does not exist'] })
  if (row.fresh)
    await query(
      sql`insert into engine.outbox (id, type, key, app_id, payload) values (${ports.newId()}, 'alarm.opened',
        ${of.deviceId}, ${row.appId}, ${JSON.stringify({
          ...{ alarmId: row.id, deviceId: of.deviceId, deviceClass: row.deviceClass, kind: of.kind },
          ...{ component: of.component ?? '', level: row.level },
        })}::jsonb)`,
    )
  publishAlarm(ports, query, { ...row, deviceId: of.deviceId })
  return { id: row.id, sourceId: row.sourceId, fresh: row.fresh }
}
