/** Device manufacturers. */
import { choice, computed, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const deviceVendor = defineNoun('deviceVendor', {
  label: ['设备厂商', 'Vendor'],
  api: '/api/device/vendor',
  table: 'catalog.device_vendor',
  scope: 'platform',
  name: 'name',
  fields: {
    name: text(['厂商名称', 'Name'], { required: true, max: 64, unique: true, find: 'contains' }),
    code: text(['厂商编码', 'Code'], {
      required: true,
      max: 32,
      pattern: 'code',
      unique: true,
      frozen: true,
      find: 'prefix',
      mono: true,
    }),
    supplierId: ref(['供应商', 'Supplier'], 'supplier', { find: 'among' }),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { pattern: 'phone', mask: 'phone' }),
    website: text(['网站', 'Website'], { rare: true, pattern: 'url', max: 200 }),
    status: choice(
      ['状态', 'Status'],
      { on: [1, '合作中', 'Active'], off: [0, '已停止', 'Stopped'] },
      { required: true, initial: 1, find: 'among' },
    ),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    modelCount: computed(integer(['型号数', 'Models'])),
  },
})
export const deviceVendorLens = defineLens('deviceVendor', {
  path: '/hardwareManage/deviceVendor',
  label: ['设备厂商', 'Vendors'],
  empty: ['设备的生产厂商，型号从这里选择厂商', 'Who makes the devices; models choose from these'],
  of: 'deviceVendor',
  columns: ['name', 'code', 'supplierId', 'contact', 'phone', 'website', 'modelCount', 'status'],
  filters: ['name', 'code', 'supplierId', 'status'],
})
