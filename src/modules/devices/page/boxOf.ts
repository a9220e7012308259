/** The place of what was found in a picture, as devices state it: four numbers in thousandths. */

/** In percent of the picture. */
export interface FoundBox {
  left: number
  top: number
  width: number
  height: number
}

/** Undefined for anything else, and for a place outside of the picture. */
export function boxOf(stated: unknown): FoundBox | undefined {
  if (typeof stated !== 'string' || !/^\d{1,4}(,\d{1,4}){3}$/.test(stated)) return undefined
  const [left, top, width, height] = stated.split(',').map(one => Number(one) / 10) as [number, number, number, number]
  return width > 0 && height > 0 && left + width <= 100 && top + height <= 100
    ? { left, top, width, height }
    : undefined
}
