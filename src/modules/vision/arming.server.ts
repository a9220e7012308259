/** Arming as a document of its device, and devices as followers of the libraries that their cameras compare with. */
import sql, { type Sql } from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { ARMING } from '#devices/abilities/libraries.ts'
import { invalidFields } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { documents, versionOf } from '#server/delivered.ts'
import { contributes, handler, implement } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { timePlan } from '#modules/access/access.noun.ts'
import { exceptionalDays, spansOf, weekOf, type Exception, type Span } from '#modules/access/week.rules.ts'
import { device } from '#modules/devices/stock/device.noun.ts'
import { documentStates, setFollowers, touchDocument, type Group } from '#modules/sync/api.ts'
import { faceArming } from './faceArming.noun.ts'

/** The classes whose devices compare with libraries. */
const armable = ({ classes }: Pick<Ports, 'classes'>): string[] =>
  [...classes.values()].filter(one => one.documents.some(held => held.document === ARMING)).map(one => one.key)

interface ArmingRow {
  device_id: string
  channel_no: number
  no: number
  name: string
  threshold: number
  week: readonly Span[] | null
  exceptions: readonly Exception[] | null
  zone: string | null
  time_plan_id: string | null
}
/** Devices know no hours of single days: a plan does not count there on a day with hours of its own. */
const planOf = ({ time_plan_id: id, week, exceptions, zone }: ArmingRow): object | null =>
  id === null
    ? null
    : {
        zone: zone ?? DEFAULT_ZONE,
        week: spansOf(weekOf(week ?? [])),
        closedDays: [...exceptionalDays(exceptions ?? []).keys()],
      }

export const armingOfDevices = documents({
  document: ARMING,
  async wanted(query, deviceIds) {
    const rows = await query<ArmingRow>(
      sql`select a.device_id, a.channel_no, l.no, l.name, a.threshold, a.time_plan_id, t.week, t.exceptions, p.zone
        from vision.arming a join vision.library l on l.id = a.library_id
        join devices.device d on d.id = a.device_id and d.app_id = a.app_id and d.deleted_at is null
        join applications.application p on p.id = a.app_id left join access.time_plan t on t.id = a.time_plan_id
        where a.device_id = any(${deviceIds}::bigint[]) order by a.channel_no, l.no`,
    )
    const byDevice = Map.groupBy(rows, row => row.device_id)
    return new Map(
      deviceIds.map(id => {
        const own = byDevice.get(id) ?? []
        const libs = [...new Map(own.map(({ no, name }) => [no, { libId: no, name }])).values()]
        const arms = own.map(row => ({
          ...{ channelNo: row.channel_no, libId: row.no, threshold: row.threshold, plan: planOf(row) },
        }))
        const content = { libs, arms }
        const name = libs.map(one => one.name).join('、')
        return [id, { version: versionOf(content), content, name: name.slice(0, 200) || '—' }]
      }),
    )
  },
})

/** The documents of the devices with such armings. */
export async function touchArming(ctx: Ctx, which: Sql): Promise<void> {
  const rows = await ctx.sql<{ id: string }>(
    sql`select distinct device_id as id from vision.arming where ${which} order by 1`,
  )
  if (rows.length)
    await touchDocument(
      ctx.ports,
      ctx.sql,
      ARMING,
      rows.map(row => row.id),
    )
}

/** The devices with cameras that compare with the library follow its members; no others do. */
async function settleFollowers(ctx: Ctx, libraryIds: readonly string[]): Promise<void> {
  const rows = await ctx.sql<Group & { devices: string[] }>(
    sql`select l.id, l.app_id as "appId", l.source_id as "sourceId",
        coalesce((select array_agg(distinct a.device_id) from vision.arming a where a.library_id = l.id), '{}')
          as devices
      from vision.library l where l.id = any(${libraryIds}::bigint[]) order by l.id`,
  )
  for (const { devices, ...group } of rows) await setFollowers(ctx.sql, ctx.ports.classes, group, devices)
}
async function changed(ctx: Ctx, rows: readonly { deviceId: string; libraryId: string }[]): Promise<void> {
  await touchDocument(ctx.ports, ctx.sql, ARMING, [...new Set(rows.map(row => row.deviceId))])
  await settleFollowers(ctx, [...new Set(rows.map(row => row.libraryId))])
}

export const faceArmingHalf = implement(faceArming, {
  async beforeWrite(ctx, values, before) {
    const { deviceId, channelNo, libraryId } = { ...before, ...values }
    const [found] = await ctx.sql<{ armable: boolean; channel: boolean; taken: boolean }>(
      sql`select d.device_class = any(${armable(ctx.ports)}) as armable,
          exists (select from devices.component c
            where c.device_id = d.id and c.kind = 'channel' and c.no = ${channelNo}) as channel,
          exists (select from vision.arming a where a.device_id = d.id and a.channel_no = ${channelNo}
            and a.library_id = ${libraryId} and a.id is distinct from ${before?.id ?? null}) as taken
        from devices.device d where d.id = ${deviceId} and d.app_id = ${ctx.appId} and d.deleted_at is null`,
    )
    if (!found?.armable)
      throw invalidFields([
        { field: 'deviceId', text: ['此设备不能布控人脸库', 'This device compares with no libraries'] },
      ])
    if (!found.channel)
      throw invalidFields([{ field: 'channelNo', text: ['设备没有这个通道', 'The device has no such channel'] }])
    if (found.taken)
      throw invalidFields([
        { field: 'libraryId', text: ['该通道已布控此库', 'The channel compares with this library already'] },
      ])
  },
  async afterWrite(ctx, row, before) {
    await changed(ctx, [...(before ? [before] : []), row])
  },
  afterRemove: (ctx, row) => changed(ctx, [row]),
  afterRestore: (ctx, row) => changed(ctx, [row]),
  async compute(ctx, rows) {
    const states = new Map(
      (
        await documentStates(
          ctx.sql,
          rows.map(row => row.deviceId),
          [ARMING],
          ctx.language,
        )
      ).map(one => [one.deviceId, one]),
    )
    for (const row of rows) {
      const own = states.get(row.deviceId)
      Object.assign(row, { state: own?.state ?? 'waiting', message: own?.message ?? null })
    }
  },
})

/** The hours of cameras changed. */
export const armingHours = contributes(timePlan, {
  async holds(ctx, id) {
    const [row] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from vision.arming where time_plan_id = ${id}`,
    )
    return { count: row!.n, text: [`${row!.n} 项布控`, `${row!.n} armings`] }
  },
  on: { changed: (ctx, { id }) => touchArming(ctx, sql`time_plan_id = ${String(id)}`) },
})

/** What an application wanted of a device ends with the binding. */
export const armingOfDevice = contributes(device, {
  on: {
    async unbound(ctx, { deviceId }) {
      const gone = await ctx.sql<{ deviceId: string; libraryId: string }>(
        sql`delete from vision.arming where device_id = ${String(deviceId)}
          returning device_id as "deviceId", library_id as "libraryId"`,
      )
      if (gone.length) await changed(ctx, gone)
    },
  },
})

/** A device that comes to an application compares with nothing of an earlier one. */
export const armingEmptied = handler({
  name: 'vision.emptied',
  on: ['device.bound', 'device.unbound'],
  async run(ports, event) {
    const { deviceId, deviceClass } = event.payload as { deviceId: string; deviceClass: string }
    if (armable(ports).includes(deviceClass))
      await ports.db.tx({ role: 'engine' }, query => touchDocument(ports, query, ARMING, [deviceId]))
  },
})
