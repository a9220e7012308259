/** Device types: one row per device class in code. Name, icon, category, order and status can be edited. */
import { CLASS_CHOICES } from '#devices/generated/choices.ts'
import { choice, computed, decimal, icon, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const deviceType = defineNoun('deviceType', {
  label: ['设备类型', 'Device type'],
  api: '/api/device/type',
  table: 'catalog.device_type',
  scope: 'platform',
  places: ['list', 'view'],
  name: 'name',
  // Each class of devices has one row with the label of the class.
  builtIn: { name: Object.values(CLASS_CHOICES).map(([, zh, en]) => [zh, en] as const) },
  verbs: ['list', 'view', 'edit', 'export'],
  order: ['sort', 'asc'],
  fields: {
    name: text(['类型名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    code: text(['类型编码', 'Code'], { by: 'system', find: 'equal', mono: true, notNull: true, technical: true }),
    categoryId: ref(['品类', 'Category'], 'deviceCategory', { find: 'among' }),
    icon: icon(['图标', 'Icon']),
    importance: choice(
      ['重要等级', 'Importance'],
      { high: [1, '高', 'High'], normal: [2, '中', 'Normal'], low: [3, '低', 'Low'] },
      { required: true, initial: 2 },
    ),
    sort: integer(['排序', 'Order'], { rare: true, initial: 0, min: 0, max: 9999, notNull: true }),
    status: choice(
      ['状态', 'Status'],
      { on: [1, '启用', 'On'], off: [0, '停用', 'Off'] },
      { required: true, initial: 1, find: 'among' },
    ),
    modelCount: computed(integer(['型号数', 'Models'])),
    deviceCount: computed(integer(['设备数', 'Devices'])),
    onlineRate: computed(decimal(['使用中在线率', 'Connected of those in use'], { scale: 1, unit: '%' })),
  },
  actions: {
    pages: {
      on: 'row',
      label: ['页面配置', 'Pages'],
      input: { menuIds: ref(['显示的页面', 'Pages shown'], 'menu', { many: true }) },
    },
  },
})
export const deviceTypeLens = defineLens('deviceType', {
  path: '/hardwareManage/deviceType',
  label: ['设备类型', 'Device types'],
  empty: ['设备类型按品类归类，型号都属于一个类型', 'Device types group the models of one kind of device'],
  of: 'deviceType',
  columns: ['name', 'icon', 'categoryId', 'modelCount', 'deviceCount', 'onlineRate', 'importance', 'sort', 'status'],
  filters: ['name', 'categoryId', 'status'],
  inline: ['name', 'importance', 'sort', 'status'],
  viewIn: 'dialog',
})
