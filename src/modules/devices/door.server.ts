/** The list of doors: named after their device, and their own name or number where it has several. */
import sql from 'sql-template-tag'
import { pageRequest } from '#server/crud/filters.ts'
import { endpoint, implement } from '#server/parts.ts'
import { door } from './door.noun.ts'

export const doorHalf = implement(door)

export const doorPage = endpoint({
  method: 'GET',
  path: '/api/device/door/page',
  access: 'door:list',
  scope: 'application',
  summary: 'Doors of the application, for choosing',
  async run(ctx, input) {
    const { current, size } = pageRequest(input)
    const word =
      typeof input.name === 'string'
        ? input.name
            .trim()
            .slice(0, 50)
            .replace(/[\\%_]/g, '\\$&')
        : ''
    const ids = typeof input.id === 'string' ? input.id.split(',').filter(id => /^\d{1,19}$/.test(id)) : []
    const rows = sql`(select c.id, c.no, c.device_id as "deviceId", d.name as "deviceName", s.name as "siteName", coalesce(ss.online, false) as online,
        d.name || case when c.name is not null then ' · ' || c.name when (select count(*) from devices.component o where o.device_id = d.id and o.kind = 'door') > 1 then ' · ' || c.no || ' 号门' else '' end as name
      from devices.component c join devices.device d on d.id = c.device_id and d.deleted_at is null and d.app_id is not null left join applications.site s on s.id = d.site_id left join devices.session ss on ss.device_id = d.id where c.kind = 'door') t`
    const found = sql`where t.name ilike ${`%${word}%`} ${ids.length ? sql`and t.id = any(${ids}::bigint[])` : sql``}`
    const [counted] = await ctx.sql<{ total: number }>(sql`select count(*)::int as total from ${rows} ${found}`)
    const records = await ctx.sql(
      sql`select * from ${rows} ${found} order by t.name, t.no limit ${size} offset ${(current - 1) * size}`,
    )
    return { records, total: counted!.total, size, current, pages: Math.ceil(counted!.total / size) }
  },
})
