/** Sessions in the database: identifying a device, opening and closing its session, many devices per statement. */
import sql from 'sql-template-tag'
import { serialOf } from '#base/identity.ts'
import { deviceModel } from '#modules/catalog/deviceModel.noun.ts'
import type { Call, CloseReason } from '#model/gate.ts'
import { inBatches } from '#server/jobs/inBatches.ts'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
/** Devices per statement: thousands at a time would lock the tables for too long. */
const AT_ONCE = 100
const { values } = deviceModel.fields.deviceKind
/** How devices of a model connect, as stored. */
export const DEVICE_KINDS = { direct: values.direct[0], child: values.child[0], gateway: values.gateway[0] } as const

/** The data of its device that a session holds. */
export interface Device {
  id: string
  sn: string
  name: string
  product_key: string
  device_class: string
  app_id: string | null
  source_id: string
  /** Of its application. */
  zone: string | null
  /** Since when somebody has had it, epoch milliseconds. */
  since_ms: number | null
}
/** Data that is read once, when the device connects; secrets are not kept, because each would hold a whole block of memory. */
export interface Known {
  device: Device
  enabled: boolean
  /** Of `DEVICE_KINDS`. */
  kind: number
  /** The gateway that it is behind. */
  gatewayId: string | null
  /** Sealed; a rotated secret remains valid until its time is over. */
  secrets: readonly Buffer[]
}
interface Carrier extends Pick<Device, 'app_id' | 'source_id'> {
  kind: number
  behind: number
}
interface Opening {
  device: Device
  claim: Call
  clientId: string
  keepAliveS: number
  polls: boolean
  gateway?: string
}
export interface Closing {
  device: Pick<Device, 'id' | 'device_class'>
  epoch: string
  lastSeenMs: number
  reason: CloseReason
}

export interface SessionStore {
  /** The device with a serial number; null when there is none. */
  find(sn: string): Promise<Known | null>
  /** Its owner, the kind of its model, of `DEVICE_KINDS`, and how many devices are behind it; null when there is no such device. */
  carrierOf(deviceId: string): Promise<Carrier | null>
  /** Resolves after COMMIT with the epoch of the new session; the previous one counts as taken over. */
  open(opening: Opening): Promise<string>
  /** Resolves after COMMIT. A newer session of the same device has a higher epoch: closing this one then changes nothing. */
  close(closing: Closing): Promise<void>
}

export const makeSessionStore = (ports: Ports): SessionStore => ({
  find: inBatches({ max: AT_ONCE, keyOf: sn => sn, run: sns => find(ports, sns) }),
  carrierOf: inBatches({ max: AT_ONCE, keyOf: id => id, run: ids => carriersOf(ports, ids) }),
  open: inBatches({ max: AT_ONCE, keyOf: ({ device }) => device.id, run: items => open(ports, items) }),
  close: inBatches({ max: AT_ONCE, keyOf: ({ device }) => device.id, run: items => close(ports, items) }),
})

async function find(ports: Ports, sns: readonly string[]): Promise<(Known | null)[]> {
  const rows = await ports.db.query<
    Device & Pick<Known, 'enabled' | 'kind' | 'gatewayId'> & { secret_sealed: Buffer; old_secret: Buffer | null }
  >(
    ENGINE,
    sql`select d.id, d.sn, d.name, d.product_key, d.device_class, d.app_id, d.source_id,
      (select a.zone from applications.application a where a.id = d.app_id) as zone,
      (select extract(epoch from min(b.from_at))::float8 * 1000 from devices.binding b where b.device_id = d.id)
        as since_ms, d.enabled, d.secret_sealed,
      case when d.old_secret_until > now() then d.old_secret_sealed end as old_secret, m.device_kind as kind,
      d.gateway_id as "gatewayId"
    from devices.device d join catalog.device_model m on m.id = d.model_id
    where (d.sn_key = any(${sns.map(serialOf)}) or d.sn = any(${sns as string[]})) and d.deleted_at is null`,
  )
  const bySn = new Map(
    rows.map(({ enabled, kind, gatewayId, secret_sealed, old_secret, ...device }): [string, Known] => [
      device.sn,
      { device, enabled, kind, gatewayId, secrets: old_secret ? [secret_sealed, old_secret] : [secret_sealed] },
    ]),
  )
  const byKey = new Map([...bySn].map(([sn, known]) => [serialOf(sn), known]))
  return sns.map(sn => bySn.get(sn) ?? byKey.get(serialOf(sn)) ?? null)
}

async function carriersOf(ports: Ports, ids: readonly string[]): Promise<(Carrier | null)[]> {
  const rows = await ports.db.query<Carrier & { id: string }>(
    ENGINE,
    sql`select d.id, d.app_id, d.source_id, m.device_kind as kind,
        (select count(*)::int from devices.device c where c.gateway_id = d.id and c.deleted_at is null) as behind
      from devices.device d join catalog.device_model m on m.id = d.model_id
      where d.id = any(${ids as string[]}::bigint[])`,
  )
  const carriers = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => carriers.get(id) ?? null)
}

async function open(ports: Ports, items: readonly Opening[]): Promise<string[]> {
  const given = items.map(({ device, claim, clientId, keepAliveS, polls, gateway }) => ({
    device_id: device.id,
    source_id: device.source_id,
    app_id: device.app_id,
    device_class: device.device_class,
    protocol: claim.protocol,
    address: claim.remoteAddress,
    client_id: clientId.slice(0, 256),
    // Behind a gateway, the keep-alive is that of the gateway.
    keep_alive_s: gateway === undefined ? keepAliveS : null,
    polls,
    proven: claim.proves !== null,
    gateway_id: gateway ?? null,
    log_id: ports.newId(),
    event_id: ports.newId(),
  }))
  const rows = await ports.db.query<{ device_id: string; epoch: string }>(
    ENGINE,
    sql`with given as (
      select *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(device_id bigint, source_id bigint, app_id bigint,
      device_class text, protocol text, address text, client_id text, keep_alive_s int, polls boolean,
      proven boolean, gateway_id bigint, log_id bigint, event_id bigint)
    ), opened as (
      insert into devices.session as s (device_id, source_id, app_id, epoch, node, online, protocol, address,
      client_id, keep_alive_s, polls, proven, gateway_id, opened_at, last_seen_at)
      select device_id, source_id, app_id, 1, ${ports.node}, true, protocol, address, client_id, keep_alive_s, polls,
      proven, gateway_id, now(), now()
      from given order by device_id
      on conflict (device_id) do update
      set source_id = excluded.source_id, app_id = excluded.app_id, epoch = s.epoch + 1, node = excluded.node,
      online = true, protocol = excluded.protocol, address = excluded.address,
        client_id = excluded.client_id, keep_alive_s = excluded.keep_alive_s, polls = excluded.polls,
        proven = excluded.proven, gateway_id = excluded.gateway_id, opened_at = now(), closed_at = null,
        reason = null, last_seen_at = now()
      returning device_id, epoch
    ), taken_over as (
      update devices.session_log l set closed_at = now(), reason = 'takenOver' from given g
      where l.device_id = g.device_id and l.closed_at is null
    ), logged as (
      insert into devices.session_log (id, device_id, source_id, app_id, epoch, opened_at, address, protocol, proven,
      gateway_id)
      select g.log_id, g.device_id, g.source_id, g.app_id, o.epoch, now(), g.address, g.protocol, g.proven,
      g.gateway_id from given g join opened o using (device_id)
    ), noted as (
      update devices.device d set activated_at = coalesce(d.activated_at, now()), gateway_id = g.gateway_id
      from given g
      where d.id = g.device_id and (d.activated_at is null or d.gateway_id is distinct from g.gateway_id)
    ), published as (
      insert into engine.outbox (id, type, key, app_id, payload)
      select event_id, 'device.online', device_id::text, app_id,
      jsonb_build_object('deviceId', device_id::text, 'deviceClass', device_class, 'address', address)
      from given
    ) select device_id, epoch from opened`,
  )
  const epochs = new Map(rows.map(row => [row.device_id, row.epoch]))
  return items.map(({ device }) => epochs.get(device.id)!)
}

async function close(ports: Ports, items: readonly Closing[]): Promise<void[]> {
  const given = items.map(({ device, epoch, lastSeenMs, reason }) => ({
    device_id: device.id,
    device_class: device.device_class,
    epoch,
    seen: new Date(lastSeenMs).toISOString(),
    reason,
    event_id: ports.newId(),
  }))
  await ports.db.query(
    ENGINE,
    sql`with given as (
      select *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(device_id bigint, device_class text,
      epoch bigint, seen timestamptz, reason text, event_id bigint)
    ), locked as (
      select s.device_id from devices.session s join given g on g.device_id = s.device_id and g.epoch = s.epoch
      where s.online order by s.device_id for update of s
    ), logged as (
      update devices.session_log l set closed_at = now(), reason = g.reason from given g
      where l.device_id = g.device_id and l.epoch = g.epoch and l.closed_at is null
    ), ended as (
      update devices.session s set online = false, closed_at = now(), reason = g.reason, last_seen_at = g.seen
      from given g join locked using (device_id)
      where s.device_id = g.device_id and s.epoch = g.epoch and s.online returning s.device_id
    ) insert into engine.outbox (id, type, key, app_id, payload)
      select g.event_id, 'device.offline', g.device_id::text, d.app_id,
      jsonb_build_object('deviceId', g.device_id::text, 'deviceClass', g.device_class, 'reason', g.reason)
      from given g join ended using (device_id) join devices.device d on d.id = g.device_id`,
  )
  return items.map(() => undefined)
}
