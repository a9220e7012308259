/** The platform's own messages for commands that the device did not complete. */
import type { Text } from '#base/text.ts'

export const commandWords: readonly Text[] = [
  ['已取消', 'Cancelled'],
  ['内容已变更，本次不再下发', 'Its content has changed; this one is not sent'],
  ['连接已断开', 'The connection was lost'],
  ['未能发送：到期时设备不在线', 'Not sent: the device was offline until its time was over'],
  ['设备没有应答', 'The device did not answer'],
  ['设备已确认，但没有等到动作完成', 'The device confirmed it, but did not report that it was done'],
  ['设备没有应答，由上报的状态证明', 'The device did not answer; the state that it reported proves it'],
]

/** Used in place of a command's identifier. */
export const SET_PROPERTIES = 'setProperties'
export const SET_LABEL: Text = ['设置属性', 'Set properties']
