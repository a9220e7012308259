/** A device that comes online, or is bound or unbound: its differences are checked, and it is asked what arrived before it disconnected. */
import sql from 'sql-template-tag'
import { handler } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'
import { readBack } from './readBack.server.ts'

const ENGINE = { role: 'engine' } as const

export const wake = handler({
  name: 'sync.wake',
  on: ['device.online', 'device.unbound', 'device.bound'],
  async run(ports, event) {
    const { deviceId, deviceClass } = event.payload as { deviceId: string; deviceClass: string }
    const known = ports.classes.get(deviceClass)
    if (!known || known.sets.length + known.documents.length === 0) return
    const unanswered = await ports.db.tx(ENGINE, async query => {
      await query(
        sql`insert into sync.device (device_id) values (${deviceId}) on conflict (device_id) do update set wake_at = now()`,
      )
      if (event.type === 'device.unbound')
        await query(sql`update sync.follow set leaving = true, put_seq = 0, gone_seq = 0 where device_id = ${deviceId}`)
      return event.type === 'device.online' && (await lookForLost(query, deviceId))
    })
    // Batches sent over the previous connection are still unanswered: the device reports what it stores.
    if (unanswered)
      await ports.db
        .tx(ENGINE, query => readBack(ports, query, deviceId, deviceClass))
        .catch((error: Error) => ports.log.warn({ deviceId, error: error.message }, 'a device could not be asked'))
  },
})

/** After a new connection; whether batches of the previous one are still unanswered. */
async function lookForLost(query: Query, deviceId: string): Promise<boolean> {
  // A device that was offline may have been reset: it is read back soon, at most once in ten minutes.
  await query(
    sql`update sync.device set read_back_at = '-infinity'
      where device_id = ${deviceId} and coalesce(read_back_at, '-infinity') < now() - interval '10 minutes'`,
  )
  // Batches that were in flight when the connection ended, and have ended since, are checked again.
  await query(sql`with lost as (delete from sync.flight f using devices.command c
    where f.device_id = ${deviceId} and c.id = f.command_id and c.state in (3, 4, 5, 6)
    returning f.item, f.subject_kind, f.subject_id)
    insert into sync.exception
      (device_id, item, subject_kind, subject_id, source_id, app_id, put, kind, tries, next_at)
    select d.id, l.item, l.subject_kind, l.subject_id, d.source_id, d.app_id, true, 'lost', 0, now()
    from lost l, devices.device d
    where d.id = ${deviceId} on conflict (device_id, item, subject_kind, subject_id) do update set next_at = now()`)
  // A document replaces what is there, so it is simply sent again.
  await query(
    sql`update sync.document o set command_id = null, kind = 'lost', next_at = now()
      from devices.command c, devices.session s
      where o.device_id = ${deviceId} and c.id = o.command_id and s.device_id = o.device_id
      and (c.state > 2 or c.epoch < s.epoch)`,
  )
  const [open] = await query(
    sql`select 1 from sync.flight f join devices.command c on c.id = f.command_id
      join devices.session s on s.device_id = f.device_id
      where f.device_id = ${deviceId} and c.state = 1 and c.epoch < s.epoch limit 1`,
  )
  return open !== undefined
}
