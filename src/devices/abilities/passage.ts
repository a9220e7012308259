/** The fields of a passage, however the person was identified. */
import { picture } from '#devices/fields/picture.ts'
import type { EventSpec } from '#model/device.ts'
import { choice, decimal, flag, integer, text, type Choices } from '#model/field.ts'

export const PASS_METHODS = {
  face: [1, '人脸', 'Face'],
  card: [2, '刷卡', 'Card'],
  faceAndCard: [3, '人脸+卡', 'Face and card'],
  pin: [4, '密码', 'PIN'],
  qr: [5, '二维码', 'QR code'],
  remote: [6, '远程', 'Remote'],
  button: [7, '按钮', 'Button'],
  linkage: [8, '联动', 'Linkage'],
  plate: [9, '车牌', 'Plate'],
} as const
export const DIRECTIONS = { both: [0, '双向', 'Both'], in: [1, '进', 'In'], out: [2, '出', 'Out'] } as const
export const PASS_RESULTS = { passed: [1, '放行', 'Passed'], refused: [0, '拒绝', 'Refused'] } as const

/** Why a passage was refused, as shown; the key is the value sent by devices and rules. */
const REASONS = {
  noPermission: ['未授权', 'No permission'],
  notInTime: ['不在时段', 'Outside the hours'],
  expired: ['已过期', 'Expired'],
  notYet: ['未到有效期', 'Not valid yet'],
  paused: ['已停用', 'Paused'],
  blacklist: ['黑名单', 'Blocked'],
  liveness: ['活体未过', 'Not a live face'],
  stranger: ['未登记人员', 'Unknown person'],
  mask: ['未戴口罩', 'No mask'],
  temperature: ['体温异常', 'High temperature'],
  unknownCard: ['未登记卡', 'Unknown card'],
  unknownCode: ['无效的码', 'Unknown code'],
  codeExpired: ['码已过期', 'Code expired'],
  codeUsed: ['码的次数已用完', 'Code used up'],
  codeRevoked: ['码已作废', 'Code revoked'],
  forged: ['伪造的码', 'Forged code'],
  otherDoor: ['码不能用于此门', 'Code for another door'],
  doorClosed: ['门处于常闭', 'Door held closed'],
  late: ['未及时答复', 'No answer in time'],
} as const
export type RefusalReason = keyof typeof REASONS
export const REFUSAL_REASONS: Readonly<Record<string, readonly [zh: string, en: string]>> = REASONS
/** Each of them, for tables that must have all. */
export const REFUSAL_KEYS = Object.keys(REASONS) as readonly RefusalReason[]

export const REFUSAL_CHOICES: Choices = Object.fromEntries(
  Object.entries(REFUSAL_REASONS).map(([key, words]) => [key, [key, ...words]]),
)

export const PASSAGE_FIELDS = {
  guid: text(['流水号', 'Guid'], { max: 64, mono: true, example: '5f0c2a9e-11' }),
  personId: text(['人员', 'Person'], { max: 32, example: '100001' }),
  cardNo: text(['卡号', 'Card'], { identity: 'card', max: 32, example: '0038120417' }),
  plateNo: text(['车牌', 'Plate'], { identity: 'plate', max: 32, example: '粤B10234' }),
  method: choice(['方式', 'Method'], PASS_METHODS, { dictionary: 'pass_method' }),
  direction: choice(['方向', 'Direction'], DIRECTIONS, { dictionary: 'direction' }),
  ok: flag(['放行', 'Passed']),
  reason: text(['原因', 'Reason'], { max: 64, known: REFUSAL_CHOICES, dictionary: 'pass_fail' }),
  score: integer(['相似度', 'Similarity']),
  alive: flag(['活体', 'Live']),
  temp: decimal(['体温', 'Temperature'], { scale: 1, unit: '℃' }),
  mask: flag(['口罩', 'Mask']),
  photo: picture(['照片', 'Photo']),
  scene: picture(['场景图', 'Scene']),
  offline: flag(['离线补传', 'Sent later'], { example: false }),
}

/** It let somebody pass while the platform was away, whom our rules refuse. */
export const WRONGLY_OPENED: EventSpec = {
  label: ['离线放行不符规则', 'Opened offline against the rules'],
  ...{ level: 'alert', record: 'event', per: 'door' },
  fields: { reason: PASSAGE_FIELDS.reason, cardNo: PASSAGE_FIELDS.cardNo, plateNo: PASSAGE_FIELDS.plateNo },
}

/** The device asks the platform about somebody whom it does not know. */
export const ASK_PASS: EventSpec = {
  label: ['请求放行', 'Request to pass'],
  ...{ level: 'info', record: 'passage', per: 'door' },
  fields: PASSAGE_FIELDS,
  ask: { withinMs: 1000, whenSilent: ['不开门', 'Stays closed'], answers: ['display'] },
}
