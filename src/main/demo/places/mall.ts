/** 锦江天地, a shopping centre: doors for staff and shops, and lorries at night. */
import { MALL_LOCATIONS, locationsOf } from './locations.ts'
import { bollard, brake, doors, face, lock } from './devices.ts'
import { invent, read, spans, withCars, withoutNamesakes } from './people.ts'
import { PERSON_TYPE, type PlacePlan } from './PlacePlan.ts'

const SITE = '锦江天地'
const at = (position: string) => [SITE, position] as const
const devices = [
  face('YBF724090401', '员工通道北', at('B1 员工通道'), 26),
  face('YBF724090402', '员工通道南', at('L1 员工通道'), 20),
  face('YBF724090403', '管理中心', at('L6 管理中心'), 6),
  doors('LKA424090411', '卸货区', at('B1 卸货区'), 10, { doorCount: 4, fire: '卸货区烟感' }),
  doors('LKA224090412', '中控室', at('B2 中控室'), 2, { model: 'LK-A2G' }),
  doors('LKA224090413', '配电间', at('B2 配电间'), 1),
  bollard('QTB219240421', '步行街升降柱', at('东广场'), { behaves: { mode: 'holdClosed' } }),
  bollard('QTB219240422', '卸货区出口', at('B1 坡道'), { direction: 2, exit: true }),
  brake('QTD625090423', '地库出口道闸', at('B1 坡道'), 3, { direction: 2 }),
  ...[71, 38, 88].map((battery, place) =>
    lock(`QTL60240043${place + 1}`, `贵宾车位 ${place + 1} 号`, at('B2 贵宾区'), { behind: '中控室', battery }),
  ),
]
const ALL = devices.filter(({ weight }) => weight > 0).map(({ name }) => name)
const SHOPS = ['餐饮', '服饰', '影院', '超市']
const who = { letter: 'M', phone: '1360004', home: null }

export const mall: PlacePlan = {
  key: 'mall',
  application: {
    name: SITE,
    industry: 9,
    scenario: '园区',
    address: '成都市锦江区东大街 88 号',
    position: { lng: 104.0829, lat: 30.6527 },
    contact: '蒲经理',
    remark: '演示应用：商场的员工通道与卸货区',
  },
  sites: [
    {
      ...{
        name: SITE,
        code: 'jinjiang',
        type: 3,
        province: 51,
        city: '成都市',
        address: '东大街 88 号',
        manager: '蒲经理',
        status: 1,
      },
      position: { lng: 104.0829, lat: 30.6527 },
    },
  ],
  locations: locationsOf(MALL_LOCATIONS),
  orgs: ['商户', '运营管理部', '保安部', ...SHOPS.map(name => `商户/${name}`)],
  timePlans: [{ name: '营业 08:00–23:00', week: spans('08:00', '23:00') }],
  groups: [
    {
      ...{ name: '商户员工', remark: '员工通道与卸货区，营业时间', timePlan: '营业 08:00–23:00' },
      devices: ['员工通道北', '员工通道南', '卸货区'],
    },
    { name: '管理与保安', remark: '所有通行点，全天', devices: ALL },
  ],
  devices,
  cast: withCars(
    withoutNamesakes([
      ...SHOPS.flatMap((name, nth) =>
        read(invent(nth * 83 + 3100, 12, [19, 48]), {
          ...{ ...who, org: `商户/${name}`, type: PERSON_TYPE.employee, group: '商户员工', from: nth * 30 },
        }),
      ),
      ...['运营管理部', '保安部'].flatMap((org, nth) =>
        read(invent(nth * 97 + 3700, 9, [24, 55]), {
          ...{ ...who, org, type: PERSON_TYPE.employee, group: '管理与保安', from: 200 + nth * 30 },
        }),
      ),
    ]),
    '川A',
  ),
  linkages: [
    {
      ...{ name: '车位锁低电量告警', deviceClass: 'parkingLockDevice', triggerKind: 2 },
      trigger: { property: 'battery', op: 4, value: 20 },
      actions: [
        { device: '贵宾车位 1 号', identifier: 'raiseAlarm', params: { name: '车位锁电量低于 20%', level: 1 } },
        { device: '贵宾车位 1 号', identifier: 'notify', params: { by: 'console', text: '请为车位锁更换电池' } },
      ],
      silentS: 3600,
    },
    {
      ...{ name: '日落后 30 分钟 步行街升柱', deviceClass: 'bollardDevice', triggerKind: 3, site: SITE },
      trigger: { sun: 2, offsetMin: 30 },
      actions: [{ device: '步行街升降柱', identifier: 'rise' }],
      silentS: 0,
    },
  ],
  settings: {
    doors: [
      { device: '卸货区', relayMs: 10_000, openTimeoutSec: 180 },
      { device: '中控室', relayMs: 2000, openTimeoutSec: 10 },
      { device: '配电间', relayMs: 2000, openTimeoutSec: 60 },
    ],
    words: [],
    escalations: [
      {
        ...{ name: '打烊后告警', level: 2, deviceClasses: ['accessControlDevice', 'faceEqui'] },
        steps: [
          { afterS: 30, by: 'console' },
          { afterS: 180, by: 'sms' },
        ],
      },
    ],
  },
  callbacks: [],
  perMinute: {
    working: [
      0.12, 0.085, 0.085, 0.085, 0.085, 0.12, 0.24, 0.36, 0.83, 1.31, 0.54, 0.36, 0.42, 0.36, 0.36, 0.36, 0.54, 0.54,
      0.42, 0.36, 0.42, 1.13, 0.65, 0.24,
    ],
    free: [
      0.12, 0.085, 0.085, 0.085, 0.085, 0.12, 0.24, 0.36, 0.95, 1.43, 0.65, 0.48, 0.54, 0.48, 0.48, 0.48, 0.65, 0.65,
      0.54, 0.48, 0.54, 1.31, 0.77, 0.3,
    ],
  },
  outward: hour => (hour >= 8 && hour < 11 ? 0.12 : hour >= 20 ? 0.86 : 0.5),
}
