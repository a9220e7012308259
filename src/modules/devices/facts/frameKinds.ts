/** The kinds of lines in the log of a device: their numbers and labels. */
import type { Text } from '#base/text.ts'

export const FRAME_KINDS = {
  online: [1, '上线', 'Online'],
  offline: [2, '离线', 'Offline'],
  report: [3, '属性上报', 'Report'],
  set: [4, '修改属性', 'Set'],
  service: [5, '调用功能', 'Command'],
  reply: [6, '应答', 'Reply'],
  event: [7, '事件上报', 'Event'],
  ask: [8, '请求', 'Question'],
  answer: [9, '答复', 'Answer'],
  refused: [10, '拒绝接入', 'Refused'],
  trespass: [11, '越权主题', 'Topic refused'],
  misfit: [12, '不符合物模型', 'Outside the model'],
  unused: [13, '未用主题', 'Topic not used'],
  limited: [14, '超出限额', 'Over a limit'],
} as const
export type FrameKind = keyof typeof FRAME_KINDS

const labels = new Map<number, Text>(Object.values(FRAME_KINDS).map(([wire, zh, en]) => [wire, [zh, en]]))
export const frameLabel = (kind: number): Text | undefined => labels.get(kind)
/** Something is wrong with the message, or with who sent it. */
export const isWrong = (kind: number): boolean => kind > FRAME_KINDS.answer[0]
export const WRONG_FRAMES: readonly number[] = [...labels.keys()].filter(isWrong)
