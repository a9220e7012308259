/** 钱江精工, a maker of machine parts in three places: two shifts, a night shift, lorries through the gate. */
import { FACTORY_LOCATIONS, locationsOf } from './locations.ts'
import { analysisBox, alarmHost, bollard, brake, doors, face, gate, camera, recorder } from './devices.ts'
import { invent, read, spans, withoutNamesakes } from './people.ts'
import { PERSON_TYPE, type PlacePlan } from './PlacePlan.ts'

const [MAIN, SECOND, STORE] = ['余姚一厂', '嘉兴二厂', '青浦仓库']
const person = { letter: 'G', phone: '1390001', type: PERSON_TYPE.employee }
/** Department, number of people, group, and where they usually pass. */
const DEPARTMENTS = [
  ['制造部/冲压车间', 32, '一厂白班', MAIN],
  ['制造部/装配车间', 38, '一厂白班', MAIN],
  ['制造部/夜班组', 22, '夜班', MAIN],
  ['制造部/二厂装配', 30, '二厂白班', SECOND],
  ['品质部', 14, '一厂白班', MAIN],
  ['研发中心', 12, '研发', MAIN],
  ['仓储物流部', 14, '仓库白班', STORE],
  ['行政部/保安队', 8, '保安', null],
] as const

const inMain = (position: string) => [MAIN, position] as const
const inSecond = (position: string) => [SECOND, position] as const
const inStore = (position: string) => [STORE, position] as const
const RECORDER = '一厂人脸录像机'
const devices = [
  face('YBF724070201', '一厂大门东', inMain('大门人行通道 1'), 26, { home: MAIN }),
  face('YBF724070202', '一厂大门西', inMain('大门人行通道 2'), 24, { home: MAIN }),
  face('YBF724070203', '一厂宿舍', inMain('宿舍楼首层'), 12, { home: MAIN }),
  face('YBF724070204', '食堂', inMain('食堂入口'), 14, { direction: 1, home: MAIN }),
  face('YBF724070205', '研发中心', inMain('研发楼二层'), 5, { home: MAIN }),
  doors('LKA424070211', '冲压车间', inMain('冲压车间配电间'), 9, { doorCount: 4, home: MAIN, fire: '冲压车间烟感' }),
  doors('LKA224070212', '装配车间', inMain('装配车间办公室'), 10, { home: MAIN }),
  doors('LKA224070213', '品质实验室', inMain('品质楼一层'), 4, { home: MAIN }),
  doors('LKA224070214', '危化品库', inMain('厂区北侧'), 1),
  doors('LKA224070215', '配电房', inMain('厂区东北角'), 1, { gone: true }),
  bollard('QTB219240221', '一厂货车入口', inMain('货车门'), { direction: 1 }),
  bollard('QTB219240222', '一厂货车出口', inMain('货车门'), { direction: 2, exit: true }),
  face('YBF724070231', '二厂大门', inSecond('大门岗亭'), 16, { home: SECOND }),
  doors('LKA224070232', '二厂装配线', inSecond('装配线 A'), 7, { home: SECOND }),
  doors('LKA224070233', '二厂办公楼', inSecond('办公楼首层'), 4, { home: SECOND }),
  bollard('QTB219240234', '二厂货车门', inSecond('货车门'), { direction: 2, exit: true }),
  brake('QTZ325070235', '二厂人行闸机', inSecond('大门人行通道'), 8, { home: SECOND, behaves: { forPeople: true } }),
  face('YBF724070241', '仓库大门', inStore('大门'), 8, { home: STORE }),
  doors('LKA424070242', '一号库', inStore('一号库月台'), 6, { doorCount: 4, home: STORE }),
  doors('LKA224070243', '二号库', inStore('二号库月台'), 4, { home: STORE }),
  analysisBox('LKB425070262', '冲压车间分析盒', inMain('冲压车间'), ['冲压线北侧', '冲压线南侧', '货梯前室', '装卸区']),
  recorder('LKN425070263', RECORDER, inMain('保安室'), ['大门东侧', '大门西侧', '办公楼前厅', '成品库门口']),
  camera('LKC425070261', '一厂货车门抓拍', inMain('货车门')),
  alarmHost('QTAH24070251', '一厂报警主机', inMain('保安室')),
  gate('QTS125070245', '仓库大门伸缩门', inStore('大门')),
  bollard('QTB219240244', '仓库货车门', inStore('月台入口'), { direction: 2, exit: true }),
]
const namesAt = (...sites: string[]): string[] =>
  devices.filter(({ site, weight }) => weight > 0 && sites.includes(site)).map(({ name }) => name)
const RESTRICTED = ['研发中心', '危化品库', '配电房']
const open = (names: readonly string[]): string[] => names.filter(name => !RESTRICTED.includes(name))

const cast = withoutNamesakes(
  DEPARTMENTS.flatMap(([org, count, group, home], at) =>
    read(invent(at * 67 + 500, count, [20, 56]), { ...person, org, group, home, from: at * 60 }),
  ),
)

/** Whom the cameras at the gate know, and a few former workers whom the guards are to be told of. */
const LIBRARIES: PlacePlan['libraries'] = [
  {
    ...{ name: '厂内人员', kind: 1, org: '制造部' },
    arms: [1, 2].map(channel => ({ device: RECORDER, channel, threshold: 80 })),
  },
  {
    ...{ name: '重点关注', kind: 2, urgent: true, persons: cast.slice(40, 43).map(({ name }) => name) },
    arms: [1, 2, 3, 4].map(channel => ({ device: RECORDER, channel, threshold: 85 })),
  },
]

export const factory: PlacePlan = {
  key: 'factory',
  application: {
    name: '钱江精工',
    industry: 3,
    scenario: '工厂',
    address: '余姚市城东新区冶山路 99 号',
    position: { lng: 121.1895, lat: 30.0502 },
    contact: '高厂长',
    remark: '演示应用：两班倒的工厂，三处厂区',
  },
  sites: [
    {
      ...{
        name: MAIN,
        code: 'yuyao',
        type: 2,
        province: 33,
        city: '宁波市',
        address: '余姚市冶山路 99 号',
        manager: '高厂长',
        status: 1,
      },
      position: { lng: 121.1895, lat: 30.0502 },
    },
    {
      ...{
        name: SECOND,
        code: 'jiaxing',
        type: 2,
        province: 33,
        city: '嘉兴市',
        address: '嘉兴市经开区华云路 8 号',
        manager: '陆主管',
        status: 1,
      },
      position: { lng: 120.7251, lat: 30.7216 },
    },
    {
      ...{
        name: STORE,
        code: 'qingpu',
        type: 2,
        province: 31,
        city: '上海市',
        address: '上海市青浦区华徐公路 888 号',
        manager: '邱主管',
        status: 1,
      },
      position: { lng: 121.2277, lat: 31.1924 },
    },
  ],
  locations: locationsOf(FACTORY_LOCATIONS),
  orgs: ['制造部', ...new Set(DEPARTMENTS.map(([org]) => org)), '行政部'].sort(
    (one, other) => one.split('/').length - other.split('/').length,
  ),
  timePlans: [
    { name: '白班 06:30–20:30', week: spans('06:30', '20:30', [1, 2, 3, 4, 5, 6]) },
    { name: '夜班 19:00–08:30', week: [...spans('19:00', '23:59'), ...spans('00:00', '08:30')] },
  ],
  groups: [
    ...Object.entries({ 一厂白班: MAIN, 二厂白班: SECOND, 仓库白班: STORE }).map(([name, site]) => ({
      ...{ name, remark: '周一至周六，本厂区与车间' },
      devices: open(namesAt(site)),
      timePlan: '白班 06:30–20:30',
    })),
    { ...{ name: '夜班', remark: '一厂夜班' }, devices: open(namesAt(MAIN)), timePlan: '夜班 19:00–08:30' },
    { ...{ name: '研发', remark: '研发中心，全天' }, devices: ['一厂大门东', '一厂大门西', '食堂', '研发中心'] },
    { ...{ name: '保安', remark: '所有通行点，全天' }, devices: namesAt(MAIN, SECOND, STORE) },
  ],
  devices,
  cast,
  linkages: [
    {
      ...{ name: '火警释放车间门', deviceClass: 'accessControlDevice', at: '冲压车间', triggerEvent: 'fire' },
      actions: ['装配车间', '品质实验室'].map(device => ({ device, component: 'door:1', identifier: 'openDoor' })),
      silentS: 600,
    },
    {
      ...{ name: '仓库刷脸 半开大门', deviceClass: 'faceEqui', at: '仓库大门', triggerEvent: 'recognise' },
      conditions: [{ what: 1, name: 'result', op: 1, value: 1 }],
      actions: [{ device: '仓库大门伸缩门', identifier: 'openPart', params: { percent: 30 } }],
      silentS: 0,
    },
  ],
  libraries: LIBRARIES,
  settings: {
    doors: [
      { device: '冲压车间', relayMs: 5000, openTimeoutSec: 30 },
      { device: '装配车间', relayMs: 5000, openTimeoutSec: 30 },
      // Opened one by one, and never for long.
      { device: '危化品库', relayMs: 1500, openTimeoutSec: 10 },
      { device: '一号库', relayMs: 10_000, openTimeoutSec: 300 },
      { device: '二厂办公楼', relayMs: 3000, openTimeoutSec: 15, openPlan: '白班 06:30–20:30' },
    ],
    words: [],
    escalations: [
      {
        ...{ name: '危险区域告警', level: 3, deviceClasses: ['accessControlDevice'], repeatS: 3600 },
        steps: [
          { afterS: 0, by: 'console' },
          { afterS: 20, by: 'sms' },
        ],
      },
    ],
  },
  callbacks: [
    { name: '考勤系统', deviceClass: 'faceEqui', events: ['passage'] },
    { name: '安环平台', deviceClass: 'accessControlDevice', events: ['alarm', 'online', 'offline'] },
  ],
  perMinute: {
    working: [
      0.18, 0.18, 0.18, 0.18, 0.18, 0.24, 0.83, 2.74, 1.31, 0.36, 0.3, 0.95, 1.07, 0.48, 0.3, 0.3, 0.54, 2.02, 0.71,
      0.95, 0.65, 0.24, 0.18, 0.18,
    ],
    free: [
      0.18, 0.18, 0.18, 0.18, 0.18, 0.18, 0.24, 0.42, 0.36, 0.18, 0.18, 0.24, 0.3, 0.18, 0.18, 0.18, 0.24, 0.36, 0.3,
      0.42, 0.3, 0.18, 0.18, 0.18,
    ],
  },
  outward: hour => (hour >= 6 && hour < 9 ? 0.15 : hour >= 16 && hour < 19 ? 0.88 : 0.5),
}
