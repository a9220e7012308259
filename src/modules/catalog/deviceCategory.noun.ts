/** Categories of devices: the top grouping for menus and statistics. */
import { CATEGORIES } from '#model/category.ts'
import { choice, icon, integer, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const deviceCategory = defineNoun('deviceCategory', {
  label: ['设备品类', 'Device category'],
  api: '/api/device/category',
  table: 'catalog.device_category',
  scope: 'platform',
  places: ['list', 'view'],
  name: 'name',
  builtIn: { name: Object.values(CATEGORIES).map(({ label }) => label) },
  tree: { depth: 3 },
  order: ['sort', 'asc'],
  fields: {
    name: text(['品类名称', 'Name'], { required: true, max: 64, unique: true, find: 'contains' }),
    code: text(['品类编码', 'Code'], {
      required: true,
      max: 32,
      pattern: 'code',
      unique: true,
      frozen: true,
      mono: true,
    }),
    icon: icon(['图标', 'Icon']),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 9999, notNull: true }),
    status: choice(
      ['状态', 'Status'],
      { on: [1, '启用', 'On'], off: [0, '停用', 'Off'] },
      { required: true, initial: 1, find: 'among' },
    ),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
  },
})
export const deviceCategoryLens = defineLens('deviceCategory', {
  path: '/hardwareManage/deviceCategory',
  label: ['设备品类', 'Categories'],
  empty: ['品类是设备类型的上一级，如门禁、车辆', 'Categories are above device types, such as access or vehicles'],
  of: 'deviceCategory',
  layout: 'tree',
  columns: ['name', 'code', 'status', 'remark'],
  filters: ['name', 'status'],
})
