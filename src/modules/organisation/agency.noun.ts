/** Agencies: companies that sell applications and devices, and their contracts. */
import { choice, computed, day, decimal, instant, integer, ref, text } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { companyActions, companyFields, companyStates, loginFields } from './company.fields.ts'

const SHARE = { scale: 2, min: 0, max: 100, unit: '%' } as const
const ON_TRIAL = { where: { stage: [1] }, because: ['不在试用期', 'It is not on trial'] } as const

export const agency = defineNoun('agency', {
  label: ['代理商', 'Agency'],
  api: '/api/admin/agency',
  table: 'organisation.agency',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  builtIn: { remark: [['自行注册', 'Registered by themselves']] },
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
    shareRate: decimal(['分成比例', 'Share'], {
      ...SHARE,
      frozen: true,
      help: ['此后用“分成设置”更改，每次更改都有记录', 'Later set with "Set the share", which keeps every change'],
    }),
    deviceQuota: integer(['设备配额', 'Device quota'], { min: 0, max: 1_000_000 }),
    appCount: computed(integer(['应用数', 'Applications'])),
    registeredAt: instant(['注册时间', 'Registered'], { by: 'system', find: 'range', sort: true }),
    stage: choice(
      ['阶段', 'Stage'],
      { trial: [1, '试用', 'On trial'], regular: [2, '正式', 'Regular'] },
      { by: 'system', find: 'among', dictionary: ['company_stage', '阶段', 'Stage'] },
    ),
    trialUntil: day(['试用截止', 'Trial until'], { by: 'system', find: 'range', sort: true }),
    regularAt: instant(['转正时间', 'Regular since'], { by: 'system' }),
    daysLeft: computed(integer(['剩余天数', 'Days left'])),
    brandName: computed(text(['来源平台', 'Brand'])),
    personCount: computed(integer(['人员数', 'People'])),
    lastLoginAt: computed(instant(['最近登录', 'Last sign-in'])),
  },
  states: {
    state: {
      ...companyStates,
      moves: {
        ...companyStates.moves,
        expire: {
          from: ['normal'],
          to: 'expired',
          label: ['合作到期', 'End the contract'],
          by: 'system',
          at: 'endsOn',
        },
      },
    },
  },
  actions: {
    ...companyActions,
    setShare: {
      on: 'row',
      label: ['分成设置', 'Set the share'],
      reason: true,
      input: {
        rate: decimal(['分成比例', 'Share'], { ...SHARE, required: true }),
        fromOn: day(['生效日期', 'In effect from'], {
          help: ['留空为今天；不能早于今天', 'Left empty: today; not before today'],
        }),
      },
    },
    extendTrial: {
      on: 'row',
      label: ['延长试用', 'Extend the trial'],
      ...ON_TRIAL,
      input: { days: integer(['延长天数', 'More days'], { required: true, min: 1, max: 365 }) },
    },
    makeRegular: {
      on: 'row',
      label: ['转为正式', 'Make regular'],
      ...ON_TRIAL,
      input: {
        deviceQuota: integer(['设备上限', 'Device limit'], { required: true, min: 1, max: 1_000_000 }),
        personQuota: integer(['每个应用的人员上限', 'People in each application'], {
          required: true,
          min: 1,
          max: 200_000,
        }),
        endsOn: day(['合作结束', 'Until'], {
          help: ['留空则不限', 'Left empty: without end'],
          none: ['不限', 'No end'],
        }),
      },
    },
  },
})

export const agencyEmpLens = defineLens('agencyEmp', {
  path: '/systemManage/agencyEmp',
  label: ['代理商管理', 'Agencies'],
  empty: ['代理商及其登录账号', 'Agencies, with their accounts'],
  of: 'agency',
  columns: [
    'name',
    'level',
    'upperId',
    'deviceCount',
    'shareRate',
    'endsOn',
    'contact',
    'phone',
    'appCount',
    'region',
    'code',
    'deviceQuota',
    'state',
  ],
  filters: ['name', 'code', 'level', 'upperId', 'region', 'endsOn', 'state'],
  verbs: ['list', 'view', 'edit', 'export'],
  form: {
    except: ['username', 'password', 'roleIds'],
    first: ['name', 'code', 'level', 'upperId', 'contact', 'phone', 'region'],
    last: ['remark'],
  },
  actions: ['setShare', 'resetPassword'],
})

/** Self-registered agencies: on trial, regular, or closed. */
export const registrationLens = defineLens('registration', {
  path: '/systemManage/platformUser',
  label: ['自助注册', 'Registrations'],
  empty: ['在网站上自助注册的企业会出现在这里', 'Companies that register on the site appear here'],
  of: 'agency',
  columns: [
    'name',
    'contact',
    'phone',
    'brandName',
    'registeredAt',
    'stage',
    'daysLeft',
    'trialUntil',
    'appCount',
    'deviceCount',
    'personCount',
    'lastLoginAt',
    'state',
  ],
  essential: ['name', 'stage', 'trialUntil', 'daysLeft', 'state'],
  filters: ['registeredAt', 'name', 'contact', 'phone', 'stage', 'trialUntil', 'state'],
  verbs: ['list', 'view', 'export'],
  actions: ['extendTrial', 'makeRegular', 'resetPassword'],
})
