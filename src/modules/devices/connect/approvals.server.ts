/** Addresses from which devices may call without a proof: each waits until somebody approves it. */
import sql, { type Sql } from 'sql-template-tag'
import { customerNetwork } from '#base/address.ts'
import type { Call } from '#model/gate.ts'
import { toState } from '#server/moves/toState.ts'
import { limitList } from '#server/limitList.ts'
import { retained } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { approval } from './approval.noun.ts'
import type { Device } from './sessionStore.server.ts'
import { placeFor, type Waiting } from './waitingPlace.rules.ts'

const ENGINE = { role: 'engine' } as const
const [WAITING, APPROVED] = [0, 1] as const
/** Addresses without a decision, and refused ones, are removed after this time; one that still calls is listed anew. */
const KEPT_DAYS = 30
/** A device without a connection calls every few seconds: one that has not called for this long gives its place to others. */
const SILENT = '1 hour'

export const approvalLimits = limitList('approval', {
  waiting: [20, '', '一台设备待批准的地址', 'Addresses of one device that wait for approval'],
  ofNetwork: [4, '', '一台设备在同一网段待批准的地址', 'Addresses of one device in one network that wait for approval'],
})

export const retainedApprovals = retained({
  key: 'approval',
  label: ['未批准的接入', 'Addresses that are not approved'],
  table: 'devices.approval',
  since: 'first_at',
  when: sql`state <> ${APPROVED} and (decided_at is null or decided_at < now() - make_interval(days => ${KEPT_DAYS}))`,
  days: KEPT_DAYS,
})

export interface Approvals {
  /**
   * Whether somebody approved that this device calls from this address, for its present owner. An unknown address is noted
   * where there is a place for it.
   */
  isApproved(device: Device, claim: Call): Promise<boolean>
}

export const makeApprovals = (ports: Ports): Approvals => ({
  async isApproved(device, claim) {
    const [known] = await ports.db.query<{ state: number; recent: boolean }>(
      ENGINE,
      sql`select state, last_at > now() - interval '1 minute' as recent from devices.approval
        where device_id = ${device.id} and address = ${claim.remoteAddress} and source_id = ${device.source_id}
        and app_id is not distinct from ${device.app_id}`,
    )
    if (!known) await ports.db.tx(ENGINE, query => note(ports, query, device, claim))
    else if (known.state === WAITING && !known.recent)
      await ports.db.query(
        ENGINE,
        sql`update devices.approval set last_at = now()
          where device_id = ${device.id} and address = ${claim.remoteAddress}`,
      )
    return known?.state === APPROVED
  },
})

/** Lets an address wait, if there is a place. What a former owner decided does not count. */
async function note(
  ports: Pick<Ports, 'newId'>,
  query: Query,
  device: Device,
  { remoteAddress, protocol }: Pick<Call, 'remoteAddress' | 'protocol'>,
): Promise<void> {
  const network = customerNetwork(remoteAddress)
  // Calls at the same time count each other.
  await query(sql`select pg_advisory_xact_lock(hashtextextended('devices.approval', ${device.id}::bigint))`)
  const waiting = await query<Waiting>(
    sql`select a.id, a.network, exists (${approvedIn(device, sql`a.network`)}) as known,
        a.last_at < now() - ${SILENT}::interval or a.source_id <> ${device.source_id}
          or a.app_id is distinct from ${device.app_id} as silent
      from devices.approval a
      where a.device_id = ${device.id} and a.state = ${WAITING} and a.address <> ${remoteAddress}
      order by a.first_at, a.id`,
  )
  const approved = await query(sql`${approvedIn(device, sql`${network}`)} limit 1`)
  const place = placeFor(waiting, { network, known: approved.length > 0 }, approvalLimits.most)
  if (place === null) return
  if (place !== 'free') await query(sql`delete from devices.approval where id = ${place.replaces}`)
  await query(
    sql`insert into devices.approval as a (id, device_id, source_id, app_id, address, network, protocol)
      values (${ports.newId()}, ${device.id}, ${device.source_id}, ${device.app_id}, ${remoteAddress}, ${network},
        ${protocol})
      on conflict (device_id, address) do update
      set source_id = excluded.source_id, app_id = excluded.app_id, network = excluded.network, ${toState(approval.fields.state.values, 'waiting')},
        first_at = now(), last_at = now(), decided_at = null, decided_by = null
      where a.source_id <> excluded.source_id or a.app_id is distinct from excluded.app_id`,
  )
}

/** Selects what the owner of the device approved in the network, for any of its devices. */
const approvedIn = (device: Device, network: Sql): Sql =>
  sql`select 1 from devices.approval k
    where k.source_id = ${device.source_id} and k.network = ${network} and k.state = ${APPROVED}`
