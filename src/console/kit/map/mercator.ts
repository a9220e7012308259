/** Web Mercator: degrees to pixels of a world that is 256 · 2^zoom pixels wide, and back. */
export type LngLat = { lng: number; lat: number }
export type Pixel = { x: number; y: number }

/** The visible part of a map; `left` and `top` are in pixels of the whole map at this zoom. */
export type MapView = { centre: LngLat; left: number; top: number; width: number; heightPx: number; zoom: number }

export const tilePx = 256
/** The highest latitude of Web Mercator maps; the projection grows to infinity towards the poles. */
const edgeLat = 85.0511

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

export const toPixel = ({ lng, lat }: LngLat, zoom: number): Pixel => {
  const world = tilePx * 2 ** zoom
  const sine = Math.sin((clamp(lat, -edgeLat, edgeLat) * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * world, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world }
}

export const toLngLat = ({ x, y }: Pixel, zoom: number): LngLat => {
  const world = tilePx * 2 ** zoom
  const north = Math.PI * (1 - (2 * y) / world)
  return {
    lng: clamp((x / world) * 360 - 180, -180, 180),
    lat: clamp((Math.atan(Math.sinh(north)) * 180) / Math.PI, -edgeLat, edgeLat),
  }
}

/** Metres per pixel at a latitude. */
export const metresPerPixel = (lat: number, zoom: number): number =>
  (40_075_016.686 * Math.cos((lat * Math.PI) / 180)) / (tilePx * 2 ** zoom)

/** A view of the given size that shows no more than the map from pole to pole. */
export function viewOf(centre: LngLat, zoom: number, width: number, heightPx: number): MapView {
  const world = tilePx * 2 ** zoom
  const { x, y } = toPixel(centre, zoom)
  const middle = heightPx >= world ? world / 2 : clamp(y, heightPx / 2, world - heightPx / 2)
  return {
    centre: toLngLat({ x, y: middle }, zoom),
    ...{ left: x - width / 2, top: middle - heightPx / 2, width, heightPx, zoom },
  }
}

export const onScreen = ({ left, top, zoom }: MapView, at: LngLat): Pixel => {
  const { x, y } = toPixel(at, zoom)
  return { x: x - left, y: y - top }
}

/** The centre and the highest whole zoom at which all positions are visible with a margin, at most `highest`. */
export function fitted(
  places: readonly LngLat[],
  { width, heightPx }: { width: number; heightPx: number },
  { marginPx, highest }: { marginPx: number; highest: number },
): { centre: LngLat; zoom: number } | null {
  if (places.length === 0) return null
  const pixels = places.map(place => toPixel(place, 0))
  const [xs, ys] = [pixels.map(({ x }) => x), pixels.map(({ y }) => y)]
  const [west, east] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))]
  const [north, south] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))]
  const room = Math.min(
    Math.max(1, width - 2 * marginPx) / Math.max(1e-9, east - west),
    Math.max(1, heightPx - 2 * marginPx) / Math.max(1e-9, south - north),
  )
  return {
    centre: toLngLat({ x: (west + east) / 2, y: (north + south) / 2 }, 0),
    zoom: clamp(Math.floor(Math.log2(room)), 0, highest),
  }
}
