/** How far something that should be on a device is: one word per state, for tables, filters and the API. */
import type { Text } from '#base/text.ts'

export interface DeliveryState {
  word: Text
  tone: 'ok' | 'bad' | 'warn' | 'off' | 'unknown' | 'busy'
}
const state = (tone: DeliveryState['tone'], zh: string, en: string): DeliveryState => ({ tone, word: [zh, en] })

export const DELIVERY = {
  /** No rule lets them pass here. */
  none: state('off', '未授权', 'No right'),
  confirmed: state('ok', '已确认', 'Confirmed'),
  /** The device confirmed what it can keep; the rest follows when its time comes. */
  partly: state('ok', '已确认当前时段', 'Confirmed in part'),
  /** The device confirmed it, and opens only from its first day on. */
  notYet: state('unknown', '未到期', 'Not valid yet'),
  sending: state('busy', '下发中', 'On its way'),
  queued: state('busy', '待下发', 'Queued'),
  waiting: state('unknown', '待上线', 'Waits for the device'),
  failed: state('bad', '失败', 'Failed'),
  noPortrait: state('warn', '缺照片', 'No portrait'),
  noCard: state('warn', '缺卡号', 'No card'),
  clockOff: state('warn', '设备时钟偏差', 'Device clock off'),
  over: state('off', '已过期', 'Expired'),
  barred: state('off', '停用或黑名单', 'Paused or blocked'),
  /** Nothing allows it any more, and the device has not confirmed that it is gone. */
  removing: state('busy', '撤销中', 'Being revoked'),
  /** The device stores no people: it asks online, or does not decide at all. */
  notKept: state('off', '此设备不执行', 'Not kept by this device'),
} as const satisfies Record<string, DeliveryState>
export type DeliveryKey = keyof typeof DELIVERY

/** The device has confirmed what it should hold. */
export const isConfirmed = (key: DeliveryKey): boolean => key === 'confirmed' || key === 'partly' || key === 'notYet'
/** What helps an engineer first. */
const BY_CARE: readonly DeliveryKey[] = [
  'failed',
  'removing',
  'noPortrait',
  'noCard',
  'clockOff',
  'waiting',
  'queued',
  'sending',
  'over',
  'barred',
  'none',
  'notKept',
  'partly',
  'notYet',
  'confirmed',
]
/** Of one person at several doors the state that needs the most care. */
export const worstOf = (keys: readonly DeliveryKey[]): DeliveryKey => BY_CARE.find(key => keys.includes(key)) ?? 'none'

/** One right of one subject at one part, as every page that shows deliveries takes it. */
export interface DeliveryCell {
  subjectKind: string
  subjectId: string
  /** The id of the part, for example of a door. */
  component: string
  state: DeliveryKey
  /** Why, where the state alone does not say it: a kind of failure, `offline`, what is over. */
  reason: string | null
  /** When the last right at this part ends, RFC 3339; null is never. */
  until: string | null
}
