/** How far a right has got to the device that should hold it: one word per state, for tables, filters and the API. */
import type { Text } from '#base/text.ts'

export interface DeliveryState {
  word: Text
  tone: 'ok' | 'bad' | 'warn' | 'off' | 'unknown' | 'busy'
}
const state = (tone: DeliveryState['tone'], zh: string, en: string): DeliveryState => ({ tone, word: [zh, en] })

export const DELIVERY = {
  /** No rule allows the person to pass here. */
  none: state('off', '未授权', 'No right'),
  confirmed: state('ok', '已确认', 'Confirmed'),
  /** The device confirmed as much as it can store; the rest is sent when it becomes due. */
  partly: state('ok', '已确认当前时段', 'Confirmed in part'),
  /** The device confirmed it, but opens only from its first valid day. */
  notYet: state('unknown', '未到期', 'Not valid yet'),
  sending: state('busy', '下发中', 'On its way'),
  queued: state('busy', '待下发', 'Queued'),
  waiting: state('unknown', '待上线', 'Waiting for the device'),
  failed: state('bad', '失败', 'Failed'),
  noPortrait: state('warn', '缺照片', 'No portrait'),
  noCard: state('warn', '缺卡号', 'No card'),
  clockOff: state('warn', '设备时钟偏差', 'Device clock wrong'),
  over: state('off', '已过期', 'Expired'),
  barred: state('off', '停用或黑名单', 'Paused or blocked'),
  /** No rule allows it any more, and the device has not confirmed its removal. */
  removing: state('busy', '撤销中', 'Being revoked'),
  /** The device stores no list, and asks the platform about each passage. */
  asks: state('ok', '由平台判断', 'Decided by the platform'),
  /** The device stores no people, or those of other doors. */
  notKept: state('off', '此设备不执行', 'Not stored on this device'),
} as const satisfies Record<string, DeliveryState>
export type DeliveryKey = keyof typeof DELIVERY

/** What is counted above the matrix, in the bars and of a person: the delivery of one right to one device. */
export type Stage = 'failed' | 'removing' | 'missing' | 'clockOff' | 'waiting' | 'sending' | 'confirmed'
/** The stage of a cell; null where nothing is to be delivered. */
export const STAGE_OF: Readonly<Record<DeliveryKey, Stage | null>> = {
  none: null,
  confirmed: 'confirmed',
  partly: 'confirmed',
  notYet: 'confirmed',
  sending: 'sending',
  queued: 'sending',
  waiting: 'waiting',
  failed: 'failed',
  noPortrait: 'missing',
  noCard: 'missing',
  clockOff: 'clockOff',
  over: null,
  barred: null,
  removing: 'removing',
  asks: null,
  notKept: null,
}
/** From the stage that needs attention most to the one that needs it least. */
const STAGES_BY_CARE: readonly Stage[] = [
  ...(['failed', 'removing', 'missing', 'clockOff', 'waiting', 'sending', 'confirmed'] as const),
]
/** Of the rights of one person; null where they have none. */
export const worstStage = (stages: readonly Stage[]): Stage | null =>
  STAGES_BY_CARE.find(stage => stages.includes(stage)) ?? null

/** The device has confirmed what it should hold. */
export const isConfirmed = (key: DeliveryKey): boolean => key === 'confirmed' || key === 'partly' || key === 'notYet'
/** From the state that needs attention most to the one that needs it least. */
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
  'asks',
  'partly',
  'notYet',
  'confirmed',
]
/** For one person at several doors, the state that needs the most attention. */
export const worstOf = (keys: readonly DeliveryKey[]): DeliveryKey => BY_CARE.find(key => keys.includes(key)) ?? 'none'

/** How somebody got a right: by a group, directly at this door, or both. */
export const GIVEN = {
  group: [1, '权限组', 'Permission group'],
  direct: [2, '直接授权', 'Direct right'],
  both: [3, '权限组和直接授权', 'Group and direct right'],
} as const
export const DIRECT: Text = [GIVEN.direct[1], GIVEN.direct[2]]
/** Whether the right, or one of the rights, was given directly. */
export const isDirect = (given: number | null | undefined): boolean =>
  given === GIVEN.direct[0] || given === GIVEN.both[0]

/** One right of one subject at one part, as every page that shows deliveries receives it. */
export interface DeliveryCell {
  subjectKind: string
  subjectId: string
  /** The key of the part, for example of a door. */
  component: string
  state: DeliveryKey
  /** Which of several sets of the device has that state, the last of them; null where it has one. */
  item: string | null
  /** The reason, where the state alone does not say it: a kind of failure, `offline`, or what has expired. */
  reason: string | null
  /** When the last right at this part ends, RFC 3339; null if it never ends. */
  until: string | null
}
