/** 滨江壹号, a residential estate: five buildings, two gates, a garage. `small` is only its first three buildings. */
import { RESIDENCE_LOCATIONS, locationsOf } from './locations.ts'
import { RESIDENCE_PINS } from './pins.ts'
import { BY_DAY_PLAN, RESIDENCE_PROGRAMMES } from './programmes.ts'
import { analysisBox, board, bollard, brake, camera, doors, face, plateLane, reader, terminal } from './devices.ts'
import { invent, read, spans, withCars, withoutNamesakes, withPins } from './people.ts'
import { PERSON_TYPE, type Cast, type DevicePlan, type PlacePlan } from './PlacePlan.ts'

/** Families by unit. */
const HOMES: Record<string, string> = {
  '1栋/1单元': '周建国 m63 王秀兰 f61 周雨桐 f31 梁思远 m33 孙晓楠 f29 吴承泽 m35 林子墨 m27 何俊峰 m42',
  '1栋/2单元': '郑浩 m38 许静怡 f36 许可欣 f12 冯大伟 m51 陈美玲 f48 陈宇航 m22 沈佳宁 f26 朱志强 m44',
  '2栋/1单元': '赵明轩 m34 钱若溪 f32 赵一诺 f9 高文博 m29 罗淑芬 f67 唐小雅 f24 韩冬 m46 蒋丽华 f45',
  '2栋/2单元': '马骏 m31 苏婉清 f30 董志远 m55 袁秋萍 f53 袁子涵 f19 潘岳 m28 于海洋 m40 田静 f39',
  '3栋/1单元': '杜宇轩 m26 魏雪 f25 任国栋 m69 方玉梅 f66 石磊 m37 姚瑶 f34 谭志明 m49 廖晨曦 f23',
  '3栋/2单元': '邹凯 m32 熊佳琪 f30 金永福 m71 陆婷婷 f28 郝帅 m29 孔令辉 m41 白洁 f43 崔浩然 m20',
}
const STAFF: Record<string, string> = {
  '物业服务中心/安保部': '张卫东 m52 李建军 m47 刘强 m35 杨勇 m31',
  '物业服务中心/工程部': '黄师傅 m50 徐飞 m33',
  '物业服务中心/客服部': '叶晓岚 f28 程玲 f34 林晓 f30',
  '物业服务中心/保洁部': '吕桂英 f55 丁秀珍 f58 曹玉兰 f57',
}
/** People who come during the day only: couriers, tutors, home help. */
const BY_DAY = '顾明 m27 侯亮 m24 贺春花 f49 夏老师 f33'

const SPECIAL: Record<string, Partial<Cast>> = {
  罗淑芬: { portrait: 0 },
  任国栋: { portrait: 0 },
  // Large enough for the platform (120), too small for the old terminal at the north gate.
  廖晨曦: { portrait: 150 },
  潘岳: { validDays: -6 },
  魏雪: { validDays: -20 },
  谭志明: { validDays: -2 },
  沈佳宁: { validDays: 18 },
  孔令辉: { type: PERSON_TYPE.blocked },
  杨勇: { style: 'cap' },
  刘强: { style: 'cap' },
  侯亮: { style: 'cap' },
  丁秀珍: { paused: true },
}
const WITHOUT_CARD = ['许可欣', '赵一诺', '唐小雅', '崔浩然', '郝帅']
for (const name of WITHOUT_CARD) SPECIAL[name] = { ...SPECIAL[name], card: null }

const building = (org: string): string => org.slice(0, org.indexOf('栋') + 1)
const groupOf = (home: string): string => `${home}住户`
const resident = (org: string) => ({
  ...{ letter: 'R', phone: '1380000', type: PERSON_TYPE.resident },
  ...{ org, home: building(org), group: groupOf(building(org)) },
})
const firstFamilies = Object.entries(HOMES).flatMap(([org, text], at) =>
  read(text, { ...resident(org), from: at * 10 }, SPECIAL),
)
const staff = Object.entries(STAFF).flatMap(([org, text], at) =>
  read(
    text,
    { letter: 'W', phone: '1380000', org, home: null, type: PERSON_TYPE.employee, group: '物业', from: 100 + at * 10 },
    SPECIAL,
  ),
)
const byDay = read(
  BY_DAY,
  {
    ...{ letter: 'L', phone: '1380000', org: '访客与服务', home: null },
    ...{ type: PERSON_TYPE.visitor, group: '夜间限行', from: 200 },
  },
  SPECIAL,
)
/** More families in the first buildings, and two more buildings. */
const laterFamilies = [
  ...Object.keys(HOMES).map(org => [org, 6] as const),
  ...['4栋/1单元', '4栋/2单元', '5栋/1单元', '5栋/2单元'].map(org => [org, 35] as const),
].flatMap(([org, count], at) => read(invent(at * 41 + 3, count, [6, 78]), { ...resident(org), from: 300 + at * 40 }))

const [SOUTH, NORTH] = ['南区', '北区']
const FIRST_DEVICES: readonly DevicePlan[] = [
  face('YBF724060117', '南门人行', [SOUTH, '南门岗亭东侧'], 30),
  face('YBF724060118', '南门车道', [SOUTH, '南门车行入口'], 9, { direction: 1 }),
  face('YBF722110032', '北门人行', [NORTH, '北门'], 20, { behaves: { fwVersion: 'v2.4.0', minSide: 200 } }),
  face('YBF724060121', '1 栋大堂', [SOUTH, '1 栋首层'], 10, { direction: 1, home: '1栋', behaves: {} }),
  face('YBF724060122', '2 栋大堂', [NORTH, '2 栋首层'], 12, { direction: 1, home: '2栋', behaves: {} }),
  doors('LKA223080041', '1 栋单元门', [SOUTH, '1 栋弱电间'], 8, { direction: 1, home: '1栋' }),
  doors('LKA223080042', '3 栋单元门', [NORTH, '3 栋弱电间'], 12, { direction: 1, home: '3栋' }),
  doors('LKA423080007', '物业中心', [SOUTH, '物业服务中心'], 6, { doorCount: 4, fire: '物业中心二层烟感' }),
  doors('LKA223080044', 'B1 车库东', [NORTH, '地下一层东侧'], 5, {
    gone: true,
    behaves: { doorCount: 2, fwVersion: 'v3.2.2' },
  }),
  bollard('QTB219250301', '南门车道升降柱', [SOUTH, '南门车行入口'], { direction: 1 }),
  bollard('QTB219250302', '南门出口升降柱', [SOUTH, '南门车行出口'], {
    direction: 2,
    exit: true,
    behaves: { closeDelayS: 6 },
  }),
  bollard('QTB219250303', '北门消防通道升降柱', [NORTH, '北门消防通道'], { behaves: { mode: 'holdClosed' } }),
]
const LATER_DEVICES: readonly DevicePlan[] = [
  face('YBF724060123', '4 栋大堂', [NORTH, '4 栋首层'], 12, { direction: 1, home: '4栋' }),
  face('YBF724060124', '5 栋大堂', [NORTH, '5 栋首层'], 12, { direction: 1, home: '5栋' }),
  face('YBF724060125', '会所', [SOUTH, '会所一层'], 6),
  terminal('YBA524060131', '会所东门', [SOUTH, '会所东侧'], 6),
  terminal('YBA524060132', '物业机房', [SOUTH, '物业服务中心地下一层'], 2, {
    behaves: { fwVersion: 'v1.2.0', readers: 1, pinRoom: 0 },
  }),
  doors('LKA223080045', '4 栋单元门', [NORTH, '4 栋弱电间'], 8, { direction: 1, home: '4栋' }),
  doors('LKA223080046', '5 栋单元门', [NORTH, '5 栋弱电间'], 8, { direction: 1, home: '5栋' }),
  doors('LKA223080047', 'B1 车库西', [SOUTH, '地下一层西侧'], 7),
  doors('LKA223080048', '设备房', [NORTH, '地下一层设备房'], 1),
  board('QTE64250401', '南门入口显示屏', [SOUTH, '南门车行入口']),
  reader('LKQ225070012', '会所扫码', [SOUTH, '会所一层']),
  analysisBox(
    'LKB425070023',
    '北门分析盒',
    [NORTH, '地下一层设备房'],
    ['北门岗亭', '3 栋电梯厅', 'B1 车库东', '儿童乐园'],
  ),
  camera('LKC425070021', '南门车道抓拍', [SOUTH, '南门车行入口']),
  camera('LKC425070022', '北门人行抓拍', [NORTH, '北门人行通道']),
  brake('QTD625250311', '地库道闸', [SOUTH, '南门车库坡道'], 5),
  plateLane('QTV625250312', '北门车行道闸', [NORTH, '北门车行入口']),
  bollard('QTB219250304', '北门出口升降柱', [NORTH, '北门车行出口'], { direction: 2, exit: true }),
]

const BUILDINGS = ['1栋', '2栋', '3栋', '4栋', '5栋']
const GATES = ['南门人行', '南门车道', '北门人行']
const HALLS = ['1 栋大堂', '2 栋大堂', '1 栋单元门', '3 栋单元门']
const LATER_HALLS = ['4 栋大堂', '5 栋大堂', '4 栋单元门', '5 栋单元门']

/** Passages per minute by hour; never so few that a new user sees nothing happen. */
const PER_MINUTE = [2.4, 2.2, 2.2, 2.2, 2.2, 2.6, 5, 10, 12, 8, 6, 7, 8, 6, 6, 6, 7, 10, 12, 11, 9, 7, 5, 3]
/** With three more customers, no single one needs to be so busy. */
const SHARE = 0.1

const APPLICATION: PlacePlan['application'] = {
  ...{ name: '滨江壹号', industry: 1, scenario: '智慧社区', deviceClasses: ['qrcodeDevice', 'ledDevice'] },
  ...{ address: '杭州市滨江区闻涛路 1888 号', position: { lng: 120.2103, lat: 30.2084 }, contact: '林晓' },
  remark: '演示应用：人和设备都是虚构的',
}
const SITES: PlacePlan['sites'] = [
  {
    ...{ name: SOUTH, code: 'south', type: 1, province: 33, city: '杭州市', address: '闻涛路 1888 号南门' },
    ...{ position: { lng: 120.2107, lat: 30.2066 }, manager: '张卫东', status: 1 },
  },
  {
    ...{ name: NORTH, code: 'north', type: 1, province: 33, city: '杭州市', address: '江汉路 210 号北门' },
    ...{ position: { lng: 120.2098, lat: 30.2107 }, manager: '李建军', status: 1 },
  },
]
const LINKAGES: PlacePlan['linkages'] = [
  {
    ...{ name: '南门车道 刷脸落柱', deviceClass: 'faceEqui', at: '南门车道', triggerEvent: 'recognise' },
    conditions: [{ what: 1, name: 'result', op: 1, value: 1 }],
    actions: [{ device: '南门车道升降柱', identifier: 'fall' }],
    silentS: 0,
  },
  {
    ...{ name: '消防联动 打开楼栋门', deviceClass: 'accessControlDevice', at: '物业中心', triggerEvent: 'fire' },
    actions: ['1 栋单元门', '3 栋单元门'].flatMap(device =>
      [1, 2].map(no => ({ device, component: `door:${no}`, identifier: 'openDoor' })),
    ),
    silentS: 600,
  },
  {
    ...{ name: '升降柱离线 5 分钟告警', deviceClass: 'bollardDevice', triggerKind: 4 },
    trigger: { online: 0, forS: 300 },
    actions: [
      { device: '南门车道升降柱', identifier: 'raiseAlarm', params: { name: '升降柱离线超过 5 分钟', level: 2 } },
    ],
    silentS: 600,
  },
  {
    ...{ name: '南门地感久占告警', deviceClass: 'bollardDevice', at: '南门车道升降柱', triggerKind: 2 },
    trigger: { property: 'loop', op: 1, value: true, forS: 60 },
    conditions: [{ what: 3, from: '06:00', to: '23:00' }],
    actions: [
      { device: '南门车道升降柱', identifier: 'raiseAlarm', params: { name: '车辆久停在升降柱上', level: 1 } },
      { device: '南门车道升降柱', identifier: 'notify', params: { by: 'console', text: '请到南门车道劝离车辆' } },
    ],
    silentS: 300,
  },
]
const SETTINGS: PlacePlan['settings'] = {
  doors: [
    { device: '1 栋单元门', relayMs: 3000, openTimeoutSec: 15 },
    { device: '3 栋单元门', relayMs: 3000, openTimeoutSec: 15 },
    // Wide enough for prams and parcels.
    { device: '4 栋单元门', relayMs: 5000, openTimeoutSec: 30 },
    { device: '5 栋单元门', relayMs: 5000, openTimeoutSec: 30 },
    { device: 'B1 车库西', relayMs: 8000, openTimeoutSec: 60 },
    { device: '设备房', relayMs: 2000, openTimeoutSec: 120 },
    { device: '会所东门', relayMs: 3000, openTimeoutSec: 20 },
    { device: '物业机房', relayMs: 2000, openTimeoutSec: 60, antiPassback: true },
  ],
  words: [
    { word: '高价回收', remark: '小广告' },
    { word: '代开发票', remark: '小广告' },
    { word: '内部房源', remark: '未经物业核实的中介信息' },
    { word: '加微信', remark: '显示屏不发布私人联系方式' },
    { word: '办证' },
  ],
  codes: [
    { person: '周建国', purpose: '亲友探访', hours: 30, mostUses: 4 },
    { person: '顾明', purpose: '家政保洁，周二', hours: 8, mostUses: 2 },
    { person: '何俊峰', purpose: '装修进场', hours: 240 },
  ],
  pins: RESIDENCE_PINS,
  escalations: [
    {
      ...{ name: '安防告警 30 秒升级', level: 3, deviceClasses: ['accessControlDevice', 'faceEqui'], repeatS: 1800 },
      steps: [
        { afterS: 0, by: 'console' },
        { afterS: 30, by: 'sms' },
      ],
    },
    {
      ...{ name: '升降柱故障', level: 2, deviceClasses: ['bollardDevice'] },
      steps: [
        { afterS: 60, by: 'console' },
        { afterS: 600, by: 'sms' },
      ],
    },
  ],
}

/** `small`: 59 people and twelve devices. */
export function residence(small = false): PlacePlan {
  const devices = small ? FIRST_DEVICES : [...FIRST_DEVICES, ...LATER_DEVICES]
  const perMinute = PER_MINUTE.map(rate => (small ? rate : rate * SHARE))
  const halls = small ? HALLS : [...HALLS, ...LATER_HALLS]
  const buildings = small ? BUILDINGS.slice(0, 3) : BUILDINGS
  return {
    key: 'residence',
    application: APPLICATION,
    sites: SITES,
    locations: locationsOf(RESIDENCE_LOCATIONS),
    orgs: [
      ...buildings.flatMap(home => [home, `${home}/1单元`, `${home}/2单元`]),
      ...['物业服务中心', ...Object.keys(STAFF), '访客与服务'],
    ],
    timePlans: [{ name: BY_DAY_PLAN, week: spans('06:00', '22:00') }],
    groups: [
      // The list begins with the latest one.
      ...buildings
        .toReversed()
        .map(home => ({
          ...{ name: groupOf(home), remark: '大门、本楼栋门与地库' },
          devices: [
            ...GATES,
            ...devices.filter(device => device.home === home).map(device => device.name),
            ...[
              'B1 车库东',
              ...(small ? [] : ['B1 车库西', '地库道闸', '北门车行道闸', '会所', '会所东门', '会所扫码']),
            ],
          ],
        })),
      {
        ...{ name: '物业', remark: '物业人员，所有通行点' },
        devices: devices
          .filter(device => !['bollardDevice', 'ledDevice'].includes(device.deviceClass))
          .map(device => device.name),
      },
      {
        ...{ name: '夜间限行', remark: '快递、家教、家政，夜间不可入内', timePlan: BY_DAY_PLAN },
        devices: [...GATES.filter(name => name !== '南门车道'), ...halls],
      },
    ],
    devices,
    cast: withPins(
      withCars(withoutNamesakes([...firstFamilies, ...staff, ...byDay, ...(small ? [] : laterFamilies)]), '浙A'),
    ),
    linkages: LINKAGES,
    ...(small ? {} : { programmes: RESIDENCE_PROGRAMMES, settings: SETTINGS }),
    callbacks: [{ name: '物业收费系统', deviceClass: 'faceEqui', events: ['passage', 'alarm'] }],
    perMinute: { working: perMinute, free: perMinute },
    outward: hour => (hour >= 6 && hour < 10 ? 0.76 : hour >= 17 && hour < 22 ? 0.24 : 0.5),
  }
}
