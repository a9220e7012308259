/** Stores readings, and answers their curves. */
import sql, { join } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { instant, ref, text } from '#model/field.ts'
import { endpoint, retained } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { QUARTER_MS, type PackedReadings } from './readings.rules.ts'
import type { Curve } from './Curve.ts'

const ENGINE = { role: 'engine' } as const

/** Adds them to what is known of their quarter hours. The same readings again change nothing. */
export const keepReadings = (ports: Ports, deviceId: string, packed: readonly PackedReadings[]): Promise<unknown> =>
  ports.db.query(
    ENGINE,
    sql`insert into devices.reading as r (device_id, component, quarter, source_id, app_id, vals)
      select d.id, p.component, p.quarter, d.source_id, d.app_id, p.vals
      from (values ${join(
        packed.map(
          ({ component, quarterMs, vals }) =>
            sql`(${component}::text, ${new Date(quarterMs)}::timestamptz, ${JSON.stringify(vals)}::jsonb)`,
        ),
      )}) as p (component, quarter, vals), devices.device d where d.id = ${deviceId} and d.deleted_at is null
      order by p.component, p.quarter
      on conflict (device_id, component, quarter) do update set vals = devices.join_readings(r.vals, excluded.vals)`,
  )

const DAY_MS = 86_400_000
const MOST_POINTS = 800
/** Widths of one point: a quarter hour, one hour, six hours, a day. */
const STEPS_MS = [QUARTER_MS, 3_600_000, 6 * 3_600_000, DAY_MS]
const LONGEST_MS = MOST_POINTS * DAY_MS

export const readingCurve = endpoint({
  method: 'GET',
  path: '/api/device/reading/curve',
  access: 'deviceBind:detail',
  scope: 'application',
  places: true,
  summary: [
    '一个属性的读数曲线：每点含最低、最高与最后值，点宽按时间范围取刻钟、小时、六小时或一天',
    'The curve of a property: each point has its lowest, highest and last value, and is a quarter hour, an hour, six hours or a day wide',
  ],
  input: {
    deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }),
    component: text(['部件', 'Part'], { max: 32 }),
    property: text(['属性', 'Property'], { required: true, max: 64 }),
    from: instant(['从', 'From'], { required: true }),
    until: instant(['到', 'Until'], { required: true }),
  },
  async run(ctx, { deviceId, component, property, from, until }): Promise<Curve> {
    if (!isId(deviceId)) throw new Refusal('not_found')
    const spanMs = Date.parse(until) - Date.parse(from)
    if (!(spanMs > 0 && spanMs <= LONGEST_MS))
      throw invalidFields([{ field: 'until', text: ['时间范围有误', 'The range of time is not valid'] }])
    const [device] = await ctx.sql<{ deviceClass: string }>(
      sql`select device_class as "deviceClass" from devices.device where id = ${deviceId} and app_id = ${ctx.appId}`,
    )
    if (!device) throw new Refusal('not_found')
    if (ctx.ports.classes.get(device.deviceClass)?.properties[property]?.record !== 'reading')
      throw invalidFields([{ field: 'property', text: ['该属性没有曲线', 'No curve is kept of this property'] }])
    const stepMs = STEPS_MS.find(step => spanMs / step <= MOST_POINTS)!
    const points = await ctx.sql<Curve['points'][number]>(
      sql`select date_bin(make_interval(secs => ${stepMs / 1000}), r.quarter, 'epoch') as at,
          min((v.value ->> 0)::float8) as low, max((v.value ->> 1)::float8) as high,
          (array_agg((v.value ->> 2)::float8 order by r.quarter desc))[1] as last
        from devices.reading r, lateral (select r.vals -> ${property} as value) v
        where r.device_id = ${deviceId} and r.component = ${component ?? ''} and r.quarter >= ${from}
          and r.quarter < ${until} and v.value is not null and r.app_id = ${ctx.appId}
        group by 1 order by 1`,
    )
    return { stepMs, points }
  },
})

export const retainedReadings = retained({
  key: 'reading',
  label: ['读数', 'Readings'],
  table: 'devices.reading',
  since: 'quarter',
  days: 400,
})
