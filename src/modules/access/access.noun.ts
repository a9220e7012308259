/** Rights: who may pass which doors, when; what people edit. What is on devices follows from it. */
import { choice, clock, computed, day, flag, instant, integer, json, list, ref, text } from '#model/field.ts'
import { DELIVERY } from '#model/delivery.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const timePlan = defineNoun('timePlan', {
  label: ['时间计划', 'Time plan'],
  api: '/api/person/timePlan',
  table: 'access.time_plan',
  scope: 'application',
  name: 'name',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 30, unique: true, find: 'contains' }),
    week: list(
      ['周计划', 'Week'],
      {
        weekday: choice(
          ['星期', 'Weekday'],
          {
            mon: [1, '周一', 'Mon'],
            tue: [2, '周二', 'Tue'],
            wed: [3, '周三', 'Wed'],
            thu: [4, '周四', 'Thu'],
            fri: [5, '周五', 'Fri'],
            sat: [6, '周六', 'Sat'],
            sun: [7, '周日', 'Sun'],
          },
          { required: true },
        ),
        from: clock(['起', 'From'], { required: true }),
        to: clock(['止', 'To'], { required: true }),
      },
      { max: 56, check: 'spansDisjoint', required: true },
    ),
    exceptions: list(
      ['例外', 'Exceptions'],
      { day: day(['日期', 'Date'], { required: true }), closed: flag(['禁行', 'Closed'], { required: true }) },
      { max: 366, notNull: true },
    ),
    groupCount: computed(integer(['使用的权限组', 'Groups'])),
  },
})
export const timePlanLens = defineLens('timePlan', {
  path: '/apply/timePlan',
  label: ['时间计划', 'Time plans'],
  of: 'timePlan',
  columns: ['name', 'week', 'exceptions', 'groupCount'],
  filters: ['name'],
})

export const authGroup = defineNoun('authGroup', {
  label: ['权限组', 'Permission group'],
  api: '/api/person/authGroup',
  table: 'access.auth_group',
  scope: 'application',
  name: 'name',
  remove: 'soft',
  fields: {
    name: text(['权限组名称', 'Name'], { required: true, max: 30, unique: true, find: 'contains' }),
    timePlanId: ref(['时间计划', 'Time plan'], 'timePlan', { find: 'among' }),
    doorIds: ref(['通行点', 'Doors'], 'door', { many: true, virtual: true }),
    remark: text(['备注', 'Remark'], { max: 200, lines: 3 }),
    doorCount: computed(integer(['通行点数', 'Doors'])),
    personCount: computed(integer(['人员数', 'People'])),
    delivery: computed(text(['下发状态', 'Delivery'])),
  },
  actions: {
    addPeople: {
      on: 'row',
      label: ['添加人员', 'Add people'],
      input: {
        personIds: ref(['人员', 'People'], 'person', { many: true }),
        orgIds: ref(['组织', 'Organisations'], 'organization', { many: true }),
        validFrom: instant(['起', 'From']),
        validTo: instant(['止', 'To']),
      },
    },
    removePeople: {
      on: 'row',
      label: ['移除人员', 'Remove people'],
      input: { personIds: ref(['人员', 'People'], 'person', { many: true, required: true }) },
    },
    people: { on: 'row', label: ['人员', 'People'], method: 'GET' },
    doors: { on: 'noun', label: ['可选通行点', 'Doors to choose'], method: 'GET' },
    retryFailed: { on: 'row', label: ['重新下发失败', 'Retry failures'] },
  },
})
export const authGroupLens = defineLens('authGroup', {
  path: '/apply/authGroup',
  label: ['权限组', 'Permission groups'],
  of: 'authGroup',
  columns: ['name', 'doorCount', 'personCount', 'timePlanId', 'delivery', 'updatedAt'],
  filters: ['name', 'timePlanId'],
})

export const personAuth = defineNoun('personAuth', {
  label: ['人员授权', 'Authorisation'],
  api: '/api/person/auth',
  table: 'access.group_person',
  scope: 'application',
  life: 'view',
  name: 'personName',
  verbs: ['list', 'export'],
  fields: {
    personId: ref(['人员', 'Person'], 'person', { find: 'equal', ofPeople: true }),
    personName: text(['人员', 'Person'], { find: 'contains' }),
    orgId: ref(['组织', 'Organisation'], 'organization', { find: 'among', below: 'people.organization' }),
    groupId: computed(ref(['权限组', 'Permission group'], 'authGroup', { find: 'equal' })),
    siteId: ref(['站点', 'Site'], 'site', { find: 'equal' }),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal' }),
    deviceName: text(['设备', 'Device']),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal' }),
    state: computed(
      choice(
        ['状态', 'State'],
        Object.fromEntries(Object.entries(DELIVERY).map(([key, { word }]) => [key, [key, ...word] as const])),
        { dictionary: ['auth_state', '授权状态', 'State of a right'] },
      ),
    ),
    // How far a device is with a person, as the figures above the matrix count it; `soon` however far it is.
    stage: computed(
      choice(
        ['进度', 'Progress'],
        {
          failed: ['failed', '失败', 'Failed'],
          waiting: ['waiting', '待上线', 'Waits for the device'],
          sending: ['sending', '下发中', 'On its way'],
          missing: ['missing', '缺照片或卡号', 'No portrait or card'],
          clockOff: ['clockOff', '设备时钟偏差', 'Device clock off'],
          soon: ['soon', '7 日内到期', 'Ends within a week'],
        },
        { find: 'equal', dictionary: ['auth_stage', '授权进度', 'Progress of a right'] },
      ),
    ),
    until: computed(instant(['到期', 'Ends'])),
  },
  actions: {
    matrix: { on: 'noun', label: ['矩阵', 'Matrix'], method: 'GET' },
    cell: { on: 'noun', label: ['单项详情', 'One cell'], method: 'GET' },
    summary: { on: 'noun', label: ['收敛', 'Convergence'], method: 'GET' },
    revocations: { on: 'noun', label: ['撤销进度', 'Revocations'], method: 'GET' },
    retry: {
      on: 'noun',
      label: ['重新下发', 'Send again'],
      input: {
        deviceId: ref(['设备', 'Device'], 'deviceBind'),
        personId: ref(['人员', 'Person'], 'person'),
        personIds: ref(['人员', 'People'], 'person', { many: true }),
      },
    },
    readBack: {
      on: 'noun',
      label: ['核对设备', 'Compare with the device'],
      input: { deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true }) },
    },
    grant: {
      on: 'noun',
      label: ['新增授权', 'Grant'],
      input: {
        personIds: ref(['人员', 'People'], 'person', { many: true, required: true }),
        doorIds: ref(['通行点', 'Doors'], 'door', { many: true, required: true }),
        timePlanId: ref(['时间计划', 'Time plan'], 'timePlan'),
        validFrom: instant(['起', 'From']),
        validTo: instant(['止', 'To']),
      },
    },
    // People leave every permission group that has a door of this class of devices.
    revoke: {
      on: 'noun',
      label: ['撤销授权', 'Revoke'],
      danger: true,
      input: {
        personIds: ref(['人员', 'People'], 'person', { many: true, required: true }),
        deviceClass: text(['类型', 'Type'], { required: true, max: 32, keyOf: 'deviceClass' }),
      },
    },
  },
})
export const authorizeLens = defineLens('authorize', {
  path: '/:deviceClass/authorize',
  label: ['授权管理', 'Authorisation'],
  of: 'personAuth',
  columns: ['personName', 'deviceName', 'state', 'until', 'orgId', 'siteId'],
  essential: ['personName', 'deviceName', 'state'],
  filters: ['personName', 'orgId', 'groupId', 'siteId', 'stage'],
  segments: 'stage',
  actions: [],
  buttons: { view: false },
  live: true,
})
