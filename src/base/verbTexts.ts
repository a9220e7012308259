/** Verbs on buttons and in titles, wherever rows and lists are acted on. */
import type { Text } from './text.ts'

export const VIEW: Text = ['查看', 'View']
export const ADD: Text = ['新增', 'Add']
export const EDIT: Text = ['编辑', 'Edit']
export const DELETE: Text = ['删除', 'Delete']
export const UPDATE: Text = ['修改', 'Update']
export const MORE: Text = ['更多', 'More']
export const ALL: Text = ['全部', 'All']
export const CONNECT_A_DEVICE: Text = ['接入设备', 'Connect a device']
export const FINISH: Text = ['完成', 'Done']
