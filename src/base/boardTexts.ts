/** Texts of the boards that show what is going on. */
import type { Text } from './text.ts'

export const DATA_CENTRE: Text = ['数据中心', 'Data centre']
export const DEVICES_ONLINE: Text = ['设备在线', 'Devices online']
export const OPEN_ALARMS: Text = ['未处理告警', 'Open alarms']
/** The states of a place by its devices, worst first. */
export const ONLINE_SHARES: Readonly<Record<'down' | 'part' | 'ok' | 'none', Text>> = {
  down: ['全部离线', 'All offline'],
  part: ['部分离线', 'Some offline'],
  ok: ['全部在线', 'All online'],
  none: ['没有设备', 'No devices'],
}
export const SITES: Text = ['站点', 'Sites']
