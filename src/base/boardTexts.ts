/** Texts of the boards that show what is going on. */
import type { Text } from './text.ts'

export const DATA_CENTRE: Text = ['数据中心', 'Data centre']
export const DEVICES_ONLINE: Text = ['设备在线', 'Devices online']
export const OPEN_ALARMS: Text = ['未处理告警', 'Open alarms']
export const SITES: Text = ['站点', 'Sites']
