/** Approving and refusing addresses of devices that prove nothing but a serial number. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { toState } from '#server/moves/toState.ts'
import { implement } from '#server/parts.ts'
import { approval } from './approval.noun.ts'

const STATES = approval.fields.state.values

async function decide(ctx: Ctx, id: string, action: 'approve' | 'refuse'): Promise<true> {
  const state = action === 'approve' ? 'approved' : 'refused'
  const [row] = await ctx.sql<{ device_id: string; address: string; sn: string }>(
    sql`update devices.approval a set ${toState(STATES, state)}, decided_at = ${ctx.now}, decided_by = ${ctx.user.userId}
      from devices.device d where a.id = ${id} and d.id = a.device_id and a.state <> ${STATES[state][0]}
      returning a.device_id, a.address, d.sn`,
  )
  if (!row) throw new Refusal('not_found')
  // The session of an address that is refused ends at once.
  if (action === 'refuse') ctx.ports.bus.publish('kick', { deviceId: row.device_id })
  await ctx.audit({
    ...{ action, object: approval.key, objectId: id, objectName: row.sn },
    changes: { address: row.address },
  })
  return true
}

export const approvalHalf = implement(approval, {
  actions: {
    approve: (ctx, { id }) => decide(ctx, String(id), 'approve'),
    refuse: (ctx, { id }) => decide(ctx, String(id), 'refuse'),
  },
})
