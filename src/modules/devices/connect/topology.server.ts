/** Which device is behind which gateway: stored when a gateway announces it with its proof, and with every session, also one of its own. */
import sql, { type Sql } from 'sql-template-tag'
import { serialOf } from '#base/identity.ts'
import { BEHIND_MAX, type Claim, type DeviceName, type RefusalReason, type Topology } from '#model/gate.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import type { LinkBook, OpenLink } from './linkBook.server.ts'
import { DEVICE_KINDS, type Known, type SessionStore } from './sessionStore.server.ts'

const ENGINE = { role: 'engine' } as const

/** A device that was behind a gateway. */
interface Unlinked {
  id: string
  sn: string
  productKey: string
  gatewayId: string
}
/** Judges a claim as that of a connecting device. */
type Admit = (claim: Claim, gatewayId: string) => Promise<{ id: string } | { refused: RefusalReason }>

/** Ends what `which` selects of these relations; sessions over the gateway end when the processes look at devices again. */
export async function unlink(query: Query, which: Sql): Promise<readonly Unlinked[]> {
  const rows = await query<Unlinked>(
    sql`select id, sn, product_key as "productKey", gateway_id as "gatewayId" from devices.device
      where gateway_id is not null and ${which} order by id for update`,
  )
  if (!rows.length) return rows
  await query(sql`update devices.device set gateway_id = null where id = any(${rows.map(({ id }) => id)}::bigint[])`)
  await query(sql`update engine.head set version = version + 1 where name = 'devices'`)
  return rows
}

/** Where the gateways are connected: one that is not asks for its devices when it comes back. */
export function notifyGateways({ bus }: Ports, query: Query, unlinked: readonly Unlinked[]): void {
  query.afterCommit(() => {
    for (const { gatewayId, productKey, sn } of unlinked)
      bus.publish('unlinked', { gatewayId, productKey, deviceName: sn })
  })
}

export class Topologies {
  private readonly ports: Ports
  private readonly links: LinkBook
  private readonly sessions: SessionStore
  private readonly admit: Admit

  constructor(ports: Ports, links: LinkBook, sessions: SessionStore, admit: Admit) {
    this.ports = ports
    this.links = links
    this.sessions = sessions
    this.admit = admit
  }

  /** The way by which the device comes: a connection of its own, or that of a gateway. */
  async judgeWay({ device, kind, gatewayId }: Known, gateway: string | undefined): Promise<RefusalReason | null> {
    if (gateway === undefined) return kind === DEVICE_KINDS.child ? 'onlyBehind' : null
    if (!this.links.get(gateway) || gateway === device.id) return 'notGateway'
    const carrier = await this.sessions.carrierOf(gateway)
    if (carrier?.kind !== DEVICE_KINDS.gateway) return 'notGateway'
    // Whoever has the gateway can read and withhold what it carries, so both must belong to the same application.
    if (carrier.app_id !== device.app_id || carrier.source_id !== device.source_id) return 'otherApplication'
    if (kind === DEVICE_KINDS.gateway) return 'nestedGateway'
    return gatewayId !== gateway && carrier.behind >= BEHIND_MAX ? 'gatewayFull' : null
  }

  /** What the device of a link says of those behind it. */
  of({ deviceId }: OpenLink): Topology {
    return {
      add: async claims => {
        const judged = await Promise.all(claims.map(claim => this.admit(claim, deviceId)))
        const behind = await this.putBehind(
          deviceId,
          judged.flatMap(one => ('id' in one ? one.id : [])),
        )
        return judged.map(one => ('refused' in one ? one.refused : behind.has(one.id) ? null : 'gatewayFull'))
      },
      remove: names => this.remove(deviceId, names),
      list: () =>
        this.ports.db.query<DeviceName>(
          ENGINE,
          sql`select product_key as "productKey", sn as "deviceName" from devices.device
            where gateway_id = ${deviceId} and deleted_at is null order by sn`,
        ),
    }
  }

  /** Returns those of `ids` that are behind the gateway now: all for which there is room. */
  private putBehind(gatewayId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.ports.db.tx(ENGINE, async query => {
      // Of two simultaneous calls the second waits here, and counts the devices of the first.
      await query(sql`select 1 from devices.device where id = ${gatewayId} for update`)
      const already = await query<{ id: string }>(
        sql`select id from devices.device where gateway_id = ${gatewayId} and deleted_at is null`,
      )
      const before = new Set(already.map(({ id }) => id))
      const added = ids.filter(id => !before.has(id)).slice(0, Math.max(0, BEHIND_MAX - before.size))
      if (added.length) {
        notifyGateways(this.ports, query, await unlink(query, sql`id = any(${added}::bigint[])`))
        await query(sql`update devices.device set gateway_id = ${gatewayId} where id = any(${added}::bigint[])`)
      }
      return new Set([...before, ...added])
    })
  }

  private async remove(gatewayId: string, names: readonly DeviceName[]): Promise<readonly boolean[]> {
    const serials = names.map(({ deviceName }) => serialOf(deviceName))
    const products = names.map(({ productKey }) => productKey)
    const removed = await this.ports.db.tx(ENGINE, query =>
      unlink(
        query,
        sql`gateway_id = ${gatewayId} and (product_key, sn_key) in
          (select * from unnest(${products}::text[], ${serials}::text[]))`,
      ),
    )
    for (const { id } of removed) {
      const entry = this.links.get(id)
      if (entry?.gateway === gatewayId) entry.link.close('unlinked')
    }
    return names.map(name =>
      removed.some(one => serialOf(one.sn) === serialOf(name.deviceName) && one.productKey === name.productKey),
    )
  }
}
