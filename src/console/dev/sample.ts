/** Sample devices with realistic values, the same at every load. */
import type { Tone } from '#console/kit/Pill.tsx'

export type Sample = {
  id: string
  name: string
  serial: string
  tone: Tone
  word: string
  note: string
  beats: readonly (number | null)[]
  firmware: string
  seen: string
  address: string
  people: number
  version: number
}

const names = [
  '东门岗控制器',
  '5 栋单元门控制器',
  '南门控制器',
  'B1 车库东控制器',
  '会所控制器',
  '3 栋单元门控制器',
  '1 栋单元门控制器',
  '2 栋单元门控制器',
  '4 栋单元门控制器',
  '消防中控室控制器',
  '生活泵房控制器',
]
const states: readonly [Tone, string, string][] = [
  ['bad', '强行闯入', '2 号门 · 2 分钟前'],
  ['warn', '开门超时', '1 号门 · 已 96 秒'],
  ['off', '离线 2 天 4 时', '市电断，备电耗尽'],
  ['unknown', '未知', '从未上线'],
  ['busy', '升级中', '已传 64 %'],
  ['ok', '在线', '延迟 18 ms'],
  ['ok', '在线', '延迟 21 ms'],
  ['ok', '在线', '延迟 16 ms'],
  ['ok', '在线', '延迟 24 ms'],
  ['ok', '在线', '延迟 9 ms'],
  ['ok', '在线', '延迟 12 ms'],
]

export const samples = (count: number, from = 0): readonly Sample[] =>
  Array.from({ length: count }, (_, nth) => {
    const at = nth + from
    const [tone, word, note] = states[at % states.length] ?? ['ok', '在线', '']
    return {
      id: `d${at}`,
      name: names[at % names.length] ?? '',
      serial: `ACC24K7-${String(301 + at).padStart(4, '0')}`,
      tone,
      word,
      note,
      beats: Array.from({ length: 24 }, (__, hour) =>
        tone === 'off' ? null : (hour * 7 + at * 5) % 11 === 0 ? 160 : 24 + ((hour * 13 + at * 29) % 50),
      ),
      firmware: `v3.${4 - (at % 3)}.${(at * 7) % 30}`,
      seen: `${(at * 3) % 59} 秒前`,
      address: `10.5.${149 - (at % 90)}.${89 + (at % 100)}`,
      people: 1204 + at * 37,
      version: 1,
    }
  })
