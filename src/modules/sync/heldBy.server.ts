/** What a device stores: the sets and documents of its class, as far as the protocol delivers them by which it is connected. */
import sql from 'sql-template-tag'
import { heldOver } from '#devices/fields/carried.ts'
import type { DeviceClass } from '#model/device.ts'
import type { RunSql } from '#server/sql/db.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'

export async function heldBy(
  ports: Pick<Ports, 'classes'>,
  query: RunSql,
  deviceId: string,
  classKey: string,
): Promise<DeviceClass | undefined> {
  const deviceClass = ports.classes.get(classKey)
  if (!deviceClass) return undefined
  const [session] = await query<{ protocol: string | null }>(
    prepared(sql`select protocol from devices.session where device_id = ${deviceId}`),
  )
  return heldOver(deviceClass, session?.protocol ?? null)
}
