/** Agencies: companies that bring applications and devices, and what was agreed with them. */
import { choice, computed, day, decimal, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { companyActions, companyFields, companyStates, loginFields } from './company.fields.ts'

export const agency = defineNoun('agency', {
  label: ['代理商', 'Agency'],
  api: '/api/admin/agency',
  table: 'organisation.agency',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  verbs: ['list', 'view', 'add', 'edit', 'export'],
  fields: {
    ...loginFields,
    ...companyFields,
    level: choice(
      ['级别', 'Level'],
      { first: [1, '一级', 'First'], second: [2, '二级', 'Second'], third: [3, '三级', 'Third'] },
      { required: true, find: 'among' },
    ),
    upperId: ref(['上级代理', 'Above it'], 'agency', { find: 'among', frozen: true }),
    region: text(['代理区域', 'Region'], { max: 60, find: 'contains' }),
    contractNo: text(['合同编号', 'Contract'], { max: 40, mono: true }),
    startsOn: day(['合作开始', 'From']),
    endsOn: day(['合作结束', 'Until'], { find: 'range', sort: true }),
    shareRate: decimal(['分成比例', 'Share'], { scale: 2, unit: '%' }),
    deviceQuota: integer(['设备配额', 'Device quota'], { min: 0, max: 1_000_000 }),
    appCount: computed(integer(['应用数', 'Applications'])),
  },
  states: { state: companyStates },
  actions: companyActions,
})

export const agencyEmpLens = defineLens('agencyEmp', {
  path: '/systemManage/agencyEmp',
  label: ['代理商管理', 'Agencies'],
  of: 'agency',
  columns: [
    'name',
    'code',
    'level',
    'upperId',
    'contact',
    'phone',
    'region',
    'appCount',
    'deviceCount',
    'deviceQuota',
    'shareRate',
    'endsOn',
    'state',
  ],
  filters: ['name', 'code', 'level', 'region', 'endsOn', 'state'],
  verbs: ['list', 'view', 'edit', 'export'],
  form: [
    'name',
    'code',
    'level',
    'upperId',
    'contact',
    'phone',
    'region',
    'address',
    'licenseNo',
    'licenseImg',
    'contractNo',
    'startsOn',
    'endsOn',
    'shareRate',
    'deviceQuota',
    'remark',
  ],
})
