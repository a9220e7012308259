/**
 * GCJ-02, the shifted coordinates of Chinese map providers. Rows have WGS-84; only what is drawn over such tiles is
 * converted, and what is picked on them is converted back.
 */
import type { LngLat } from './mercator.ts'

/** The ellipsoid of Krasovsky 1940, in metres, and the square of its eccentricity. */
const [A, EE] = [6_378_245, 0.00669342162296594323]
const { PI, abs, cos, sin, sqrt } = Math

/** The rectangle in which the published conversion shifts; it is not the border of a state. */
const isShifted = ({ lng, lat }: LngLat): boolean => lng > 72.004 && lng < 137.8347 && lat > 0.8293 && lat < 55.8271

const waves = (x: number): number => ((20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * 2) / 3
function shiftOf({ lng, lat }: LngLat): LngLat {
  const [x, y] = [lng - 105, lat - 35]
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * sqrt(abs(x)) +
    waves(x) +
    ((20 * sin(y * PI) + 40 * sin((y / 3) * PI)) * 2) / 3 +
    ((160 * sin((y / 12) * PI) + 320 * sin((y * PI) / 30)) * 2) / 3
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * sqrt(abs(x)) +
    waves(x) +
    ((20 * sin(x * PI) + 40 * sin((x / 3) * PI)) * 2) / 3 +
    ((150 * sin((x / 12) * PI) + 300 * sin((x / 30) * PI)) * 2) / 3
  const radians = (lat / 180) * PI
  const magic = 1 - EE * sin(radians) ** 2
  return {
    lng: (east * 180) / ((A / sqrt(magic)) * cos(radians) * PI),
    lat: (north * 180) / (((A * (1 - EE)) / (magic * sqrt(magic))) * PI),
  }
}

export function toGcj02(at: LngLat): LngLat {
  if (!isShifted(at)) return at
  const shift = shiftOf(at)
  return { lng: at.lng + shift.lng, lat: at.lat + shift.lat }
}

/** The position whose shifted one is `shown`, to a millimetre. */
export function fromGcj02(shown: LngLat): LngLat {
  let at = shown
  for (let round = 0; round < 8; round += 1) {
    const there = toGcj02(at)
    at = { lng: at.lng + shown.lng - there.lng, lat: at.lat + shown.lat - there.lat }
  }
  return at
}
