/** What access adds to devices: an unbound device is removed from its groups. */
import sql from 'sql-template-tag'
import { device } from '#modules/devices/stock/device.noun.ts'
import { contributes } from '#server/parts.ts'

export const deviceDoors = contributes(device, {
  on: {
    async unbound(ctx, { deviceId }) {
      await ctx.sql(sql`delete from access.group_door where device_id = ${deviceId}`)
    },
  },
})
