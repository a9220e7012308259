/** Commands and programmes in the frames of boards: voice, lines for a while, lines that stay, and the clock. */
import { notInGbk, toGbk } from '#base/gbk.ts'
import type { Text } from '#base/text.ts'
import { localMinute, showInstant } from '#base/zonedTime.ts'
import { SINGLE_PACKET, DATA_MAX, type BoardFrame } from './frame.ts'

/** A line as the platform sends it; the numbers of colours and motions are those of the class. */
export interface OrderLine {
  text: string
  color?: number | null
  mode?: number | null
  seconds?: number | null
}
/** Why a board cannot do it, with the code in its answer. */
export interface Impossible {
  code: number
  text: Text
}

const COMMAND = { clock: 0x05, voice: 0x30, passing: 0x6e, staying: 0x6f } as const
const SPEAK_GBK = 0x01
/** Red, green, blue, and one byte that is not used. */
const RGB: Record<number, readonly number[]> = { 1: [255, 0, 0, 0], 2: [0, 255, 0, 0], 3: [255, 255, 0, 0] }
/** The board's numbers of the motions 静止, 左移, 上移, 闪烁. */
const MOTION: Record<number, number> = { 0: 0x00, 1: 0x15, 2: 0x17, 3: 0x1e }
const SPEED = 1
const FOREVER = 0
const VOICE = 0x0a
const BETWEEN = 0x0d
const LAST = 0x00
const SECONDS_MAX = 255

export const isImpossible = (one: object): one is Impossible => 'text' in one && 'code' in one

const frameOf = (command: number, data: readonly number[]): BoardFrame | Impossible =>
  data.length > DATA_MAX
    ? {
        code: 4130,
        text: [
          `内容过长：一帧最多 ${DATA_MAX} 字节，这里有 ${data.length} 字节`,
          `Too long: a frame holds ${DATA_MAX} bytes, and this is ${data.length}`,
        ],
      }
    : { packet: SINGLE_PACKET, command, data: Uint8Array.from(data) }

/** Characters that boards do not have are refused, never replaced. */
function odd(texts: readonly string[]): Impossible | null {
  const one = notInGbk(texts.join(''))
  return one === null ? null : { code: 4150, text: [`显示屏没有“${one}”这个字`, `A display has no character "${one}"`] }
}

export function writeVoice(text: string): BoardFrame | Impossible {
  return odd([text]) ?? frameOf(COMMAND.voice, [SPEAK_GBK, ...toGbk(text)])
}

/**
 * Lines with a voice. Passing ones are shown for their seconds, then the board returns to those that stay; a voice is
 * spoken once. Each line is `LID DM DS DT DR TC(4) TL TEXT`, the line ends with 0D, the last with 00.
 */
export function writeLines(
  lines: readonly OrderLine[],
  { stay, voice = '' }: { stay: boolean; voice?: string | null },
): BoardFrame | Impossible {
  const wrong = odd([...lines.map(line => line.text), voice ?? ''])
  if (wrong) return wrong
  const data = [stay ? 1 : 0, lines.length]
  for (const [at, { text, color, mode, seconds }] of lines.entries()) {
    const bytes = toGbk(text)
    const dwell = Math.min(SECONDS_MAX, seconds ?? FOREVER)
    data.push(
      at,
      MOTION[mode ?? 0] ?? 0,
      SPEED,
      dwell,
      FOREVER,
      ...(RGB[color ?? 1] ?? RGB[1]!),
      bytes.length,
      ...bytes,
    )
    data.push(at === lines.length - 1 ? LAST : BETWEEN)
  }
  const spoken = toGbk(voice ?? '')
  if (spoken.length) data.push(VOICE, spoken.length, ...spoken, LAST)
  return frameOf(stay ? COMMAND.staying : COMMAND.passing, data)
}

type Clock = [year: number, month: number, day: number, hour: number, minute: number, second: number]
/** Year (low byte first), month, day, weekday from Monday 1, hour, minute, second, in the zone of the board. */
export function writeClock(at: Date, zone: string): BoardFrame {
  const [year, month, day, hour, minute, second] = showInstant(at, zone).match(/\d+/g)!.map(Number) as Clock
  const { weekday } = localMinute(at, zone)
  const data = Uint8Array.from([year & 0xff, year >> 8, month, day, weekday, hour, minute, second])
  return { packet: SINGLE_PACKET, command: COMMAND.clock, data }
}

/** The board's result of a frame: its first byte, 0 for done. */
export const resultOf = ({ data }: BoardFrame): number => data[0] ?? 0
