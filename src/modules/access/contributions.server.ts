/** What access adds to devices: one that is taken out of its application leaves every permission group. */
import sql from 'sql-template-tag'
import { device } from '#modules/devices/device.noun.ts'
import { contributes } from '#server/parts.ts'

export const deviceDoors = contributes(device, {
  on: {
    async unbound(ctx, { deviceId }) {
      await ctx.sql(sql`delete from access.group_door where device_id = ${deviceId}`)
    },
  },
})
