/** What is written on a map: the names of its points, and without tiles the degrees and the capitals of the provinces. */
import { useTranslate } from '#console/kit/language.tsx'
import { cities } from './cities.ts'
import { graticuleOf } from './graticuleOf.ts'
import { onScreen, type MapView } from './mercator.ts'
import { placedNames, type Named } from './placedNames.ts'
import './map.css'

/** The zoom from which the capitals are named. */
const NAMED_ZOOM = 4
const CITY_GAP_PX = 6
const none: readonly Named[] = []

type Degree = { key: string; name: string; x: number; y: number }
const degreesOf = (view: MapView): Degree[] => {
  const { lngs, lats } = graticuleOf(view)
  return [
    ...lngs.map(lng => ({
      key: `lng ${lng}`,
      name: `${lng}°`,
      x: onScreen(view, { lng, lat: view.centre.lat }).x + 4,
      y: view.heightPx - 6,
    })),
    ...lats.map(lat => ({
      key: `lat ${lat}`,
      name: `${lat}°`,
      x: 6,
      y: onScreen(view, { lng: view.centre.lng, lat }).y - 4,
    })),
  ]
}

/** `points` are the map's own, named before the capitals; `plain`: nothing else says where it is. */
export const MapNames = ({
  view,
  points = none,
  plain,
}: {
  view: MapView
  points?: readonly Named[]
  plain: boolean
}) => {
  const translate = useTranslate()
  const degrees = plain ? degreesOf(view) : []
  const capitals = plain
    ? cities
        .map(([zh, en, lng, lat]) => ({ key: en, name: translate([zh, en]), ...onScreen(view, { lng, lat }) }))
        .filter(({ x, y }) => x > -80 && y > -20 && x < view.width + 80 && y < view.heightPx + 20)
    : []
  const own = new Set(points.map(({ key }) => key))
  // All at once: where a name of the map's own goes depends on the marks of the capitals, and theirs on it.
  const named = placedNames(view.zoom >= NAMED_ZOOM ? [...points, ...capitals] : points, degrees)
  return (
    <>
      {degrees.map(({ key, name, x, y }) => (
        <text key={key} className="map-degree" x={x} y={y}>
          {name}
        </text>
      ))}
      {capitals.map(({ key, x, y }) => (
        <circle key={key} className="map-city" cx={x} cy={y} r={2.5} />
      ))}
      {named.map(({ key, name, x, y, anchor, gapPx = CITY_GAP_PX }) => (
        <text
          key={key}
          className="map-name"
          data-own={own.has(key) ? '' : undefined}
          x={anchor === 'start' ? x + gapPx : x - gapPx}
          y={y + 4}
          textAnchor={anchor}
        >
          {name}
        </text>
      ))}
    </>
  )
}
