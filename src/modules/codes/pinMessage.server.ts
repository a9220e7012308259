/** A temporary PIN is sent to the phone of its holder; its digits are read when the message goes out, and stand in no notice. */
import sql from 'sql-template-tag'
import { showInstant } from '#base/zonedTime.ts'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { askNotice, noticeSecret, SECRET } from '#server/askNotice.ts'
import { sendsNotices } from '#modules/identity/api.ts'
import { pinOrder } from './pinOrder.noun.ts'
import { openPin } from './pinSecret.server.ts'

const NO_SMS = new Refusal('wrong_state', {
  text: ['平台未配置通知短信模板', 'The platform has no SMS template for notices'],
})
const NO_PHONE = new Refusal('wrong_state', { text: ['使用人没有手机号', 'The holder has no phone number'] })

export async function sendPin(ctx: Ctx, { id }: { id?: unknown }): Promise<boolean> {
  if (!sendsNotices(ctx.ports)) throw NO_SMS
  const [order] = await ctx.sql<{ person_id: string; valid_to: string; purpose: string | null; reached: boolean }>(
    sql`select o.person_id, o.valid_to, o.purpose, p.phone_sealed is not null as reached
      from codes.pin_order o join people.person p on p.id = o.person_id and p.deleted_at is null where o.id = ${id}`,
  )
  if (!order?.reached) throw NO_PHONE
  const appId = ctx.appId!
  await ctx.audit({ action: 'sms', object: pinOrder.key, objectId: String(id), objectName: order.purpose })
  await askNotice(ctx.ports, ctx.sql, appId, {
    ...{ about: { appId }, to: { personIds: [order.person_id] }, by: 'sms', title: pinOrder.label[0] },
    // Providers cut a text after 35 characters.
    body: `${SECRET}，${showInstant(order.valid_to, ctx.zone).slice(5, 16)}前有效`,
    ...{ origin: pinOrder.key, originId: String(id) },
  })
  return true
}

/** Of one that has ended nothing is sent any more. */
export const pinOfMessage = noticeSecret({
  of: pinOrder.key,
  async read({ db, vault }, id) {
    const [order] = await db.query<{ pin_sealed: Buffer }>(
      { role: 'engine' },
      sql`select pin_sealed from codes.pin_order where id = ${id} and state in (2, 3) and valid_to > now()`,
    )
    return order ? openPin(vault, id, order.pin_sealed) : null
  },
})
