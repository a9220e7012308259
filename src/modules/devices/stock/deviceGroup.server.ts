/** The number of devices in a group and of connected ones; removing a group leaves its devices ungrouped. */
import sql from 'sql-template-tag'
import { implement } from '#server/parts.ts'
import { deviceGroup } from './deviceGroup.noun.ts'

export const deviceGroupHalf = implement(deviceGroup, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ id: string; devices: number; online: number }>(
      sql`select d.group_id as id, count(*)::int as devices, count(*) filter (where s.online)::int as online
        from devices.device d left join devices.session s on s.device_id = d.id
        where d.group_id = any(${rows.map(row => row.id)}::bigint[]) and d.deleted_at is null group by 1`,
    )
    for (const row of rows) {
      const found = counts.find(one => one.id === row.id)
      Object.assign(row, { deviceCount: found?.devices ?? 0, onlineCount: found?.online ?? 0 })
    }
  },
})
