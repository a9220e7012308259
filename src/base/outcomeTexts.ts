/** How a command, a step or a delivery ended. */
import type { Text } from './text.ts'

export const DONE: Text = ['完成', 'Done']
export const FAILED: Text = ['失败', 'Failed']
export const TOO_LATE: Text = ['超时', 'Timed out']
export const CANCELLED: Text = ['已取消', 'Cancelled']
export const SAVED: Text = ['已保存', 'Saved']
