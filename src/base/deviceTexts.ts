/** What devices and their passages are said to be, and what is asked about a command. */
import type { Text } from './text.ts'

export const DEVICE_DISABLED: Text = ['设备已禁用', 'The device is disabled']
export const NO_SUCH_DOOR: Text = ['通行点不存在', 'A door does not exist']
export const UNKNOWN_PERSON: Text = ['未登记人员', 'Unknown person']
export const SENT_LATER: Text = ['离线补传', 'Sent later']
export const NOT_SUPPORTED: Text = ['该设备不支持此操作', 'This device does not support this operation']
export const EXPLAIN_REASON: Text = ['说明原因', 'Explain the reason']
export const CHOOSE_REASON: Text = ['请选择原因', 'A reason is required']
export const REASON_REQUIRED: Text = ['请输入原因', 'A reason is required']
export const DEVICE_OFFLINE: Text = ['设备离线', 'The device is offline']
export const FULL_STORY: Text = ['查看完整经过', 'Full story']
