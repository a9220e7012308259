/** Groups of devices in an application, so that those of one shift, floor or contract can be found and commanded together. */
import { computed, integer, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const deviceGroup = defineNoun('deviceGroup', {
  label: ['设备分组', 'Device group'],
  api: '/api/device/group',
  table: 'devices.device_group',
  scope: 'application',
  places: ['list', 'view'],
  name: 'name',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 32, unique: true, find: 'contains' }),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 9999, notNull: true }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    deviceCount: computed(integer(['设备数', 'Devices'])),
    onlineCount: computed(integer(['在线', 'Online'])),
  },
})

export const deviceGroupLens = defineLens('deviceGroup', {
  path: '/apply/deviceGroup',
  label: ['设备分组', 'Device groups'],
  empty: ['把设备分组，便于批量操作和筛选', 'Groups of devices, for filters and acts on many'],
  of: 'deviceGroup',
  columns: ['name', 'deviceCount', 'onlineCount', 'remark', 'updatedAt'],
  filters: ['name'],
  found: ['name'],
  adds: true,
})
