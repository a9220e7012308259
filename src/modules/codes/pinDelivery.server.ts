/** How temporary PINs get to devices and back: one document for each device, uses that are counted, and states that follow. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { PIN_OPENED, TEMP_PINS } from '#devices/abilities/tempPins.ts'
import type { Ctx } from '#server/ctx.ts'
import { documents, versionOf } from '#server/delivered.ts'
import { systemCtx } from '#server/moves/systemCtx.ts'
import { moveAll } from '#server/moves/moveAll.ts'
import { contributes, handler, retained, worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query, RunSql } from '#server/sql/db.ts'
import { authGroup, timePlan } from '#modules/access/access.noun.ts'
import type { Exception, Span } from '#modules/access/week.rules.ts'
import { givenRights } from '#modules/rights/api.ts'
import { documentStates, touchDocument } from '#modules/sync/api.ts'
import { pinOrder } from './pinOrder.noun.ts'
import { duressOf, openPin } from './pinSecret.server.ts'
import { pinRights, type PinRight } from './pinRights.rules.ts'
import { endVisitorRights, storedOrder } from './visitorRights.server.ts'

const ENGINE = { role: 'engine' } as const
const CHANGED = 'pins.changed'

/** The classes whose devices store PINs. */
export const storing = ({ classes }: Pick<Ports, 'classes'>): string[] =>
  [...classes.values()].filter(one => one.documents.some(held => held.document === TEMP_PINS)).map(one => one.key)

export const devicesOfDoors = async (query: RunSql, doorIds: readonly string[]): Promise<string[]> => {
  const rows = await query<{ device_id: string }>(
    sql`select distinct device_id from devices.component where id = any(${doorIds}::bigint[]) order by device_id`,
  )
  return rows.map(row => row.device_id)
}
/** What devices must store is asked anew after the transaction. */
export const pinsChanged = (ctx: Pick<Ctx, 'emit'>, doorIds: readonly string[]): Promise<void> =>
  ctx.emit({ type: CHANGED, key: 'pins', payload: { doorIds } })

interface OrderRow {
  id: string
  device_id: string
  door_nos: number[]
  door_names: string[]
  person_id: string
  pin_sealed: Buffer
  valid_from: string | null
  valid_to: string
  most_uses: number | null
  used: number
  week: Span[] | null
  exceptions: Exception[] | null
}
/** Orders by device, each with its doors there. */
const readOrders = (query: RunSql, which: ReturnType<typeof sql>): Promise<OrderRow[]> =>
  query<OrderRow>(
    sql`select o.id, c.device_id, array_agg(c.no order by c.no) as door_nos, array_agg(d.name order by c.no) as door_names,
        o.person_id, o.pin_sealed, o.valid_from, o.valid_to, o.most_uses, o.used, t.week, t.exceptions
      from codes.pin_order o join devices.component c on c.id = any(o.door_ids)
      join devices.device d on d.id = c.device_id and d.app_id = o.app_id and d.deleted_at is null
      left join access.time_plan t on t.id = o.time_plan_id
      where ${which} group by o.id, c.device_id, t.id order by o.id`,
  )

interface Judged {
  row: OrderRow
  shortNo: string
  zone: string
  rights: PinRight[]
}
async function judged(query: Query, rows: readonly OrderRow[]): Promise<Judged[]> {
  const deviceIds = [...new Set(rows.map(row => row.device_id))]
  const given = await givenRights(query, deviceIds, [...new Set(rows.map(row => row.person_id))])
  return rows.flatMap(row => {
    const { person, rights, zone } = given(row.device_id, row.person_id)
    if (!person) return []
    const hours = {
      ...{ doorNos: row.door_nos, validFrom: row.valid_from, validTo: row.valid_to },
      ...{ week: row.week, exceptions: row.exceptions },
    }
    const at = zone ?? DEFAULT_ZONE
    return [{ row, shortNo: person.shortNo, zone: at, rights: pinRights(hours, person, rights, at) }]
  })
}

/** The doors of an order at which the rules let its holder pass at no time. */
export async function rightsOfOrder(ctx: Ctx, orderId: string): Promise<string[]> {
  const rows = await judged(ctx.sql, await readOrders(ctx.sql, sql`o.id = ${orderId}`))
  return rows.flatMap(({ row, rights }) => {
    const open = new Set(rights.flatMap(right => right.doors))
    return row.door_nos.flatMap((no, at) => (open.has(no) ? [] : [row.door_names[at]!]))
  })
}

export const pinsOfDevices = documents({
  document: TEMP_PINS,
  async wanted(query, deviceIds, { vault }) {
    const rows = await readOrders(
      query,
      sql`o.state in (2, 3, 7) and o.valid_to > now() and c.device_id = any(${deviceIds}::bigint[])`,
    )
    const byDevice = Map.groupBy(await judged(query, rows), one => one.row.device_id)
    return new Map(
      deviceIds.map(id => {
        const orders = (byDevice.get(id) ?? []).filter(({ rights }) => rights.length)
        // A version is no digest of a PIN: of so few digits it would tell them. An order never gets another one.
        const stored = orders.map(({ row, shortNo, zone, rights }) => ({
          orderId: row.id,
          personId: shortNo,
          zone,
          rights,
        }))
        const content = orders.map(({ row }, at) => {
          const password = openPin(vault, row.id, row.pin_sealed)
          const times = row.most_uses === null ? null : Math.max(0, row.most_uses - row.used)
          return { ...stored[at]!, password, duress: duressOf(password), times }
        })
        return [id, { version: versionOf(stored), content, name: content.length ? `${content.length}` : '—' }]
      }),
    )
  },
})

/** Devices of orders that changed, or whose holders' rights did. */
async function touch(ports: Ports, query: Query, which: ReturnType<typeof sql>): Promise<void> {
  const rows = await query<{ device_id: string }>(
    sql`select distinct c.device_id from devices.component c join devices.device d on d.id = c.device_id
      where d.device_class = any(${storing(ports)}) and (${which}) order by c.device_id`,
  )
  const ids = rows.map(row => row.device_id)
  if (ids.length) await touchDocument(ports, query, TEMP_PINS, ids)
}
const ofPeople = (personIds: readonly string[]) =>
  sql`c.id in (select unnest(o.door_ids) from codes.pin_order o
    where o.person_id = any(${personIds}::bigint[]) and o.state in (2, 3, 7))`

export const onPinsChanged = handler({
  name: 'codes.pins',
  on: [CHANGED, 'person.changed', 'person.gone'],
  async run(ports, { payload }) {
    const { doorIds, personIds, personId } = payload as { doorIds?: string[]; personIds?: string[]; personId?: string }
    const which = doorIds ? sql`c.id = any(${doorIds}::bigint[])` : ofPeople(personIds ?? [personId!])
    await ports.db.tx(ENGINE, query => touch(ports, query, which))
  },
})

/** Every live order of the application: its doors are asked for. */
async function everyDoor(ctx: Ctx): Promise<number> {
  const rows = await ctx.sql<{ door_ids: string[] }>(
    sql`select door_ids from codes.pin_order where app_id = ${ctx.appId} and state in (2, 3, 7)`,
  )
  const doorIds = [...new Set(rows.flatMap(row => row.door_ids))]
  if (doorIds.length) await pinsChanged(ctx, doorIds)
  return doorIds.length
}
const again = async (ctx: Ctx): Promise<void> => void (await everyDoor(ctx))
export const pinsOfGroups = contributes(authGroup, { on: { changed: again, doors: again, joined: again, left: again } })
export const pinsOfPlans = contributes(timePlan, {
  async holds(ctx, id) {
    const [row] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from codes.pin_order where time_plan_id = ${id} and state in (1, 2, 3, 7)`,
    )
    return { count: row!.n, text: [`${row!.n} 个临时密码`, `${row!.n} temporary PINs`] }
  },
  on: { changed: again },
})

interface Fact {
  factId: string
  identifier: string
}
/** A use of each passage, once. */
export const pinUsed = handler({
  name: 'codes.pinUsed',
  on: ['fact.stored'],
  wantedBy: sql`select distinct o.app_id, d.device_class, ${PIN_OPENED} as identifier, null::text as stored
    from codes.pin_order o join devices.component c on c.id = any(o.door_ids)
    join devices.device d on d.id = c.device_id where o.state in (2, 3, 7)`,
  async run(ports, { appId, payload }) {
    const { factId, identifier } = payload as unknown as Fact
    if (identifier !== PIN_OPENED || !appId) return
    await ports.db.tx(ENGINE, async query => {
      const [order] = await query<{ id: string; door_ids: string[] }>(
        sql`with taken as (insert into codes.pin_use (fact_id, order_id, app_id, source_id, used_at)
            select p.id, o.id, o.app_id, o.source_id, p.time from devices.passage p
            join codes.pin_order o on o.app_id = p.app_id
              and o.id = case when p.params ->> 'orderId' ~ '^[0-9]{1,18}$'
                then (p.params ->> 'orderId')::bigint end
            where p.id = ${factId} and p.result = 1
              and exists (select from devices.component c where c.id = any(o.door_ids) and c.device_id = p.device_id)
            on conflict do nothing returning order_id, used_at)
          update codes.pin_order o set used = used + 1, last_used_at = greatest(o.last_used_at, taken.used_at)
          from taken
          where o.id = taken.order_id returning o.id, o.door_ids`,
      )
      if (!order) return
      const ctx = systemCtx(ports, query, { appId })
      const ended = await moveAll(ctx, pinOrder, 'useUp', sql`t.id = ${order.id} and t.used >= t.most_uses`)
      if (!ended.length) return
      await endVisitorRights(ctx, await storedOrder(ctx, order.id))
      await touch(ports, query, sql`c.id = any(${order.door_ids}::bigint[])`)
    })
  },
})

export const retainedPins = retained({
  key: 'pinOrder',
  label: ['临时密码', 'Temporary PINs'],
  table: 'codes.pin_order',
  since: 'valid_to',
  days: 180,
})

const EVERY_MS = 1000
const AT_ONCE = 200
interface Waiting {
  id: string
  app_id: string
  device_ids: string[]
  queued_at: string | null
}
/** Those after `after`, each with the devices that it still has in its application. */
const readWaiting = (ports: Ports, after: string): Promise<Waiting[]> =>
  ports.db.query<Waiting>(
    ENGINE,
    sql`select o.id, o.app_id, o.queued_at, array_agg(distinct c.device_id) as device_ids
      from codes.pin_order o join devices.component c on c.id = any(o.door_ids)
      join devices.device d on d.id = c.device_id and d.app_id = o.app_id and d.deleted_at is null
      where o.state in (2, 7) and o.id > ${after} group by o.id order by o.id limit ${AT_ONCE}`,
  )

/** An order is in force when each of its devices has confirmed what it holds since; it failed where one refused. */
export const pinsDelivered = worker({
  name: 'codes.pins',
  where: 'worker',
  async run(ports) {
    for (let after = '0'; ;) {
      const waiting = await readWaiting(ports, after)
      if (waiting.length) await ports.db.tx(ENGINE, query => settle(ports, query, waiting))
      // Those that wait for a device that is away hold up no others.
      if (waiting.length < AT_ONCE) return EVERY_MS
      after = waiting.at(-1)!.id
    }
  },
})

async function settle(ports: Ports, query: Query, waiting: readonly Waiting[]): Promise<void> {
  const deviceIds = [...new Set(waiting.flatMap(order => order.device_ids))]
  const states = new Map(
    (await documentStates(query, deviceIds, [TEMP_PINS], 'zh')).map(one => [one.deviceId, one] as const),
  )
  const moveOf = ({ device_ids: ids, queued_at: since }: Waiting): 'activate' | 'fail' | null => {
    const own = ids.map(id => states.get(id))
    if (own.every(one => one?.state === 'confirmed' && one.confirmedAt && one.confirmedAt >= (since ?? '')))
      return 'activate'
    return own.some(one => one?.state === 'failed') ? 'fail' : null
  }
  for (const [appId, orders] of Map.groupBy(waiting, order => order.app_id))
    for (const [move, some] of Map.groupBy(orders, moveOf))
      if (move)
        await moveAll(
          systemCtx(ports, query, { appId }),
          pinOrder,
          move,
          sql`t.id = any(${some.map(({ id }) => id)}::bigint[])`,
        )
}
