/** 江南实验学校: classes that start at half past seven, teachers, kitchen and cleaning staff. */
import { SCHOOL_LOCATIONS, locationsOf } from './locations.ts'
import { SCHOOL_PINS } from './pins.ts'
import { alarmHost, bollard, doors, face, gate, swingDoor, terminal } from './devices.ts'
import { invent, read, spans, withoutNamesakes, withPins } from './people.ts'
import { PERSON_TYPE, type Cast, type PlacePlan } from './PlacePlan.ts'

const [TEACHING, LIVING] = ['教学区', '宿舍区']
const CLASSES = [
  '七年级/七(1)班',
  '七年级/七(2)班',
  '八年级/八(1)班',
  '八年级/八(2)班',
  '九年级/九(1)班',
  '九年级/九(2)班',
]
const SCHOOL_DAYS = [1, 2, 3, 4, 5]
/** By gender: each has its dormitory. */
const PUPILS = { 1: '男生', 2: '女生' }
const pupilsOf = (text: string, org: string, from: number): Cast[] =>
  read(text, {
    ...{ letter: 'X', phone: '1370002', type: PERSON_TYPE.student },
    ...{ org, group: '', home: TEACHING, from },
  }).map(pupil => ({ ...pupil, group: PUPILS[pupil.gender] }))
const worker = { letter: 'T', phone: '1370003', type: PERSON_TYPE.employee }

const teaching = (position: string) => [TEACHING, position] as const
const living = (position: string) => [LIVING, position] as const
const devices = [
  face('YBF724080301', '校门左', teaching('东校门通道 1'), 30, { home: TEACHING }),
  face('YBF724080302', '校门右', teaching('东校门通道 2'), 28, { home: TEACHING }),
  face('YBF724080303', '教师楼', teaching('教师办公楼首层'), 6),
  face('YBF724080304', '图书馆', teaching('图书馆入口'), 8, { direction: 1, home: TEACHING }),
  doors('LKA224080311', '实验楼', teaching('实验楼一层'), 4, { fire: '化学实验室烟感' }),
  doors('LKA224080312', '机房', teaching('信息楼三层'), 2),
  doors('LKA424080313', '体育馆', teaching('体育馆东侧'), 4, { doorCount: 4 }),
  terminal('YBA524080314', '教务处', teaching('行政楼二层'), 3),
  terminal('YBA524080315', '档案室', teaching('行政楼一层'), 1, { gone: true }),
  bollard('QTB219240321', '东校门升降柱', teaching('东校门车道'), { behaves: { mode: 'holdClosed' } }),
  face('YBF724080331', '男生宿舍', living('1 号楼首层'), 12, { direction: 1 }),
  face('YBF724080332', '女生宿舍', living('2 号楼首层'), 12, { direction: 1 }),
  doors('LKA224080341', '食堂后厨', living('食堂北侧'), 3),
  alarmHost('A1F240351', '教学区报警主机', teaching('门卫室'), { model: 'QT-AD8' }),
  gate('QTS125080343', '西校门伸缩门', living('西校门')),
  swingDoor('QTP225080344', '后勤通道平开门', living('后勤通道')),
  bollard('QTB219240342', '后勤通道升降柱', living('后勤通道'), { direction: 2, exit: true }),
]
const ALL = devices.filter(({ weight }) => weight > 0).map(({ name }) => name)

export const school: PlacePlan = {
  key: 'school',
  application: {
    name: '江南实验学校',
    industry: 4,
    scenario: '校园',
    address: '苏州市姑苏区平江路 210 号',
    position: { lng: 120.6319, lat: 31.3167 },
    contact: '方主任',
    remark: '演示应用：寄宿制初中，周末少人',
  },
  sites: [
    {
      ...{
        name: TEACHING,
        code: 'teaching',
        type: 6,
        province: 32,
        city: '苏州市',
        address: '平江路 210 号东门',
        manager: '方主任',
        status: 1,
      },
      position: { lng: 120.6324, lat: 31.3169 },
    },
    {
      ...{
        name: LIVING,
        code: 'living',
        type: 6,
        province: 32,
        city: '苏州市',
        address: '平江路 210 号西门',
        manager: '祝老师',
        status: 1,
      },
      position: { lng: 120.6308, lat: 31.3161 },
    },
  ],
  locations: locationsOf(SCHOOL_LOCATIONS),
  orgs: [
    ...['七年级', '八年级', '九年级', '教职工', '后勤'],
    ...CLASSES,
    ...['语文组', '数学组', '英语组', '理化组', '行政'].map(name => `教职工/${name}`),
  ],
  timePlans: [
    { name: '上学日 06:30–21:30', week: spans('06:30', '21:30', SCHOOL_DAYS) },
    { name: '后勤 05:00–20:00', week: spans('05:00', '20:00') },
  ],
  groups: [
    ...Object.values(PUPILS).map(name => ({
      ...{ name, remark: '上学日，校门、图书馆、体育馆与本宿舍', timePlan: '上学日 06:30–21:30' },
      devices: ['校门左', '校门右', '图书馆', '体育馆', `${name}宿舍`],
    })),
    { name: '教职工', remark: '所有通行点', devices: ALL },
    {
      ...{ name: '后勤', remark: '食堂与保洁', timePlan: '后勤 05:00–20:00' },
      devices: ['校门左', '校门右', '男生宿舍', '女生宿舍', '食堂后厨', '体育馆'],
    },
  ],
  devices,
  cast: withPins(
    withoutNamesakes([
      ...CLASSES.flatMap((org, at) => pupilsOf(invent(at * 59 + 1200, 18, [12, 15]), org, at * 40)),
      ...['语文组', '数学组', '英语组', '理化组', '行政'].flatMap((name, at) =>
        read(invent(at * 71 + 1700, 5, [26, 58]), {
          ...{ ...worker, org: `教职工/${name}`, group: '教职工', home: null, from: 400 + at * 20 },
        }),
      ),
      ...read(invent(2300, 9, [38, 60]), { ...worker, org: '后勤', group: '后勤', home: LIVING, from: 600 }),
    ]),
  ),
  linkages: [
    {
      ...{ name: '实验楼火警 打开体育馆', deviceClass: 'accessControlDevice', at: '实验楼', triggerEvent: 'fire' },
      actions: [1, 2].map(no => ({ device: '体育馆', component: `door:${no}`, identifier: 'openDoor' })),
      silentS: 600,
    },
  ],
  settings: {
    doors: [
      { device: '实验楼', relayMs: 3000, openTimeoutSec: 20 },
      { device: '机房', relayMs: 3000, openTimeoutSec: 15 },
      { device: '体育馆', relayMs: 5000, openTimeoutSec: 60, openPlan: '上学日 06:30–21:30' },
      { device: '食堂后厨', relayMs: 3000, openTimeoutSec: 45 },
    ],
    words: [],
    pins: SCHOOL_PINS,
    escalations: [
      {
        ...{ name: '校园安全告警', level: 2, deviceClasses: [] },
        steps: [
          { afterS: 0, by: 'console' },
          { afterS: 60, by: 'sms' },
        ],
      },
    ],
  },
  callbacks: [{ name: '家校通知', deviceClass: 'faceEqui', events: ['passage'] }],
  perMinute: {
    working: [
      0.03, 0.03, 0.03, 0.03, 0.03, 0.12, 0.71, 2.86, 0.65, 0.24, 0.3, 0.54, 0.71, 0.42, 0.3, 0.36, 0.83, 1.55, 0.71,
      0.36, 0.42, 0.83, 0.18, 0.06,
    ],
    free: [
      0.03, 0.03, 0.03, 0.03, 0.03, 0.06, 0.12, 0.18, 0.18, 0.12, 0.12, 0.18, 0.18, 0.12, 0.12, 0.12, 0.18, 0.18, 0.18,
      0.12, 0.12, 0.06, 0.06, 0.03,
    ],
  },
  outward: hour => (hour >= 6 && hour < 9 ? 0.08 : hour >= 16 && hour < 19 ? 0.9 : 0.5),
}
