/** The rights that a visitor is given with a temporary PIN: exactly at its doors, in its hours, and no longer than it opens. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { grant, takeBack, type Grant } from '#modules/access/api.ts'

export interface StoredOrder {
  id: string
  visitor: boolean
  person_id: string
  door_ids: string[]
  time_plan_id: string | null
  valid_from: string | null
  valid_to: string
}
export async function storedOrder(ctx: Ctx, id: string): Promise<StoredOrder> {
  const [row] = await ctx.sql<StoredOrder>(
    sql`select id, visitor, person_id, door_ids, time_plan_id, valid_from, valid_to from codes.pin_order where id = ${id}`,
  )
  if (!row) throw new Refusal('not_found')
  return row
}

const rightsOf = ({ person_id: personId, door_ids: doorIds, ...order }: StoredOrder): Grant => ({
  ...{ personIds: [personId], doorIds, timePlanId: order.time_plan_id },
  ...{ validFrom: order.valid_from, validTo: order.valid_to },
})
/** Of others the rights are their own. */
export async function giveVisitorRights(ctx: Ctx, order: StoredOrder): Promise<void> {
  if (order.visitor) await grant(ctx, rightsOf(order))
}
/** What somebody else gave the visitor there stays. */
export async function endVisitorRights(ctx: Ctx, order: StoredOrder): Promise<void> {
  if (order.visitor) await takeBack(ctx, rightsOf(order))
}
