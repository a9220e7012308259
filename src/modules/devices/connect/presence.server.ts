/** Keeps connection data correct: ends sessions left open by a crash, writes signs of life in batches, disconnects disabled devices. */
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Params } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import type { LinkBook } from './linkBook.server.ts'
import { LOST_AFTER_S, signOfLife } from './signOfLife.server.ts'

const ENGINE = { role: 'engine' } as const
const WRITE_SEEN_MS = 5 * 60_000
const LOOK_MS = 500
const SIGN_MS = 5000
/** Number of connections dropped at once; if all were dropped together, all would reconnect together. */
const DROP_AT_ONCE = 100
const DROP_PAUSE_MS = 100

/** A starting process has no connections, so sessions still open in its name ended with the previous process. */
export async function endLeftovers(ports: Ports): Promise<number> {
  await signOfLife(ports)
  const rows = await ports.db.query<{ device_id: string }>(
    ENGINE,
    sql`update devices.session set online = false, closed_at = now(), reason = 'serverStop'
      where online and node = ${ports.node} returning device_id`,
  )
  await ports.db.query(
    ENGINE,
    sql`update devices.session_log l set closed_at = now(), reason = 'serverStop'
      where closed_at is null
      and exists (select from devices.session s where s.device_id = l.device_id and not s.online)`,
  )
  return rows.length
}

export interface Presence {
  stop(): Promise<void>
}

/** Writes when devices of this gateway were last seen. */
async function writeSeen(ports: Ports, links: LinkBook): Promise<void> {
  const rows = [...links.all()].map(entry => ({
    id: entry.deviceId,
    at: new Date(entry.lastSeen).toISOString(),
    epoch: entry.epoch,
  }))
  for (let start = 0; start < rows.length; start += 1000) {
    await ports.db.query(
      ENGINE,
      sql`update devices.session s set last_seen_at = g.at
          from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + 1000))}::jsonb) as g(id bigint,
          at timestamptz, epoch bigint)
        where s.device_id = g.id and s.epoch = g.epoch and s.last_seen_at < g.at`,
    )
  }
}

/** Follows changes of devices: updates names and owners; disconnects disabled, deleted and unlinked ones. */
function deviceFollower(ports: Ports, links: LinkBook): () => Promise<void> {
  let version = ''
  return async () => {
    const [head] = await ports.db.query<{ version: string }>(
      ENGINE,
      prepared(sql`select version from engine.head where name = 'devices'`),
    )
    if (!head) return
    // What was opened meanwhile may have been read before the change.
    const looked = head.version === version ? [...links.fresh] : [...links.all()]
    if (!looked.length) {
      version = head.version
      return
    }
    const entries = new Map(looked.map(entry => [entry.deviceId, entry]))
    const rows = await ports.db.query<{
      id: string
      name: string
      app_id: string | null
      source_id: string
      since_ms: number | null
      gateway_id: string | null
      enabled: boolean
      gone: boolean
    }>(
      ENGINE,
      sql`select d.id, d.name, d.app_id, d.source_id, d.gateway_id, d.enabled,
          d.deleted_at is not null as gone,
          (select extract(epoch from min(b.from_at))::float8 * 1000 from devices.binding b
            where b.device_id = d.id) as since_ms
        from devices.device d
        where d.id = any(${[...entries.keys()]}::bigint[])`,
    )
    for (const row of rows) {
      const entry = links.get(row.id)
      if (!entry) continue
      Object.assign(entry, { name: row.name, appId: row.app_id, sourceId: row.source_id, sinceMs: row.since_ms })
      if (!row.enabled || row.gone) entry.link.reset('kicked')
      // A session that was opened meanwhile is newer than the row.
      else if (entry === entries.get(row.id) && entry.gateway !== null && entry.gateway !== row.gateway_id)
        entry.link.reset('unlinked')
    }
    endSeparated(links)
    version = head.version
    for (const entry of looked) links.fresh.delete(entry)
  }
}

/** A device that is bound elsewhere than its gateway is no longer carried by it. */
function endSeparated(links: LinkBook): void {
  for (const { gateway, appId, sourceId, link } of [...links.all()]) {
    if (gateway === null) continue
    const carrier = links.get(gateway)
    if (carrier?.appId !== appId || carrier.sourceId !== sourceId) link.reset('kicked')
  }
}

/** Without a sign of life for too long, a gateway's sessions are ended by others; its devices then reconnect, here or elsewhere. */
function signer(ports: Ports, links: LinkBook): () => Promise<void> {
  let signedMs = performance.now()
  let dropping = false
  return async () => {
    try {
      const known = await signOfLife(ports)
      signedMs = performance.now()
      if (known) return
    } catch {
      if (performance.now() - signedMs < LOST_AFTER_S * 1000) return
    }
    if (dropping) return
    dropping = true
    if (links.size > 0)
      ports.log.warn({ links: links.size }, 'this gateway was considered lost; its devices must reconnect')
    for (const [index, entry] of [...links.all()].entries()) {
      if (index > 0 && index % DROP_AT_ONCE === 0) await sleep(DROP_PAUSE_MS)
      entry.link.reset('serverStop')
    }
    dropping = false
  }
}

/** Tells a gateway that a device is no longer behind it. */
const notifyGateway = (ports: Ports, links: LinkBook, { gatewayId, productKey, deviceName }: Params): void => {
  const devices = [{ productKey: String(productKey), deviceName: String(deviceName) }]
  links
    .get(String(gatewayId))
    ?.link.send({ kind: 'unlinked', id: ports.newId(), devices })
    .catch(() => {})
}

export function startPresence(ports: Ports, links: LinkBook): Presence {
  const subscribed = [
    ports.bus.subscribe('kick', message => links.get(String(message.deviceId))?.link.reset('kicked')),
    ports.bus.subscribe('unlinked', message => notifyGateway(ports, links, message)),
  ]
  const quiet = (work: () => Promise<void>) => (): void => void work().catch(() => {})
  const timers = [
    setInterval(
      quiet(() => writeSeen(ports, links)),
      WRITE_SEEN_MS,
    ),
    setInterval(quiet(deviceFollower(ports, links)), LOOK_MS),
    setInterval(quiet(signer(ports, links)), SIGN_MS),
  ]
  return {
    async stop() {
      for (const unsubscribe of subscribed) unsubscribe()
      timers.forEach(clearInterval)
      await writeSeen(ports, links).catch(() => {})
    },
  }
}
