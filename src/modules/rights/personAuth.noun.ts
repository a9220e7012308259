/** Rights by person and door as devices have them: what was granted, and its delivery state on each device. */
import { choice, computed, flag, instant, ref, text } from '#model/field.ts'
import { DELIVERY, GIVEN } from '#model/delivery.ts'
import { defineLens, defineNoun } from '#model/noun.ts'
import { PAGING } from '#model/list/paging.ts'

const given = choice(['授权方式', 'Given by'], GIVEN, { find: 'equal', notNull: true })

/** Which people and devices the matrix shows; the bar above it counts the same. */
const SHOWN = {
  deviceClass: text(['设备类', 'Class of devices']),
  siteId: ref(['站点', 'Site'], 'site'),
  personName: text(['姓名或工号', 'Name or number']),
  orgId: ref(['组织，含下级', 'Organisation, with those below it'], 'organization'),
  groupId: ref(['权限组', 'Permission group'], 'authGroup'),
  given: choice(given.label, GIVEN),
  stage: text(['进度', 'Progress'], { max: 32 }),
} as const

export const personAuth = defineNoun('personAuth', {
  label: ['人员授权', 'Authorisation'],
  api: '/api/person/auth',
  table: 'access.group_person',
  scope: 'application',
  places: ['list', 'export'],
  life: 'view',
  name: 'personName',
  verbs: ['list', 'export'],
  fields: {
    personId: ref(['人员', 'Person'], 'person', { find: 'equal', ofPeople: true }),
    personName: text(['人员', 'Person'], { find: 'contains' }),
    orgId: ref(['组织', 'Organisation'], 'organization', { find: 'among', below: 'people.organization' }),
    groupId: computed(ref(['权限组', 'Permission group'], 'authGroup', { find: 'equal' })),
    given,
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
    // The delivery state of a person on a device, as counted above the matrix; `soon` means expiring soon, in any state.
    stage: computed(
      choice(
        ['进度', 'Progress'],
        {
          failed: ['failed', '失败', 'Failed'],
          waiting: ['waiting', '待上线', 'Waiting for the device'],
          sending: ['sending', '下发中', 'On its way'],
          missing: ['missing', '缺照片或卡号', 'No portrait or card'],
          clockOff: ['clockOff', '设备时钟偏差', 'Device clock wrong'],
          soon: ['soon', '7 日内到期', 'Ends within a week'],
        },
        { find: 'equal', dictionary: ['auth_stage', '授权进度', 'Progress of a right'] },
      ),
    ),
    until: computed(instant(['到期', 'Ends'])),
  },
  actions: {
    matrix: {
      on: 'noun',
      label: ['矩阵', 'Matrix'],
      method: 'GET',
      input: {
        ...PAGING,
        ...SHOWN,
        whole: flag(['是否给出全部人员的编号', 'Whether the ids of all people are wanted']),
      },
    },
    cell: {
      on: 'noun',
      label: ['单项详情', 'One cell'],
      method: 'GET',
      input: {
        personId: ref(['人员', 'Person'], 'person', { required: true }),
        doorId: ref(['通行点', 'Door'], 'door', { required: true }),
      },
    },
    summary: { on: 'noun', label: ['收敛', 'Convergence'], method: 'GET', input: SHOWN },
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
        timePlanId: ref(['时间计划', 'Time plan'], 'timePlan', { wide: true }),
        validFrom: instant(['起', 'From']),
        validTo: instant(['止', 'To']),
      },
    },
    // With a class, people leave every permission group that has such a door, and lose their direct rights there; with doors, only
    // their direct rights at these end.
    revoke: {
      on: 'noun',
      label: ['撤销授权', 'Revoke'],
      danger: true,
      input: {
        personIds: ref(['人员', 'People'], 'person', { many: true, required: true }),
        deviceClass: text(['类型', 'Type'], { max: 32, keyOf: 'deviceClass' }),
        doorIds: ref(['通行点，只撤销直接授权', 'Doors, where only direct rights end'], 'door', { many: true }),
      },
    },
  },
})
export const authorizeLens = defineLens('authorize', {
  path: '/:deviceClass/authorize',
  label: ['授权管理', 'Authorisation'],
  empty: ['人员在各通行点的授权', 'What each person may pass'],
  of: 'personAuth',
  columns: ['personName', 'deviceName', 'state', 'given', 'until', 'orgId', 'siteId'],
  essential: ['personName', 'deviceName', 'state'],
  filters: ['personName', 'orgId', 'groupId', 'given', 'siteId', 'stage'],
  segments: 'stage',
  actions: [],
  buttons: { view: false },
  live: true,
})
