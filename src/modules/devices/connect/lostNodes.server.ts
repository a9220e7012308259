/** Ends the sessions of gateways without a sign of life, in the way the gateways would have done it. */
import sql from 'sql-template-tag'
import { worker } from '#server/parts.ts'
import { makeSessionStore } from './sessionStore.server.ts'
import { LOST_AFTER_S } from './signOfLife.server.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 15_000
const AT_ONCE = 100

interface Orphan {
  id: string
  app_id: string | null
  source_id: string
  device_class: string
  epoch: string
  seen_at: string
}

export const lostNodes = worker({
  name: 'lost nodes',
  where: 'worker',
  async run(ports, signal) {
    const { close } = makeSessionStore(ports)
    // First the node, then its sessions: a node that is still running notices that it was removed, and makes its devices reconnect.
    const lost = await ports.db.query<{ name: string }>(
      ENGINE,
      sql`delete from engine.node where seen_at < now() - ${LOST_AFTER_S} * interval '1 second' returning name`,
    )
    for (const { name } of lost)
      ports.log.warn({ node: name }, 'a gateway gives no signs of life; its sessions are ended')
    for (let more = true; more && !signal.aborted;) {
      const orphans = await ports.db.query<Orphan>(
        ENGINE,
        sql`select d.id, d.app_id, d.source_id, d.device_class, s.epoch, coalesce(s.last_seen_at, s.opened_at, now()) as seen_at
        from devices.session s join devices.device d on d.id = s.device_id
        where s.online and not exists (select from engine.node n where n.name = s.node) order by d.id limit ${AT_ONCE}`,
      )
      await Promise.all(
        orphans.map(device =>
          close({ device, epoch: device.epoch, lastSeenMs: Date.parse(device.seen_at), reason: 'serverStop' }),
        ),
      )
      for (const { id, app_id, source_id, device_class } of orphans)
        ports.bus.publish('live', {
          type: 'session',
          online: false,
          deviceId: id,
          reason: 'serverStop',
          appId: app_id,
          sourceId: source_id,
          deviceClass: device_class,
          at: ports.now().toISOString(),
        })
      more = orphans.length === AT_ONCE
    }
    return EVERY_MS
  },
})
