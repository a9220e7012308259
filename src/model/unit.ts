/** The units of figures, and what they are called. */
import type { Text } from '#base/text.ts'

export type Unit = 's' | 'ms' | 'min' | '%' | 'dBm' | '℃' | '°' | 'B' | 'px'

export const UNITS: Readonly<Record<Unit, Text>> = {
  s: ['秒', 's'],
  ms: ['毫秒', 'ms'],
  min: ['分钟', 'min'],
  '%': ['%', '%'],
  dBm: ['dBm', 'dBm'],
  '℃': ['℃', '℃'],
  '°': ['°', '°'],
  B: ['B', 'B'],
  px: ['px', 'px'],
}
