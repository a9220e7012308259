/** Words of lists and of the shell around them: what is done with rows, and whether a device is connected. */
import type { Text } from './text.ts'

export const VIEW: Text = ['查看', 'View']
export const ADD: Text = ['新增', 'Add']
export const EDIT: Text = ['编辑', 'Edit']
export const DELETE: Text = ['删除', 'Delete']
export const PRINT: Text = ['打印', 'Print']
export const MORE: Text = ['更多', 'More']
export const CONNECT_A_DEVICE: Text = ['接入设备', 'Connect a device']
export const ONLINE: Text = ['在线', 'Online']
export const OFFLINE: Text = ['离线', 'Offline']
export const YES: Text = ['是', 'Yes']
export const NO: Text = ['否', 'No']
/** A column of a table or of a file. */
export const COLUMN: Text = ['列', 'Column']
export const STATE: Text = ['状态', 'State']
export const SAVED: Text = ['修改成功', 'Saved']
/** In place of a row that was removed or that the user may not read. */
export const ROW_GONE: Text = [
  '记录不存在或不可见',
  'The record does not exist, or you do not have permission to view it',
]
