/** The temporary PINs of the places, earlier ones and those of today: for people, and for visitors with a phone. */
import type { PinPlan } from './PlacePlan.ts'
import { BY_DAY_PLAN } from './programmes.ts'

export const RESIDENCE_PINS: readonly PinPlan[] = [
  ...([
    { device: '会所东门', kind: 'period', purpose: '亲属借住', hours: 48, holder: '周建国', daysAgo: 9 },
    {
      device: '会所东门',
      kind: 'once',
      purpose: '家电安装',
      hours: 12,
      holder: '霍师傅',
      phone: '13900002215',
      daysAgo: 4,
    },
    {
      device: '会所东门',
      kind: 'once',
      purpose: '搬家',
      hours: 24,
      holder: '何俊峰',
      daysAgo: 2,
      revoked: '改期，另行预约',
    },
  ] as const),
  { device: '会所东门', kind: 'once', purpose: '送桶装水', hours: 12, holder: '邹师傅', phone: '13900002216' },
  { device: '会所东门', kind: 'period', purpose: '亲属借住', hours: 72, holder: '周建国' },
  {
    ...{ device: '会所东门', kind: 'weekdays', purpose: '瑜伽课', hours: 720, timePlan: BY_DAY_PLAN },
    ...{ holder: '唐老师', phone: '13900002214' },
  },
  { device: '会所东门', kind: 'count', purpose: '保洁进场', hours: 120, mostUses: 10, holder: '吕桂英' },
  // Its terminal stores none.
  {
    device: '物业机房',
    kind: 'count',
    purpose: '空调检修',
    hours: 48,
    mostUses: 20,
    holder: '丁师傅',
    phone: '13900002218',
  },
  {
    device: '会所东门',
    kind: 'once',
    purpose: '亲子活动',
    hours: 30,
    holder: '沈悦',
    phone: '13900002217',
    asked: true,
  },
]

export const SCHOOL_PINS: readonly PinPlan[] = [
  { device: '教务处', kind: 'once', purpose: '消防检查', hours: 8, holder: '穆工', phone: '13900002221', daysAgo: 6 },
  { device: '教务处', kind: 'period', purpose: '教研来访', hours: 8, holder: '方悦', phone: '13900002219' },
  // Its terminal is away.
  {
    device: '档案室',
    kind: 'count',
    purpose: '档案整理',
    hours: 72,
    mostUses: 6,
    holder: '邢老师',
    phone: '13900002222',
  },
  {
    device: '教务处',
    kind: 'once',
    purpose: '打印机维修',
    hours: 6,
    holder: '严师傅',
    phone: '13900002220',
    asked: true,
  },
]
