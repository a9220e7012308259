/** The lines of longitude and latitude across a view, as far apart as its zoom allows. */
import { tilePx, toLngLat, type MapView } from './mercator.ts'

const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
const LEAST_PX = 56

/** Degrees of both kinds of lines. */
export function graticuleOf({ left, top, width, heightPx, zoom }: MapView): { lngs: number[]; lats: number[] } {
  const from = toLngLat({ x: left, y: top }, zoom)
  const to = toLngLat({ x: left + width, y: top + heightPx }, zoom)
  const perDegree = (tilePx * 2 ** zoom) / 360
  const step = STEPS.findLast(one => one * perDegree >= LEAST_PX) ?? 30
  const lines = (low: number, high: number): number[] =>
    Array.from({ length: Math.max(0, Math.floor(high / step) - Math.ceil(low / step) + 1) }, (_, nth) =>
      Number(((Math.ceil(low / step) + nth) * step).toFixed(4)),
    )
  return { lngs: lines(from.lng, to.lng), lats: lines(to.lat, from.lat) }
}
