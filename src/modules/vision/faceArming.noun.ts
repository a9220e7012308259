/** Arming: which camera compares with which library, from which similarity, and when. */
import { choice, computed, integer, ref, text } from '#model/field.ts'
import { DELIVERY } from '#model/delivery.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

const STATE = choice(
  ['状态', 'State'],
  Object.fromEntries(Object.entries(DELIVERY).map(([key, { word }]) => [key, [key, ...word] as const])),
  { dictionary: 'auth_state' },
)

export const faceArming = defineNoun('faceArming', {
  label: ['布控', 'Arming'],
  api: '/api/vision/arming',
  table: 'vision.arming',
  scope: 'application',
  name: 'channelNo',
  called: 'libraryId',
  fields: {
    deviceId: ref(['设备', 'Device'], 'deviceBind', { required: true, frozen: true, find: 'equal' }),
    channelNo: integer(['通道', 'Channel'], { required: true, min: 1, max: 64 }),
    libraryId: ref(['人脸库', 'Library'], 'faceLibrary', { required: true, find: 'equal' }),
    threshold: integer(['相似度阈值', 'Least similarity'], {
      ...{ required: true, initial: 80, min: 50, max: 99, unit: '%' },
    }),
    timePlanId: ref(['时间计划', 'Time plan'], 'timePlan', {
      help: ['不选为全天', 'None means all day'],
      none: ['全天', 'All day'],
    }),
    state: computed(STATE),
    message: computed(text(['原因', 'Reason'])),
  },
})
export const faceArmingLens = defineLens('faceArming', {
  path: '/:deviceClass/authorize',
  label: ['布控', 'Arming'],
  empty: [
    '选择通道与人脸库，设备离线时上线后自动下发',
    'Choose a channel and a library; a device that is away gets it when it is back',
  ],
  of: 'faceArming',
  columns: ['deviceId', 'channelNo', 'libraryId', 'threshold', 'timePlanId', 'state', 'updatedAt'],
  essential: ['deviceId', 'channelNo', 'libraryId', 'state'],
  filters: ['deviceId', 'libraryId'],
  tabs: ['faceLibrary', 'heldFace'],
})

/** Who of the libraries is on which device; a view. */
export const heldFace = defineNoun('heldFace', {
  label: ['设备上的人员', 'People on devices'],
  api: '/api/vision/held',
  table: 'vision.library_person',
  scope: 'application',
  life: 'view',
  name: 'personName',
  verbs: ['list', 'export'],
  fields: {
    personId: ref(['人员', 'Person'], 'person', { find: 'equal', ofPeople: true }),
    personName: text(['姓名', 'Name'], { find: 'contains' }),
    libraryNames: text(['人脸库', 'Libraries']),
    deviceId: ref(['设备', 'Device'], 'deviceBind', { find: 'equal' }),
    deviceName: text(['设备名称', 'Device name']),
    deviceClass: text(['类型', 'Type'], { keyOf: 'deviceClass', find: 'equal' }),
    state: computed(STATE),
    message: computed(text(['原因', 'Reason'])),
  },
})
export const heldFaceLens = defineLens('heldFace', {
  path: '/:deviceClass/authorize',
  label: ['设备上的人员', 'People on devices'],
  empty: [
    '库中的人员下发到布控的设备后显示在这里',
    'The people of libraries and how far they are on the armed devices',
  ],
  of: 'heldFace',
  columns: ['personName', 'libraryNames', 'deviceName', 'state', 'message'],
  essential: ['personName', 'deviceName', 'state'],
  filters: ['personName', 'deviceId'],
  live: ['sync'],
})
