/** Words beside figures, shared by several pages. They are apart from the other texts because the sign-in page loads those. */
import type { Text } from './text.ts'

export const PASSAGES_TODAY: Text = ['今日通行', 'Passages today']
export const YESTERDAY: Text = ['昨日', 'Yesterday']
export const NO_DEVICES: Text = ['还没有设备', 'No devices yet']
// Chinese has a measure word for each kind of thing; English needs none beside a label.
export const COUNT_OF_DEVICES: Text = ['台', '']
export const COUNT_OF_RECORDS: Text = ['条', '']
export const COUNT_OF_TIMES: Text = ['次', '']
export const PASSED: Text = ['放行', 'Passed']
export const REFUSED: Text = ['拒绝', 'Refused']
export const EVENTS: Text = ['事件', 'Events']
export const UPSTREAM: Text = ['上行', 'Up']
export const DOWNSTREAM: Text = ['下行', 'Down']
export const TODAY: Text = ['今日', 'Today']
export const COMMANDS: Text = ['指令', 'Commands']

export type Unit = 's' | 'ms' | 'min' | '%' | 'dBm' | '℃' | '°' | 'B' | 'GB' | 'px'
/** The units of figures. */
export const UNITS: Readonly<Record<Unit, Text>> = {
  s: ['秒', 's'],
  ms: ['毫秒', 'ms'],
  min: ['分钟', 'min'],
  '%': ['%', '%'],
  dBm: ['dBm', 'dBm'],
  '℃': ['℃', '℃'],
  '°': ['°', '°'],
  B: ['B', 'B'],
  GB: ['GB', 'GB'],
  px: ['px', 'px'],
}
