/** The partner companies of the demo, and the templates of their customers. */
export const AGENCIES: readonly {
  username: string
  /** The code of the agency above it, which comes before it here. */
  upper?: string
  [field: string]: string | number | undefined
}[] = [
  {
    username: 'qianjiang-iot',
    name: '钱江物联',
    code: 'qianjiang',
    contact: '何经理',
    phone: '13600001110',
    level: 1,
    region: '浙江省杭州市',
    shareRate: '12.50',
    deviceQuota: 2000,
    startsOn: '2026-01-01',
    endsOn: '2027-12-31',
  },
  {
    username: 'yuyao-security',
    name: '余姚安防',
    code: 'yuyao',
    upper: 'qianjiang',
    contact: '梁小姐',
    phone: '13600001111',
    level: 2,
    region: '浙江省宁波市',
    shareRate: '8.00',
    deviceQuota: 500,
    startsOn: '2026-03-01',
    endsOn: '2028-02-29',
  },
]
/** `vendor`: the code of the vendor whose models it supplies. */
export const SUPPLIERS = [
  {
    vendor: 'linan',
    username: 'linan-sense',
    name: '临安智感科技',
    code: 'linan-sense',
    contact: '戴工',
    phone: '13600002222',
    classes: ['faceEqui', 'accessControlDevice', 'qrcodeDevice'],
  },
  {
    vendor: 'qiantang',
    username: 'qiantang-mech',
    name: '钱塘机电',
    code: 'qiantang-mech',
    contact: '虞工',
    phone: '13600002223',
    classes: ['bollardDevice', 'parkingLockDevice', 'alarmEquipmentClass', 'ledDevice'],
  },
]
/** Applications that the first agency requests; the answer `rejected` is the platform's reason. */
export const REQUESTS = [
  {
    application: { name: '运河冷链仓', industry: 3, deviceClasses: ['accessControlDevice'], deviceQuota: 5000 },
    rejected: '设备配额与合同不符，请补充合同编号后重新提交',
  },
  { application: { name: '良渚文化村', industry: 1, deviceClasses: ['faceEqui', 'bollardDevice'], deviceQuota: 800 } },
  { application: { name: '余杭实验幼儿园', industry: 4, deviceClasses: ['faceEqui'], deviceQuota: 60 } },
]
/** The stock of the warehouse: model, first serial number, number, batch. */
export const STOCK = [
  { modelNo: 'YB-F7', sn: 'YBF726110', count: 14, batchNo: '2026-11-A' },
  { modelNo: 'LK-A2', sn: 'LKA226110', count: 12, batchNo: '2026-11-A' },
  { modelNo: 'LK-A4', sn: 'LKA426110', count: 6, batchNo: '2026-10-B' },
  { modelNo: 'QT-B219', sn: 'QTB226110', count: 4, batchNo: '2026-10-B' },
] as const
export const CLASS_TEMPLATE = '班级'
/** Teacher and room, by class. */
export const HOMEROOMS: Readonly<Record<string, readonly [teacher: string, room: string]>> = {
  '七(1)班': ['沈月华', '明德楼 201'],
  '七(2)班': ['顾建中', '明德楼 202'],
  '八(1)班': ['陆文英', '明德楼 301'],
  '八(2)班': ['钱志远', '明德楼 302'],
  '九(1)班': ['吴素琴', '致远楼 401'],
  '九(2)班': ['蒋海平', '致远楼 402'],
}
export const TEMPLATES = [
  {
    name: '住户登记',
    kind: 'person',
    scenario: '智慧社区',
    remark: '车位和房号随人员导入',
    fields: [
      { key: 'house', label: '房号', type: 'text', required: true, listed: true, importable: true },
      { key: 'space', label: '车位', type: 'text', listed: true, importable: true },
      { key: 'since', label: '入住日', type: 'day', importable: true },
      { key: 'pets', label: '养宠物', type: 'switch' },
    ],
  },
  {
    name: CLASS_TEMPLATE,
    kind: 'organization',
    scenario: '校园',
    remark: '学校用',
    fields: [
      { key: 'teacher', label: '班主任', type: 'text', listed: true, importable: true },
      { key: 'room', label: '教室', type: 'text', listed: true, importable: true },
    ],
  },
]
