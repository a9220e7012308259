/** What is online of a place. */
import type { Text } from './text.ts'

/** The states of a place by its devices, worst first. */
export const ONLINE_SHARES: Readonly<Record<'down' | 'part' | 'ok' | 'none', Text>> = {
  down: ['全部离线', 'All offline'],
  part: ['部分离线', 'Some offline'],
  ok: ['全部在线', 'All online'],
  none: ['没有设备', 'No devices'],
}
