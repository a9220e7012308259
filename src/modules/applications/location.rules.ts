/** Which kind of location may be inside of which: each is smaller than the one above it; levels between may be missing. */
import type { Text } from '#base/text.ts'
import { LOCATION_KINDS } from './location.noun.ts'

const LEAF = LOCATION_KINDS.room[0]
/** 1 is the widest. Rooms, parking spaces and passages are on one level. */
const rankOf = (kind: number): number => Math.min(kind, LEAF)
const labelOf = (kind: number): Text => {
  const [, zh, en] = Object.values(LOCATION_KINDS).find(([wire]) => wire === kind)!
  return [zh, en]
}

export const fitsInside = (kind: number, above: number): boolean => rankOf(kind) > rankOf(above)

/** Why a location of `kind` cannot be in one of `above`. */
export function misplaced(kind: number, above: number): Text {
  const [[zh, en], [aboveZh, aboveEn]] = [labelOf(kind), labelOf(above)]
  return [
    `${zh}不能放在${aboveZh}内，顺序为区域、楼栋、单元、楼层、房间（车位、通道）`,
    `A ${en.toLowerCase()} cannot be in a ${aboveEn.toLowerCase()}; the order is area, building, unit, floor, room (parking space, passage)`,
  ]
}
