/** Addresses from which devices may call without a proof: each waits until somebody approves it. */
import sql from 'sql-template-tag'
import type { Call } from '#model/gate.ts'
import { limitList } from '#server/limitList.ts'
import { retained } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Device } from './sessionStore.server.ts'

const ENGINE = { role: 'engine' } as const
const [WAITING, APPROVED] = [0, 1] as const
/** Addresses without a decision, and refused ones, are removed after this time; one that still calls is listed anew. */
const KEPT_DAYS = 30

export const approvalLimits = limitList('approval', {
  waiting: [20, '', '一台设备待批准的地址', 'Addresses of one device that wait for approval'],
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
  /** Whether somebody approved that this device calls from this address, for its present owner. An unknown address is noted. */
  isApproved(device: Device, claim: Call): Promise<boolean>
}

export const makeApprovals = (ports: Ports): Approvals => ({
  async isApproved(device, { remoteAddress, protocol }) {
    const [known] = await ports.db.query<{ state: number }>(
      ENGINE,
      sql`select state from devices.approval
        where device_id = ${device.id} and address = ${remoteAddress} and source_id = ${device.source_id}
        and app_id is not distinct from ${device.app_id}`,
    )
    if (known) return known.state === APPROVED
    // What a former owner decided does not count. In a full list the oldest makes room: a stranger who fills it with
    // addresses does not keep the device itself out, which calls again and again.
    await ports.db.query(
      ENGINE,
      sql`with oldest as (
          delete from devices.approval where id in (
            select id from devices.approval
            where device_id = ${device.id} and state = ${WAITING} and address <> ${remoteAddress}
            order by first_at desc, id desc offset ${approvalLimits.most.waiting - 1}))
        insert into devices.approval as a (id, device_id, source_id, app_id, address, protocol)
        values (${ports.newId()}, ${device.id}, ${device.source_id}, ${device.app_id}, ${remoteAddress}, ${protocol})
        on conflict (device_id, address) do update
        set source_id = excluded.source_id, app_id = excluded.app_id, state = 0, first_at = now(), decided_at = null,
          decided_by = null
        where a.source_id <> excluded.source_id or a.app_id is distinct from excluded.app_id`,
    )
    return false
  },
})
