/** The demo's place: what stands where, and who may pass. Data only; `buildPlace` and `enrol` make it through the public API. */
import type { SimClass, SimOptions } from '#simulators/simulate.ts'

export const APPLICATION = {
  name: '滨江壹号',
  industry: 1,
  deviceClasses: ['faceEqui', 'accessControlDevice', 'bollardDevice'],
  address: '杭州市滨江区闻涛路 1888 号',
  position: { lng: 120.2103, lat: 30.2084 },
  contact: '林晓',
  remark: '演示应用：人和设备都是虚构的',
}

export const SITES = [
  {
    name: '南区',
    code: 'south',
    type: 1,
    address: '闻涛路 1888 号南门',
    position: { lng: 120.2107, lat: 30.2066 },
    manager: '张卫东',
    status: 1,
  },
  {
    name: '北区',
    code: 'north',
    type: 1,
    address: '江汉路 210 号北门',
    position: { lng: 120.2098, lat: 30.2107 },
    manager: '李建军',
    status: 1,
  },
] as const

/** Paths, parents first. */
export const ORGS = [
  '1栋',
  '1栋/1单元',
  '1栋/2单元',
  '2栋',
  '2栋/1单元',
  '2栋/2单元',
  '3栋',
  '3栋/1单元',
  '3栋/2单元',
  '物业服务中心',
  '物业服务中心/安保部',
  '物业服务中心/工程部',
  '物业服务中心/客服部',
  '物业服务中心/保洁部',
  '访客与服务',
]

export const VENDORS = [
  { name: '临安智感', code: 'linan', contact: '戴工', status: 1 },
  { name: '钱塘机电', code: 'qiantang', contact: '虞工', status: 1 },
] as const
export const MODELS = [
  {
    name: '迎宾 7 寸人脸终端',
    modelNo: 'YB-F7',
    vendor: 'linan',
    typeCode: 'faceEqui',
    netType: 3,
    spec: { capacity: 5000 },
  },
  {
    name: '双门控制器',
    modelNo: 'LK-A2',
    vendor: 'linan',
    typeCode: 'accessControlDevice',
    netType: 3,
    spec: { doorCount: 2, readerCount: 2, capacity: 20_000 },
  },
  {
    name: '四门控制器',
    modelNo: 'LK-A4',
    vendor: 'linan',
    typeCode: 'accessControlDevice',
    netType: 3,
    spec: { doorCount: 4, readerCount: 4, capacity: 20_000 },
  },
  { name: '液压升降柱', modelNo: 'QT-B219', vendor: 'qiantang', typeCode: 'bollardDevice', netType: 3, spec: {} },
] as const

export interface DevicePlan {
  sn: string
  name: string
  model: string
  site: '南区' | '北区'
  position: string
  direction: 0 | 1 | 2
  deviceClass: SimClass
  behaves?: Partial<SimOptions>
  /** How often people pass here, against the others. */
  weight: number
  building?: number
  /** Lost its mains some hours ago and stays away. */
  gone?: true
}

export const DEVICES: readonly DevicePlan[] = [
  {
    sn: 'YBF724060117',
    name: '南门人行',
    model: 'YB-F7',
    site: '南区',
    position: '南门岗亭东侧',
    direction: 0,
    deviceClass: 'faceEqui',
    weight: 30,
    behaves: { fwVersion: 'v3.1.8' },
  },
  {
    sn: 'YBF724060118',
    name: '南门车道',
    model: 'YB-F7',
    site: '南区',
    position: '南门车行入口',
    direction: 1,
    deviceClass: 'faceEqui',
    weight: 9,
    behaves: { fwVersion: 'v3.1.8' },
  },
  {
    sn: 'YBF722110032',
    name: '北门人行',
    model: 'YB-F7',
    site: '北区',
    position: '北门',
    direction: 0,
    deviceClass: 'faceEqui',
    weight: 20,
    behaves: { fwVersion: 'v2.4.0', minSide: 200 },
  },
  {
    sn: 'YBF724060121',
    name: '1 栋大堂',
    model: 'YB-F7',
    site: '南区',
    position: '1 栋首层',
    direction: 1,
    deviceClass: 'faceEqui',
    weight: 10,
    building: 1,
  },
  {
    sn: 'YBF724060122',
    name: '2 栋大堂',
    model: 'YB-F7',
    site: '北区',
    position: '2 栋首层',
    direction: 1,
    deviceClass: 'faceEqui',
    weight: 12,
    building: 2,
  },
  {
    sn: 'LKA223080041',
    name: '1 栋单元门',
    model: 'LK-A2',
    site: '南区',
    position: '1 栋弱电间',
    direction: 1,
    deviceClass: 'accessControlDevice',
    weight: 8,
    building: 1,
    behaves: { doorCount: 2, fwVersion: 'v3.4.17' },
  },
  {
    sn: 'LKA223080042',
    name: '3 栋单元门',
    model: 'LK-A2',
    site: '北区',
    position: '3 栋弱电间',
    direction: 1,
    deviceClass: 'accessControlDevice',
    weight: 12,
    building: 3,
    behaves: { doorCount: 2, fwVersion: 'v3.4.17' },
  },
  {
    sn: 'LKA423080007',
    name: '物业中心',
    model: 'LK-A4',
    site: '南区',
    position: '物业服务中心',
    direction: 0,
    deviceClass: 'accessControlDevice',
    weight: 6,
    behaves: { doorCount: 4, fwVersion: 'v3.4.17' },
  },
  {
    sn: 'LKA223080044',
    name: 'B1 车库东',
    model: 'LK-A2',
    site: '北区',
    position: '地下一层东侧',
    direction: 0,
    deviceClass: 'accessControlDevice',
    weight: 5,
    gone: true,
    behaves: { doorCount: 2, fwVersion: 'v3.2.2' },
  },
  {
    sn: 'QTB219250301',
    name: '南门车道升降柱',
    model: 'QT-B219',
    site: '南区',
    position: '南门车行入口',
    direction: 1,
    deviceClass: 'bollardDevice',
    weight: 0,
    behaves: { closeDelayS: 8 },
  },
  {
    sn: 'QTB219250302',
    name: '南门出口升降柱',
    model: 'QT-B219',
    site: '南区',
    position: '南门车行出口',
    direction: 2,
    deviceClass: 'bollardDevice',
    weight: 0,
    behaves: { closeDelayS: 6 },
  },
  {
    sn: 'QTB219250303',
    name: '北门消防通道升降柱',
    model: 'QT-B219',
    site: '北区',
    position: '北门消防通道',
    direction: 0,
    deviceClass: 'bollardDevice',
    weight: 0,
    behaves: { mode: 'holdClosed' },
  },
]

export const BY_DAY_PLAN = {
  name: '日间 06:00–22:00',
  week: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '06:00', to: '22:00' })),
}
/** Doors by the device's name. */
export const GROUPS = [
  {
    name: '全体住户',
    remark: '大门、楼栋门与地库',
    devices: ['南门人行', '南门车道', '北门人行', '1 栋大堂', '2 栋大堂', '1 栋单元门', '3 栋单元门', 'B1 车库东'],
    byDay: false,
  },
  {
    name: '物业',
    remark: '物业人员，所有通行点',
    devices: DEVICES.filter(device => device.deviceClass !== 'bollardDevice').map(device => device.name),
    byDay: false,
  },
  {
    name: '夜间限行',
    remark: '快递、家教、家政，夜间不可入内',
    devices: ['南门人行', '北门人行', '1 栋大堂', '2 栋大堂', '1 栋单元门', '3 栋单元门'],
    byDay: true,
  },
] as const
