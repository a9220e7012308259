/** Organisations: the platform, its partners, agencies and suppliers. Each owns rows. */
import { choice, ref, text } from '#model/field.ts'
import { defineNoun } from '#model/noun.ts'

export const organisation = defineNoun('organisation', {
  label: ['机构', 'Organisation'],
  api: '/api/admin/organisation',
  table: 'identity.organisation',
  scope: 'platform',
  name: 'name',
  verbs: ['list', 'view'],
  builtIn: {
    name: [
      ['Portico 万物通', 'Portico'],
      ['佛山万物', 'Foshan Wanwu'],
      ['南昌智联', 'Nanchang Zhilian'],
    ],
    // Not a field: the reason why its users cannot sign in.
    closedReason: [['合作已到期', 'the contract has ended']],
  },
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 64, find: 'contains' }),
    code: text(['编码', 'Code'], { required: true, max: 32, unique: true, frozen: true, pattern: 'code' }),
    kind: choice(
      ['类型', 'Kind'],
      {
        platform: [0, '平台', 'Platform'],
        partner: [1, '合作伙伴', 'Partner'],
        agency: [2, '代理商', 'Agency'],
        supplier: [3, '供应商', 'Supplier'],
      },
      { required: true, find: 'among', dictionary: ['org_kind', '机构类型', 'Kind of organisation'] },
    ),
    parentId: ref(['上级', 'Parent'], 'organisation', { by: 'system' }),
  },
})
