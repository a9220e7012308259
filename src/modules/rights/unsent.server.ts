/** What devices are never sent because their protocol carries no command for it: they ask, so nothing waits for them. */
import sql, { type Sql } from 'sql-template-tag'
import { unsentSets, type Unsent } from '#devices/fields/carried.ts'
import type { DeviceClass } from '#model/device.ts'

type Classes = ReadonlyMap<string, DeviceClass>

const isAmong = (unsent: readonly Unsent[], deviceId: Sql, item: Sql): Sql =>
  unsent.length
    ? sql`exists (select from devices.session us join devices.device ud on ud.id = us.device_id
        join jsonb_to_recordset(${JSON.stringify(unsent)}::jsonb) as un("deviceClass" text, protocol text, item text)
          on un."deviceClass" = ud.device_class and un.protocol = us.protocol
        where us.device_id = ${deviceId} and ${item})`
    : sql`false`

/** Whether the device is never sent this set. */
export const isUnsent = (classes: Classes, deviceId: Sql, item: Sql): Sql =>
  isAmong(unsentSets(classes.values()), deviceId, sql`un.item = ${item}`)
/** Whether the device is sent no set of its class. */
export const storesNothing = (classes: Classes, deviceId: Sql): Sql =>
  isAmong(
    unsentSets(classes.values()).filter(one => one.alone),
    deviceId,
    sql`true`,
  )
