/** Temporary PINs: made, approved, shown again with a reason, and ended; sealed at rest, and never more than the rights of their holder. */
import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { NO_SUCH_DOOR } from '#base/deviceTexts.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { WrittenOf } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { implement } from '#server/parts.ts'
import { scopeOf } from '#modules/access/api.ts'
import { spend } from '#modules/identity/api.ts'
import { addVisitor } from '#modules/people/api.ts'
import { retryDeliveries } from '#modules/sync/api.ts'
import { sendPin } from './pinMessage.server.ts'
import { PIN_KINDS, pinOrder } from './pinOrder.noun.ts'
import { duressOf, openPin, pinIndex, sealPin } from './pinSecret.server.ts'
import { devicesOfDoors, pinsChanged, rightsOfOrder, storing } from './pinDelivery.server.ts'
import { endVisitorRights, giveVisitorRights, storedOrder, type StoredOrder } from './visitorRights.server.ts'

type Order = WrittenOf<typeof pinOrder>
const DIGITS = 6
const MOST_REVEALED = 50
/** How many are tried before all of that length count as taken. */
const TRIES = 50

/** Another PIN than those that open something in the application, and than what their holders type under duress. */
async function newPin(ctx: Ctx, digits: number): Promise<string> {
  const { vault } = ctx.ports
  for (let n = 0; n < TRIES; n += 1) {
    const pin = String(randomInt(10 ** digits)).padStart(digits, '0')
    const indexes = [pinIndex(vault, pin), pinIndex(vault, duressOf(pin))]
    const taken = await ctx.sql(
      sql`select 1 from codes.pin_order where app_id = ${ctx.appId} and state in (1, 2, 3, 7)
        and (pin_index = any(${indexes}) or duress_index = any(${indexes})) limit 1`,
    )
    if (!taken.length && new Set(pin).size > 1) return pin
  }
  throw invalidFields([
    {
      field: 'digits',
      text: ['这个位数的密码已用完，请增加位数', 'No PIN of that length is left; choose more digits'],
    },
  ])
}

const problem = (field: string, zh: string, en: string): Refusal => invalidFields([{ field, text: [zh, en] }])

function judgeOrder(
  ctx: Ctx,
  { kind, personId, visitorName, visitorPhone, validFrom, validTo, ...order }: Order,
): void {
  if (!personId && !visitorName)
    throw problem(
      'personId',
      '请选择人员，或填写访客的姓名和手机号',
      'Choose a person, or give the name and phone of a visitor',
    )
  if (!personId && !visitorPhone) throw problem('visitorPhone', '请填写访客的手机号', 'Give the phone of the visitor')
  if (Date.parse(validTo!) <= ctx.now.getTime()) throw problem('validTo', '失效时间已过', 'It ends in the past')
  if (validFrom && validFrom >= validTo!) throw problem('validTo', '失效时间应晚于生效时间', 'It ends before it begins')
  if (kind === PIN_KINDS.weekdays[0] && !order.timePlanId)
    throw problem('timePlanId', '周期密码需要选择时间计划', 'Choose the hours of the week')
  if (kind === PIN_KINDS.count[0] && !order.mostUses)
    throw problem('mostUses', '限次密码需要填写可用次数', 'Say how many times')
}

/** Doors whose devices store PINs. */
async function judgeDoors(ctx: Ctx, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given)]
  const found = await ctx.sql<{ id: string; stores: boolean }>(
    sql`select c.id, d.device_class = any(${storing(ctx.ports)}) as stores
      from devices.component c join devices.device d on d.id = c.device_id and d.deleted_at is null
      where c.id = any(${ids}::bigint[]) and c.kind = 'door' and d.app_id = ${ctx.appId}`,
  )
  if (found.length !== ids.length) throw invalidFields([{ field: 'doorIds', text: NO_SUCH_DOOR }])
  if (found.some(({ stores }) => !stores))
    throw problem('doorIds', '只能选择能保存密码的设备的门', 'Only doors of devices that store PINs')
  return ids
}

async function write(ctx: Ctx, id: string, order: Order, pin: string): Promise<void> {
  const { vault } = ctx.ports
  const { appId, sourceId } = scopeOf(ctx, id)
  const uses = order.kind === PIN_KINDS.once[0] ? 1 : (order.mostUses ?? null)
  const plan = order.kind === PIN_KINDS.weekdays[0] ? order.timePlanId : null
  await ctx.sql(
    sql`insert into codes.pin_order (id, app_id, source_id, kind, person_id, visitor, door_ids, pin_sealed, pin_index,
        duress_index, valid_from, valid_to, time_plan_id, most_uses, purpose, maker_name, created_by, updated_by)
      values (${id}, ${appId}, ${sourceId}, ${order.kind}, ${order.personId}, ${Boolean(order.visitorName)},
        ${order.doorIds}::bigint[], ${sealPin(vault, id, pin)}, ${pinIndex(vault, pin)},
        ${pinIndex(vault, duressOf(pin))}, ${order.validFrom ?? null}, ${order.validTo}, ${plan ?? null}, ${uses},
        ${order.purpose ?? null}, ${ctx.user.nickname}, ${ctx.user.userId}, ${ctx.user.userId})`,
  )
}

/** A visitor gets exactly these doors and hours; of others the rules must let them pass somewhere at that time. */
async function giveRights(ctx: Ctx, order: StoredOrder): Promise<void> {
  await giveVisitorRights(ctx, order)
  const without = await rightsOfOrder(ctx, order.id)
  if (without.length)
    throw new Refusal('invalid', {
      text: [
        `使用人在此时段不能通行：${without.join('、')}`,
        `The rules do not let the holder pass at that time: ${without.join(', ')}`,
      ],
    })
}

export const pinOrderHalf = implement(pinOrder, {
  shownOnce: [{ name: 'password', label: ['密码', 'PIN'] }],
  async add(ctx, given) {
    judgeOrder(ctx, given)
    const doorIds = await judgeDoors(ctx, given.doorIds ?? [])
    const visitor = given.personId ? null : { name: given.visitorName!, phone: given.visitorPhone! }
    const personId = given.personId ?? (await addVisitor(ctx, { ...visitor!, validTo: given.validTo! }))
    const id = ctx.newId()
    const pin = await newPin(ctx, given.digits ?? DIGITS)
    const order = { ...given, personId, doorIds, visitorName: visitor?.name ?? null }
    await write(ctx, id, order, pin)
    await ctx.audit({
      ...{ action: 'add', object: pinOrder.key, objectId: id, objectName: given.purpose ?? null },
      changes: { kind: given.kind, personId, doorIds, validFrom: given.validFrom ?? null, validTo: given.validTo },
    })
    return { id, password: pin, duressPassword: duressOf(pin) }
  },
  async compute(ctx, rows) {
    if (!mayRead(ctx.user, 'person')) for (const row of rows) row.phone = null
    const found = await ctx.sql<{ id: string; doorIds: string[]; doorNames: string[]; phone: string | null }>(
      sql`select o.id, p.phone_masked as phone,
          coalesce(array_agg(c.id order by d.name, c.no) filter (where c.id is not null), '{}') as "doorIds",
          coalesce(array_agg(d.name order by d.name, c.no) filter (where c.id is not null), '{}') as "doorNames"
        from codes.pin_order o join people.person p on p.id = o.person_id
        left join devices.component c on c.id = any(o.door_ids) left join devices.device d on d.id = c.device_id
        where o.id = any(${rows.map(row => row.id)}::bigint[]) group by o.id, p.phone_masked`,
    )
    for (const row of rows) {
      const { phone = null, ...own } = found.find(one => one.id === row.id) ?? {}
      Object.assign(row, own, { phone: mayRead(ctx.user, 'person') ? phone : null })
    }
  },
  async onMove(ctx, move, row) {
    const order = await storedOrder(ctx, row.id)
    if (move === 'approve') await giveRights(ctx, order)
    // By the clock of the confirmations. One that is sent again was confirmed by its other devices before.
    if (move === 'approve') await ctx.sql(sql`update codes.pin_order set queued_at = now() where id = ${row.id}`)
    if (move === 'resend')
      for (const deviceId of await devicesOfDoors(ctx.sql, order.door_ids)) await retryDeliveries(ctx, { deviceId })
    if (move === 'revoke') await endVisitorRights(ctx, order)
    await pinsChanged(ctx, order.door_ids)
  },
  actions: {
    sms: sendPin,
    async reveal(ctx, { id, reason }) {
      const [row] = await ctx.sql<{ pin_sealed: Buffer; purpose: string | null }>(
        sql`select pin_sealed, purpose from codes.pin_order where id = ${id}`,
      )
      if (!row) throw new Refusal('not_found')
      await spend(ctx.ports, `reveal:${ctx.user.userId}`, MOST_REVEALED, 60)
      await ctx.audit({
        ...{ action: 'reveal', object: pinOrder.key, objectId: String(id), objectName: row.purpose },
        reason: String(reason),
      })
      const pin = openPin(ctx.ports.vault, String(id), row.pin_sealed)
      return { password: pin, duressPassword: duressOf(pin) }
    },
  },
})
