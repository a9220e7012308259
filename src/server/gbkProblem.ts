/** Why a display cannot show a text: a character that GBK does not have. */
import { notInGbk } from '#base/gbk.ts'
import type { Text } from '#base/text.ts'

export function gbkProblem(text: string): Text | null {
  const odd = notInGbk(text)
  return odd === null ? null : [`显示屏没有“${odd}”这个字`, `A display has no character "${odd}"`]
}
