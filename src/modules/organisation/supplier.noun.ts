/** Suppliers: companies that make or deliver devices; vendors (brands) belong to them. */
import { deviceClass } from '#devices/fields/deviceClass.ts'
import { computed, decimal, integer, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { companyActions, companyFields, companyStates, loginFields } from './company.fields.ts'

export const supplier = defineNoun('supplier', {
  label: ['供应商', 'Supplier'],
  api: '/api/admin/supplier',
  table: 'organisation.supplier',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  verbs: ['list', 'view', 'add', 'edit', 'export'],
  fields: {
    ...loginFields,
    ...companyFields,
    shortName: text(['简称', 'Short name'], { max: 20 }),
    techContact: text(['技术对接人', 'Technical contact'], { max: 64 }),
    classes: deviceClass(['供货品类', 'Delivers'], { many: true, required: true }),
    vendorNames: computed(text(['厂商', 'Vendors'])),
    modelCount: computed(integer(['型号数', 'Models'])),
    onlineRate: computed(decimal(['使用中在线率', 'Connected of those in use'], { scale: 1, unit: '%' })),
  },
  states: { state: companyStates },
  actions: companyActions,
})

export const supplierEmpLens = defineLens('supplierEmp', {
  path: '/systemManage/supplierEmp',
  label: ['供应商管理', 'Suppliers'],
  empty: ['供应设备的公司，及其登录账号', 'Companies that supply devices, with their accounts'],
  of: 'supplier',
  columns: [
    'name',
    'classes',
    'vendorNames',
    'modelCount',
    'deviceCount',
    'onlineRate',
    'contact',
    'phone',
    'code',
    'state',
  ],
  filters: ['name', 'code', 'contact', 'phone', 'state'],
  verbs: ['list', 'view', 'edit', 'export'],
  form: {
    except: ['username', 'password', 'roleIds'],
    first: ['name', 'code', 'shortName', 'classes', 'contact', 'phone', 'techContact'],
    last: ['remark'],
  },
})
