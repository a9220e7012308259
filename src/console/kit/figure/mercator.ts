/** Web Mercator: degrees to pixels of a world that is 256 · 2^zoom pixels wide, and back. */
export type LngLat = { lng: number; lat: number }
export type Pixel = { x: number; y: number }

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
