/** People of an application: their details, portrait, cards, plates and PIN, and their period of validity. */
import { choice, computed, custom, file, flag, instant, integer, json, ref, secret, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const person = defineNoun('person', {
  label: ['人员', 'Person'],
  api: '/api/person/person',
  table: 'people.person',
  scope: 'application',
  places: ['list', 'view', 'export', 'reveal'],
  name: 'name',
  face: 'portrait',
  remove: 'soft',
  verbs: ['list', 'view', 'add', 'edit', 'remove', 'import', 'export'],
  imports: { except: ['consent'] },
  fields: {
    name: text(['姓名', 'Name'], { required: true, max: 32, find: 'contains', sort: true }),
    personNo: text(['工号', 'Number'], { max: 32, pattern: 'code', unique: true, find: 'prefix', mono: true }),
    shortNo: text(['通行号', 'Short number'], { by: 'system', mono: true, notNull: true }),
    orgId: ref(['组织', 'Organisation'], 'organization', { find: 'among', below: 'people.organization' }),
    personType: choice(
      ['类型', 'Type'],
      {
        employee: [1, '员工', 'Employee'],
        resident: [2, '住户', 'Resident'],
        student: [3, '学生', 'Student'],
        visitor: [4, '访客', 'Visitor'],
        blocked: [5, '黑名单', 'Blocked'],
      },
      { required: true, find: 'among', dictionary: ['person_type', '人员类型', 'Person type'] },
    ),
    gender: choice(
      ['性别', 'Gender'],
      { male: [1, '男', 'Male'], female: [2, '女', 'Female'] },
      { dictionary: 'gender' },
    ),
    phone: text(['手机号', 'Phone'], { pattern: 'phone', mask: 'phone', find: 'tail' }),
    idType: choice(
      ['证件类型', 'Kind of document'],
      {
        identityCard: [1, '居民身份证', 'Identity card'],
        passport: [2, '护照', 'Passport'],
        travelPermit: [3, '港澳居民来往内地通行证', 'Mainland travel permit (HK, Macao)'],
        residencePermit: [7, '港澳台居民居住证', 'Residence permit (HK, Macao, Taiwan)'],
        permanentResidence: [8, '外国人永久居留身份证', 'Permanent residence card'],
      },
      {
        ...{ notNull: true, initial: 1, find: 'among' },
        dictionary: ['person_document', '证件类型', 'Kind of document'],
      },
    ),
    idCard: text(['证件号码', 'ID number'], {
      pattern: 'idCard',
      patternWith: { idType: { 2: 'passport', 3: 'travelPermit', 7: 'residencePermit', 8: 'permanentResidence' } },
      mask: 'idCard',
      find: 'tail',
    }),
    portrait: file(['人脸照片', 'Portrait'], {
      accept: 'portrait',
      vault: true,
      virtual: true,
      capture: '/api/device/portraitCapture',
    }),
    consent: flag(['已取得人脸信息单独同意', 'Separate consent for face data'], { virtual: true, wide: true }),
    faceState: choice(
      ['人脸', 'Face'],
      {
        none: [0, '未注册', 'None'],
        checking: [1, '校验中', 'Checking'],
        ok: [2, '已通过', 'Accepted'],
        bad: [3, '不合格', 'Rejected'],
      },
      { by: 'system', find: 'among', dictionary: ['face_state', '人脸', 'Face'], notNull: true },
    ),
    cards: json(['卡号', 'Cards'], {
      virtual: true,
      personal: true,
      find: 'tail',
      schema: { type: 'array', items: { type: 'string' } },
    }),
    plates: json(['车牌', 'Plates'], {
      virtual: true,
      personal: true,
      find: 'tail',
      schema: { type: 'array', items: { type: 'string' } },
    }),
    pin: secret(['通行密码', 'PIN'], { virtual: true, digits: { min: 4, max: 8 } }),
    validFrom: instant(['有效期起', 'Valid from'], { none: ['不限', 'No limit'] }),
    validTo: instant(['有效期止', 'Valid to'], { none: ['长期', 'No end'] }),
    ext: custom(['自定义字段', 'Custom fields'], { template: 'person', by: 'system', notNull: true }),
    templateVersion: integer(['模板版本', 'Template version'], { by: 'system' }),
    groupNames: computed(text(['权限组', 'Groups'])),
    directCount: computed(integer(['直接授权的通行点', 'Doors given directly'])),
    doorCount: computed(integer(['可通行', 'Doors'])),
    // The stage of all their rights that needs the most attention (`model/delivery.ts`).
    sync: computed(
      choice(['下发', 'On devices'], {
        none: [0, '无权限', 'No rights'],
        confirmed: [1, '已同步', 'On devices'],
        sending: [2, '下发中', 'On its way'],
        failed: [3, '有失败', 'Failures'],
        missing: [4, '缺照片或卡', 'No portrait or card'],
        waiting: [5, '待上线', 'Waiting for devices'],
        clockOff: [6, '设备时钟偏差', 'Device clock wrong'],
        removing: [7, '撤销中', 'Being revoked'],
      }),
    ),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      { active: [0, '正常', 'Active'], paused: [1, '停用', 'Paused'], left: [2, '离开', 'Left'] },
      'active',
      {
        pause: {
          from: ['active'],
          to: 'paused',
          label: ['停用', 'Pause'],
          undo: 'resume',
          danger: true,
          confirm: [
            '停用期间不能通行，权限从设备上撤下',
            'While paused they cannot pass; their rights are taken off the devices',
          ],
        },
        resume: { from: ['paused', 'left'], to: 'active', label: ['启用', 'Resume'] },
        leave: {
          from: ['active', 'paused'],
          to: 'left',
          label: ['离职/迁出', 'Leave'],
          danger: true,
          confirm: ['其全部通行权限将被收回', 'All rights are taken back'],
        },
      },
      { dictionary: ['person_state', '人员状态', 'Person state'] },
    ),
  },
  actions: {
    reveal: { on: 'row', label: ['查看完整信息', 'Reveal'], reason: true, proof: true },
    makePin: {
      on: 'row',
      label: ['生成通行密码', 'Make a PIN'],
      confirm: [
        '新密码只显示一次；原密码在设备上随即失效',
        'The new PIN is shown once; the present one stops working on the devices',
      ],
    },
    clearPin: {
      on: 'row',
      label: ['清除通行密码', 'Clear the PIN'],
      danger: true,
      confirm: ['密码从设备上撤下，不能再用来开门', 'It is taken off the devices and opens no door any more'],
    },
  },
})
export const customPersonLens = defineLens('customPerson', {
  path: '/apply/customPerson/:templateId',
  label: ['人员', 'People'],
  empty: ['需要通行的人员，可逐个新增或从表格导入', 'People who need to pass; add them one by one or import a sheet'],
  of: 'person',
  layout: 'treeAndTable',
  columns: ['name', 'personNo', 'orgId', 'personType', 'phone', 'faceState', 'groupNames', 'sync', 'state'],
  filters: ['name', 'personNo', 'orgId', 'phone', 'idCard', 'cards', 'plates', 'personType', 'faceState', 'state'],
  form: { first: ['portrait', 'consent'] },
  found: ['name', 'personNo', 'phone', 'idCard', 'cards', 'plates'],
  adds: true,
})
export const classPersonLens = defineLens('person', {
  path: '/:deviceClass/person',
  label: ['人员管理', 'People'],
  empty: ['需要通行的人员，加入权限组后即可通行', 'People who need to pass; in a permission group they can'],
  of: 'person',
  columns: ['name', 'personNo', 'orgId', 'faceState', 'doorCount', 'sync', 'state'],
  filters: ['name', 'personNo', 'faceState'],
})
