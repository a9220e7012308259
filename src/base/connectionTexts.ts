/** Whether a device is connected. */
import type { Text } from './text.ts'

export const ONLINE: Text = ['在线', 'Online']
export const OFFLINE: Text = ['离线', 'Offline']
export const DEVICE_OFFLINE: Text = ['设备离线', 'The device is offline']
