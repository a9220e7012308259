/** Faults of the demo's devices over its month, the oldest first, and their handling. */
import { DEFAULT_ZONE, dayOf, instantOf } from '#base/zonedTime.ts'

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
/** `after`: minutes since the step before. */
type Step = [path: string, after: number, body?: object]
export interface Repair {
  sn: string
  /** Days before today, and the time of day there. */
  at: readonly [days: number, clock: string]
  report: object
  steps: readonly Step[]
}
const done = { result: '', materials: '', fee: '0' }
/** `{me}` is replaced with the account that creates the demo. */
const assigned = (after: number): Step => ['assign', after, { assigneeId: '{me}' }]

export const REPAIRS: readonly Repair[] = [
  {
    sn: 'LKA223080047',
    at: [29, '08:42'],
    report: { faultType: 2, content: '车库西门关不严，风一吹就开', reporter: '李建军', phone: '13800001049' },
    steps: [
      assigned(18),
      ['accept', 25],
      ['finish', 145, { ...done, result: '闭门器漏油，更换后试关二十次', materials: '闭门器 ×1', fee: '18000' }],
      ['confirm', 65],
      ['judge', 310, { score: 5, praise: '师傅很仔细，顺手把门轴也上了油' }],
    ],
  },
  {
    sn: 'YBF724090401',
    at: [25, '10:15'],
    report: { faultType: 1, content: '员工通道早高峰识别慢，排队到电梯口', reporter: '保安队长', phone: '13600041005' },
    steps: [
      assigned(40),
      ['accept', 55],
      ['pause', 30, { reason: '等厂家给出新固件' }],
      ['resume', 1560],
      ['finish', 70, { ...done, result: '镜头有油污，清洁后升级固件，早高峰复测正常' }],
      ['confirm', 880],
      ['judge', 45, { score: 3, praise: '修好了，但等了一天多' }],
    ],
  },
  {
    sn: 'YBF724080301',
    at: [21, '15:50'],
    report: { faultType: 5, content: '校门左侧终端外壳被球砸裂', reporter: '方主任', phone: '13700031000' },
    steps: [
      assigned(22),
      ['accept', 38],
      ['finish', 1085, { ...done, result: '更换前面板，防水胶圈一并更换', materials: '前面板 ×1', fee: '12000' }],
      ['confirm', 130],
    ],
  },
  {
    sn: 'LKA423080007',
    at: [17, '19:05'],
    report: { faultType: 2, content: '2 号门刷卡不开', reporter: '叶晓岚', phone: '13800001054' },
    steps: [['close', 35, { reason: '卡已过期，续期后正常，不是设备故障' }]],
  },
  {
    sn: 'QTB219250302',
    at: [13, '07:30'],
    report: { faultType: 5, content: '反光条被货车蹭掉一圈，夜里看不清', reporter: '李建军', phone: '13800001049' },
    steps: [
      assigned(20),
      ['accept', 30],
      ['finish', 415, { ...done, result: '更换反光条，柱体无变形', materials: '反光条 ×1', fee: '4500' }],
      ['confirm', 50],
      ['judge', 20, { score: 5, praise: '当天就换好了' }],
    ],
  },
  {
    sn: 'LKA224080312',
    at: [9, '09:20'],
    report: { faultType: 9, content: '机房门开着也不报警', reporter: '信息中心', phone: '13700031006' },
    steps: [
      assigned(15),
      ['accept', 90],
      ['finish', 240, { ...done, result: '门磁线脱落，重新压接', materials: '接线端子 ×2', fee: '800' }],
      ['confirm', 1180],
      ['judge', 15, { score: 4, praise: '处理及时' }],
    ],
  },
  {
    sn: 'YBF724060118',
    at: [6, '20:40'],
    report: { faultType: 3, content: '南门车道终端黑屏，车主只能走人行道', reporter: '张卫东', phone: '13800001048' },
    steps: [
      assigned(12),
      ['accept', 14],
      ['finish', 95, { ...done, result: '电源适配器烧坏，更换', materials: '12V 电源 ×1', fee: '6500' }],
      ['confirm', 640],
      ['judge', 150, { score: 5, praise: '晚上也来，点赞' }],
    ],
  },
  {
    sn: 'LKA223080042',
    at: [3, '11:10'],
    report: { faultType: 9, content: '门磁总报强行闯入，门明明关着', reporter: '邹凯', phone: '13800001040' },
    steps: [
      assigned(35),
      ['accept', 60],
      ['finish', 1330, { ...done, result: '门磁松动，重新固定并开关测试十次', materials: '自攻螺丝 ×2' }],
    ],
  },
  {
    sn: 'LKA223080044',
    at: [2, '16:25'],
    report: {
      faultType: 3,
      content: '车库东门断电后一直离线，业主只能绕到西门',
      reporter: '张卫东',
      phone: '13800001048',
      urgency: 2,
    },
    steps: [assigned(10), ['accept', 20], ['pause', 75, { reason: '等强电工恢复地库供电，预计明天上午' }]],
  },
  {
    sn: 'LKA424070211',
    at: [1, '08:05'],
    report: {
      ...{ faultType: 2, content: '冲压车间 3 号门关不严，一直报开门超时', reporter: '冲压班长', phone: '13900011002' },
      urgency: 2,
    },
    steps: [assigned(16), ['accept', 44]],
  },
  {
    sn: 'YBF724070204',
    at: [0, '03:00'],
    report: { faultType: 1, content: '食堂门口屏幕偏色，识别正常', reporter: '厨师长', phone: '13900011099' },
    steps: [assigned(25)],
  },
  {
    sn: 'YBF722110032',
    at: [0, '01:10'],
    report: {
      faultType: 1,
      content: '下午四五点逆光，识别要等很久，老人常常要刷三四次',
      reporter: '任国栋',
      phone: '13800001017',
    },
    steps: [],
  },
]

/** When it was reported, then when each step was taken; of today, `clock` is how long ago, so that it is never to come. */
export function timesOf({ at: [days, clock], steps }: Repair, now: number): readonly Date[] {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  let time = days
    ? instantOf(`${dayOf(now - days * DAY_MS, DEFAULT_ZONE)}T${clock}:00`, DEFAULT_ZONE).getTime()
    : now - (hours * 60 + minutes) * MINUTE_MS
  return [new Date(time), ...steps.map(([, after]) => new Date((time += after * MINUTE_MS)))]
}
