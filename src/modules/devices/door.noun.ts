/** Doors of an application's devices, for selection: one row for each, whatever device it is part of. */
import { flag, integer, ref, text } from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'

export const door = defineNoun('door', {
  label: ['通行点', 'Door'],
  api: '/api/device/door',
  table: 'devices.component',
  scope: 'application',
  places: ['list'],
  life: 'view',
  name: 'name',
  verbs: ['list'],
  fields: {
    name: text(['通行点', 'Door'], { find: 'contains' }),
    no: integer(['编号', 'No']),
    deviceId: ref(['设备', 'Device'], 'deviceBind'),
    deviceName: text(['设备', 'Device']),
    siteName: text(['站点', 'Site']),
    online: flag(['在线', 'Online']),
  },
})
