/** What access adds to devices: an unbound device is removed from its groups, and the direct rights at its doors end. */
import sql from 'sql-template-tag'
import { device } from '#modules/devices/stock/device.noun.ts'
import { follow } from '#server/crud/contributions.ts'
import { contributes } from '#server/parts.ts'
import { authGroup } from './access.noun.ts'

export const deviceDoors = contributes(device, {
  on: {
    async unbound(ctx, { deviceId }) {
      await ctx.sql(sql`delete from access.group_door where device_id = ${deviceId}`)
      // Direct rights at its doors end with it: bound again, it would have them without a door.
      const direct = await ctx.sql<{ id: string; people: string[] }>(sql`
        with rights as (
          update access.auth_group set deleted_at = ${ctx.now}, rev = rev + 1
          where direct_door_id in (select id from devices.component where device_id = ${deviceId}) and deleted_at is null
          returning id
        ), people as (
          delete from access.group_person gp using rights r where gp.group_id = r.id returning gp.group_id, gp.person_id
        ) select group_id as id, array_agg(person_id) as people from people group by 1 order by 1`)
      for (const { id, people } of direct) await follow(ctx, authGroup, 'left', { groupId: id, personIds: people })
    },
  },
})
