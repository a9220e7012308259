/** The list of doors: named after their device, with their own name or number where it has several. */
import sql from 'sql-template-tag'
import { listView } from '#server/crud/listView.ts'
import { endpoint, implement } from '#server/parts.ts'
import { door } from './door.noun.ts'
import { numbered } from './stock/numbered.server.ts'

export const doorHalf = implement(door)

export const doorPage = endpoint({
  method: 'GET',
  path: '/api/device/door/page',
  access: 'door:list',
  scope: 'application',
  summary: ['应用的通行点，供选择', 'Doors of the application, for choosing'],
  run(ctx, input) {
    const ids = typeof input.id === 'string' ? input.id.split(',').filter(id => /^\d{1,19}$/.test(id)) : []
    return listView(ctx, door, input, {
      rows: sql`select c.id, c.no, c.device_id, d.name as device_name, s.name as site_name, coalesce(ss.online, false) as online,
          d.name || case when c.name is not null then ' · ' || c.name when (select count(*) from devices.component o
          where o.device_id = d.id and o.kind = 'door') > 1 then ${numbered(ctx.language)} else '' end as name
        from devices.component c
        join devices.device d on d.id = c.device_id and d.deleted_at is null and d.app_id is not null
        left join applications.site s on s.id = d.site_id left join devices.session ss on ss.device_id = d.id
        where c.kind = 'door'`,
      also: ids.length ? [sql`t.id = any(${ids}::bigint[])`] : [],
      order: sql`t.name, t.no`,
    })
  },
})
