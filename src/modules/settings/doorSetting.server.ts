/** Door settings as two documents of their device: the hours that its doors use, and each door with the settings that the device knows. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { MEANS_NEED, TERMINAL_SETTINGS } from '#devices/abilities/doorSettings.ts'
import type { DeviceClass } from '#model/device.ts'
import { invalidFields } from '#model/error.ts'
import type { WrittenOf } from '#model/row.ts'
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

export const DOCUMENTS = ['doorHours', 'doorParam'] as const

/** The settings that a class knows of its doors; undefined where they cannot be set. */
const settingsKept = (deviceClass: DeviceClass | undefined): readonly string[] | undefined =>
  deviceClass?.documents.find(held => held.document === 'doorParam')?.keeps
/** The classes whose doors can be set. */
export const settable = ({ classes }: Pick<Ports, 'classes'>): string[] =>
  [...classes.values()].filter(settingsKept).map(one => one.key)

/** What a device is sent of each door, as far as it knows it. */
interface DoorParam {
  relayMs: number
  openTimeoutSec: number
  openPlanId: string | null
  contact: boolean
  means: number
  interlock: boolean
  antiPassback: boolean
  firstOpens: boolean
  fireInput: boolean
}
interface SettingRow extends DoorParam {
  device_id: string
  device_class: string
  no: number
  plan_name: string | null
  week: readonly Span[] | null
  exceptions: readonly Exception[] | null
  zone: string | null
}
const settingsOf = async (query: Query, deviceIds: readonly string[]): Promise<Map<string, SettingRow[]>> =>
  Map.groupBy(
    await query<SettingRow>(
      sql`select c.device_id, d.device_class, c.no, s.relay_ms as "relayMs", s.open_timeout_sec as "openTimeoutSec",
          s.open_plan_id as "openPlanId", s.contact, s.means, s.interlock, s.anti_passback as "antiPassback",
          s.first_opens as "firstOpens", s.fire_input as "fireInput", t.name as plan_name, t.week, t.exceptions, a.zone
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
        const used = (settings.get(id) ?? []).filter(row => row.openPlanId)
        const plans = [...new Map(used.map(row => [row.openPlanId, row])).values()].map(row => ({
          ...{ planId: row.openPlanId, name: row.plan_name, zone: row.zone ?? DEFAULT_ZONE },
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
  async wanted(query, deviceIds, { classes }) {
    const settings = await settingsOf(query, deviceIds)
    return new Map(
      deviceIds.map(id => {
        const doors = (settings.get(id) ?? []).map(row => ({
          doorNo: row.no,
          ...Object.fromEntries(
            (settingsKept(classes.get(row.device_class)) ?? []).map(name => [name, row[name as keyof DoorParam]]),
          ),
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

async function devicesWith(ctx: Ctx, doorId: string): Promise<{ device_id: string; device_class: string }[]> {
  return ctx.sql<{ device_id: string; device_class: string }>(
    sql`select c.device_id, d.device_class from devices.component c join devices.device d on d.id = c.device_id
      where c.id = ${doorId} and c.kind = 'door' and d.app_id = ${ctx.appId} and d.deleted_at is null
        and d.device_class = any(${settable(ctx.ports)})`,
  )
}
const devicesOf = async (ctx: Ctx, doorId: string): Promise<string[]> =>
  (await devicesWith(ctx, doorId)).map(row => row.device_id)

const CANNOT: Text = ['此设备的门没有这项参数', 'The doors of this device have no such setting']
const FIRST_NEEDS_HOURS: Text = ['首人常开需要选择常开时段', 'The first person opens it in its hours: choose them']
const { fields } = doorSetting
type Setting = WrittenOf<typeof doorSetting>

/** What the doors of a class cannot do; `values` are those of the whole row. */
function settingProblems(values: Setting, deviceClass: DeviceClass): { field: string; text: Text }[] {
  const kept = settingsKept(deviceClass) ?? []
  const other = TERMINAL_SETTINGS.filter(name => !kept.includes(name) && (values[name] ?? null) !== null)
  const changed = other.filter(name => values[name] !== fields[name].initial)
  const isMissing = MEANS_NEED[Number(values.means)]?.some(item => !deviceClass.sets.some(set => set.item === item))
  return [
    ...changed.map(field => ({ field, text: CANNOT })),
    ...(isMissing
      ? [{ field: 'means', text: ['此设备不支持这种方式', 'The device does not know these means'] as const }]
      : []),
    ...(values.firstOpens && !values.openPlanId ? [{ field: 'firstOpens', text: FIRST_NEEDS_HOURS }] : []),
  ]
}

export const doorSettingHalf = implement(doorSetting, {
  async beforeWrite(ctx, values, before) {
    const [found] = await devicesWith(ctx, values.doorId ?? before!.doorId)
    if (!found)
      throw invalidFields([
        { field: 'doorId', text: ['这扇门的设备不保存门参数', 'The device of this door stores no settings of doors'] },
      ])
    const problems = settingProblems({ ...before, ...values }, ctx.ports.classes.get(found.device_class)!)
    if (problems.length) throw invalidFields(problems)
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
