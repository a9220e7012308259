/** Applications: the unit of menus, devices, people, rights and callbacks. */
import { deviceClass } from '#devices/fields/deviceClass.ts'
import { choice, computed, day, flag, integer, place, ref, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const application = defineNoun('application', {
  label: ['应用', 'Application'],
  api: '/api/admin/application',
  table: 'applications.application',
  scope: 'source',
  staffWrites: true,
  name: 'name',
  builtIn: { remark: [['注册时自动创建', 'Made at registration']] },
  remove: 'soft',
  fields: {
    name: text(['应用名称', 'Name'], { required: true, max: 50, find: 'contains', sort: true }),
    sourceId: ref(['所属机构', 'Organisation'], 'organisation', { frozen: true, find: 'among', notNull: true }),
    industry: choice(
      ['行业', 'Industry'],
      {
        residence: [1, '住宅小区', 'Residence'],
        office: [2, '写字楼', 'Office'],
        factory: [3, '工厂园区', 'Factory'],
        school: [4, '学校', 'School'],
        other: [9, '其他', 'Other'],
      },
      { required: true, find: 'among', dictionary: 'industry' },
    ),
    scenarioId: ref(['场景分类', 'Scenario'], 'scenarioCategory', { find: 'among' }),
    deviceClasses: deviceClass(['设备类', 'Device classes'], {
      many: true,
      filledBy: 'scenarioId',
      help: ['不选则采用场景分类的设备类', 'Left empty, those of the scenario'],
      notNull: true,
    }),
    zone: choice(
      ['时区', 'Time zone'],
      {
        shanghai: ['Asia/Shanghai', '北京时间 UTC+8', 'Beijing, UTC+8'],
        urumqi: ['Asia/Urumqi', '乌鲁木齐 UTC+6', 'Urumqi, UTC+6'],
        hongKong: ['Asia/Hong_Kong', '香港 UTC+8', 'Hong Kong, UTC+8'],
        singapore: ['Asia/Singapore', '新加坡 UTC+8', 'Singapore, UTC+8'],
        bangkok: ['Asia/Bangkok', '曼谷、河内 UTC+7', 'Bangkok, Hanoi, UTC+7'],
        tokyo: ['Asia/Tokyo', '东京 UTC+9', 'Tokyo, UTC+9'],
        delhi: ['Asia/Kolkata', '新德里 UTC+5:30', 'Delhi, UTC+5:30'],
        dubai: ['Asia/Dubai', '迪拜 UTC+4', 'Dubai, UTC+4'],
        riyadh: ['Asia/Riyadh', '利雅得 UTC+3', 'Riyadh, UTC+3'],
        moscow: ['Europe/Moscow', '莫斯科 UTC+3', 'Moscow, UTC+3'],
        berlin: ['Europe/Berlin', '柏林、巴黎 UTC+1/+2', 'Berlin, Paris, UTC+1/+2'],
        london: ['Europe/London', '伦敦 UTC+0/+1', 'London, UTC+0/+1'],
        newYork: ['America/New_York', '纽约 UTC−5/−4', 'New York, UTC-5/-4'],
        losAngeles: ['America/Los_Angeles', '洛杉矶 UTC−8/−7', 'Los Angeles, UTC-8/-7'],
        saoPaulo: ['America/Sao_Paulo', '圣保罗 UTC−3', 'Sao Paulo, UTC-3'],
        sydney: ['Australia/Sydney', '悉尼 UTC+10/+11', 'Sydney, UTC+10/+11'],
      },
      {
        frozen: true,
        dictionary: ['time_zone', '时区', 'Time zone'],
        help: [
          '通行时段、报表的日界和页面上的时间都按此时区，创建后不能更改；不选则为北京时间',
          'Hours of passing, the days of reports and the times on pages are those of this zone; fixed once created, Beijing if left empty',
        ],
        notNull: true,
      },
    ),
    address: text(['地址', 'Address'], { max: 100 }),
    position: place(['坐标', 'Position']),
    contact: text(['联系人', 'Contact'], { max: 32 }),
    phone: text(['电话', 'Phone'], { pattern: 'phone', mask: 'phone' }),
    deviceQuota: integer(['设备上限', 'Device limit'], { min: 1, max: 10_000, notNull: true }),
    personQuota: integer(['人员上限', 'Person limit'], { min: 1, max: 200_000, notNull: true }),
    personTemplateId: ref(['人员模板', 'Template of people'], 'customTemplate', {
      rare: true,
      help: ['不选则采用场景分类的模板', 'Left empty, that of the scenario'],
    }),
    orgTemplateId: ref(['组织模板', 'Template of organisations'], 'customTemplate', { rare: true }),
    expiresOn: day(['到期日', 'Expires on'], { find: 'range', sort: true }),
    term: computed(
      choice(
        ['期限', 'Term'],
        {
          valid: [0, '有效', 'Valid'],
          soon: [1, '30 天内到期', 'Ends within 30 days'],
          over: [2, '已到期', 'Expired'],
        },
        { find: 'among' },
      ),
    ),
    appKey: text(['AppKey', 'AppKey'], { by: 'system', mono: true, notNull: true }),
    remark: text(['备注', 'Remark'], { rare: true, max: 200, lines: 3 }),
    held: flag(['平台停用', 'Stopped by the platform'], { by: 'system', notNull: true }),
    review: computed(text(['审核', 'Review'], { lines: 4 })),
    // Filled by the module of callbacks: their number, and the share delivered in 24 hours.
    callbackHealth: computed(text(['回调', 'Callbacks'])),
    deviceCount: computed(integer(['设备数', 'Devices'])),
    onlineCount: computed(integer(['在线', 'Online'])),
    personCount: computed(integer(['人员数', 'People'])),
  },
  states: {
    state: machine(
      ['状态', 'State'],
      {
        draft: [0, '草稿', 'Draft'],
        active: [1, '使用中', 'Active'],
        stopped: [2, '已停用', 'Stopped'],
        pending: [3, '待审核', 'In review'],
        rejected: [4, '已驳回', 'Rejected'],
      },
      'active',
      {
        submit: { from: ['draft', 'rejected'], to: 'pending', label: ['提交审核', 'Send for review'] },
        activate: { from: ['draft', 'stopped', 'rejected'], to: 'active', label: ['启用', 'Activate'] },
        stop: { from: ['active'], to: 'stopped', label: ['停用', 'Stop'], danger: true, reason: true },
      },
      { dictionary: ['app_state', '应用状态', 'Application state'] },
    ),
  },
  actions: {
    resetKey: {
      on: 'row',
      label: ['重置密钥', 'New AppSecret'],
      danger: true,
      proof: true,
      confirm: [
        'AppSecret 立即更换并只显示一次；使用旧密钥的程序立即断开',
        'The AppSecret changes at once and is shown once; programs with the old one are cut off',
      ],
    },
    askClose: {
      on: 'row',
      label: ['申请注销', 'Ask to close'],
      from: ['active', 'stopped'],
      danger: true,
      reason: true,
      confirm: ['平台通过后应用将被删除', 'It is deleted once the platform agrees'],
    },
  },
})
export const applicationLens = defineLens('application', {
  path: '/home/apply',
  label: ['应用管理', 'Application'],
  empty: ['一个应用管理一处项目的设备和人员', 'An application manages the devices and people of one project'],
  of: 'application',
  layout: 'cards',
  columns: [
    'name',
    'industry',
    'sourceId',
    'deviceClasses',
    'deviceCount',
    'onlineCount',
    'personCount',
    'expiresOn',
    'state',
  ],
  filters: ['name', 'industry', 'state', 'sourceId'],
})

export const applyListLens = defineLens('applyList', {
  path: '/systemManage/applyList',
  label: ['应用列表', 'All applications'],
  empty: ['各机构的应用', 'The applications of all organisations'],
  of: 'application',
  columns: [
    'name',
    'appKey',
    'industry',
    'scenarioId',
    'sourceId',
    'deviceCount',
    'onlineCount',
    'personCount',
    'callbackHealth',
    'expiresOn',
    'term',
    'state',
  ],
  filters: ['name', 'industry', 'scenarioId', 'sourceId', 'expiresOn', 'term', 'state'],
})
