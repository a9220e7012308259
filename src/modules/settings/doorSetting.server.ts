/** Door settings as two documents of their controller: the hours that its doors use, and each door. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { invalidFields } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { documents, versionOf } from '#server/delivered.ts'
import { contributes, implement } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { timePlan } from '#modules/access/access.noun.ts'
import { exceptionalDays, spansOf, weekOf, type Exception, type Span } from '#modules/access/week.rules.ts'
import { numbered } from '#modules/devices/api.ts'
import { device } from '#modules/devices/stock/device.noun.ts'
import { touchDocument } from '#modules/sync/api.ts'
import { doorSetting } from './doorSetting.noun.ts'

const DOCUMENTS = ['doorHours', 'doorParam'] as const

/** The classes whose doors can be set. */
const settable = ({ classes }: Pick<Ports, 'classes'>): string[] =>
  [...classes.values()].filter(one => one.documents.some(held => held.document === 'doorParam')).map(one => one.key)

interface SettingRow {
  device_id: string
  no: number
  relay_ms: number
  open_timeout_sec: number
  open_plan_id: string | null
  plan_name: string | null
  week: readonly Span[] | null
  exceptions: readonly Exception[] | null
  zone: string | null
}
const settingsOf = async (query: Query, deviceIds: readonly string[]): Promise<Map<string, SettingRow[]>> =>
  Map.groupBy(
    await query<SettingRow>(
      sql`select c.device_id, c.no, s.relay_ms, s.open_timeout_sec, s.open_plan_id, t.name as plan_name, t.week,
          t.exceptions, a.zone
        from settings.door_setting s join devices.component c on c.id = s.door_id
        join devices.device d on d.id = c.device_id and d.app_id = s.app_id
        join applications.application a on a.id = s.app_id
        left join access.time_plan t on t.id = s.open_plan_id
        where c.device_id = any(${deviceIds}::bigint[]) order by c.device_id, c.no`,
    ),
    row => row.device_id,
  )

/** A device without settings stores none of these documents, or an empty one when it had some. */
export const timePlans = documents({
  document: 'doorHours',
  async wanted(query, deviceIds) {
    const settings = await settingsOf(query, deviceIds)
    return new Map(
      deviceIds.map(id => {
        const used = (settings.get(id) ?? []).filter(row => row.open_plan_id)
        const plans = [...new Map(used.map(row => [row.open_plan_id, row])).values()].map(row => ({
          ...{ planId: row.open_plan_id, name: row.plan_name, zone: row.zone ?? DEFAULT_ZONE },
          week: spansOf(weekOf(row.week ?? [])),
          // Devices know no hours of single days: the plan does not count there on a day with hours of its own.
          closedDays: [...exceptionalDays(row.exceptions ?? []).keys()],
        }))
        const name = plans.map(plan => plan.name).join('、')
        return [id, { version: versionOf(plans), content: plans, name: name.slice(0, 200) || '—' }]
      }),
    )
  },
})
export const doorParams = documents({
  document: 'doorParam',
  async wanted(query, deviceIds) {
    const settings = await settingsOf(query, deviceIds)
    return new Map(
      deviceIds.map(id => {
        const doors = (settings.get(id) ?? []).map(row => ({
          ...{ doorNo: row.no, relayMs: row.relay_ms, openTimeoutSec: row.open_timeout_sec },
          openPlanId: row.open_plan_id,
        }))
        const name = doors.map(door => door.doorNo).join('、')
        return [id, { version: versionOf(doors), content: doors, name: name || '—' }]
      }),
    )
  },
})

async function touch(ports: Ports, query: Query, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length) for (const document of DOCUMENTS) await touchDocument(ports, query, document, deviceIds)
}

async function devicesOf(ctx: Ctx, doorId: string): Promise<string[]> {
  const rows = await ctx.sql<{ device_id: string }>(
    sql`select c.device_id from devices.component c join devices.device d on d.id = c.device_id
      where c.id = ${doorId} and c.kind = 'door' and d.app_id = ${ctx.appId} and d.deleted_at is null
        and d.device_class = any(${settable(ctx.ports)})`,
  )
  return rows.map(row => row.device_id)
}

export const doorSettingHalf = implement(doorSetting, {
  async beforeWrite(ctx, values) {
    if (values.doorId && !(await devicesOf(ctx, values.doorId)).length)
      throw invalidFields([
        { field: 'doorId', text: ['只能选择门禁控制器的门', 'Only doors of controllers can be set'] },
      ])
  },
  /** A door is named after its device, with its own name or number where it has several. */
  async compute(ctx, rows) {
    if (!mayRead(ctx.user, 'deviceBind')) return
    const named = await ctx.sql<{ id: string; name: string }>(
      sql`select c.id, d.name || case when c.name is not null then ' · ' || c.name
          when (select count(*) from devices.component o where o.device_id = d.id and o.kind = 'door') > 1
          then ${numbered(ctx.language)} else '' end as name
        from devices.component c join devices.device d on d.id = c.device_id
        where c.id = any(${rows.map(row => row.doorId)}::bigint[])`,
    )
    for (const row of rows) Object.assign(row, { doorName: named.find(one => one.id === row.doorId)?.name ?? '' })
  },
  async afterWrite(ctx, row) {
    await touch(ctx.ports, ctx.sql, await devicesOf(ctx, row.doorId))
  },
  async afterRemove(ctx, row) {
    await touch(ctx.ports, ctx.sql, await devicesOf(ctx, row.doorId))
  },
  async afterRestore(ctx, row) {
    await touch(ctx.ports, ctx.sql, await devicesOf(ctx, row.doorId))
  },
})

/** The hours of doors changed. */
export const doorHours = contributes(timePlan, {
  async holds(ctx, id) {
    const [row] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from settings.door_setting where open_plan_id = ${id}`,
    )
    return { count: row!.n, text: [`${row!.n} 扇门`, `${row!.n} doors`] }
  },
  on: {
    async changed(ctx, { id }) {
      const rows = await ctx.sql<{ device_id: string }>(
        sql`select distinct c.device_id from settings.door_setting s join devices.component c on c.id = s.door_id
          where s.open_plan_id = ${String(id)}`,
      )
      await touch(
        ctx.ports,
        ctx.sql,
        rows.map(row => row.device_id),
      )
    },
  },
})

/** What an application wanted of a device ends with the binding. */
export const settingsOfDevice = contributes(device, {
  on: {
    async unbound(ctx, { deviceId }) {
      const id = String(deviceId)
      const gone = await ctx.sql<{ id: string }>(sql`delete from settings.door_setting s using devices.component c
        where c.id = s.door_id and c.device_id = ${id} returning s.id`)
      await ctx.sql(sql`delete from settings.parameter where device_id = ${id}`)
      if (gone.length) await touch(ctx.ports, ctx.sql, [id])
      await touchDocument(ctx.ports, ctx.sql, 'parameters', [id])
    },
  },
})
