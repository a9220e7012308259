/** The ground of a map without WebGL: coasts, lines of longitude and latitude, and the capitals of the provinces, in SVG. */
import { useMemo } from 'react'
import { useTranslate } from '#console/kit/language.tsx'
import { cities } from './cities.ts'
import { DrawnTiles } from './DrawnTiles.tsx'
import { graticuleOf } from './graticuleOf.ts'
import { useLand } from './useLand.ts'
import type { Land } from './landOf.ts'
import type { MapTiles } from './mapTiles.ts'
import { onScreen, tilePx, toPixel, type MapView } from './mercator.ts'
import { placedNames, type Named } from './placedNames.ts'
import './map.css'

/** The zoom from which the capitals are named. */
const NAMED_ZOOM = 4

/** One path for all land, in pixels of the world at zoom 0. */
const pathOf = (land: Land): string =>
  land
    .flat()
    .map(
      ring =>
        `M${ring
          .map(([lng, lat]) => {
            const { x, y } = toPixel({ lng, lat }, 0)
            return `${x.toFixed(4)} ${y.toFixed(4)}`
          })
          .join('L')}Z`,
    )
    .join('')

const Coasts = ({ view }: { view: MapView }) => {
  const land = useLand(view.zoom, true)
  const path = useMemo(() => land && pathOf(land), [land])
  if (!path) return null
  const scale = 2 ** view.zoom
  // East and west of the world it is repeated, so that the map has no edge there.
  const worlds = [-1, 0, 1].filter(
    nth => (nth + 1) * tilePx * scale > view.left && nth * tilePx * scale < view.left + view.width,
  )
  return worlds.map(nth => (
    <path
      key={nth}
      className="map-land"
      d={path}
      transform={`translate(${nth * tilePx * scale - view.left} ${-view.top}) scale(${scale})`}
    />
  ))
}

const Graticule = ({ view }: { view: MapView }) => {
  const { lngs, lats } = graticuleOf(view)
  return (
    <>
      {lngs.map(lng => {
        const { x } = onScreen(view, { lng, lat: view.centre.lat })
        return <line key={`lng ${lng}`} className="map-grid" x1={x} x2={x} y1={0} y2={view.heightPx} />
      })}
      {lats.map(lat => {
        const { y } = onScreen(view, { lng: view.centre.lng, lat })
        return <line key={`lat ${lat}`} className="map-grid" x1={0} x2={view.width} y1={y} y2={y} />
      })}
    </>
  )
}

/** The degrees at the ends of the lines, over any ground that draws them. */
export const Degrees = ({ view }: { view: MapView }) => {
  const { lngs, lats } = graticuleOf(view)
  return (
    <>
      {lngs.map(lng => (
        <text
          key={`lng ${lng}`}
          className="map-degree"
          x={onScreen(view, { lng, lat: view.centre.lat }).x + 4}
          y={view.heightPx - 6}
        >
          {lng}°
        </text>
      ))}
      {lats.map(lat => (
        <text key={`lat ${lat}`} className="map-degree" x={6} y={onScreen(view, { lng: view.centre.lng, lat }).y - 4}>
          {lat}°
        </text>
      ))}
    </>
  )
}

/** The capitals within the view; `taken` are names that already have their place on the map. */
export const Capitals = ({ view, taken = [] }: { view: MapView; taken?: readonly Named[] }) => {
  const translate = useTranslate()
  const seen = cities
    .map(([zh, en, lng, lat]) => ({ key: en, name: translate([zh, en]), ...onScreen(view, { lng, lat }) }))
    .filter(({ x, y }) => x > -80 && y > -20 && x < view.width + 80 && y < view.heightPx + 20)
  const named = view.zoom >= NAMED_ZOOM ? placedNames([...taken, ...seen]) : []
  const others = new Set(taken.map(({ key }) => key))
  return (
    <>
      {seen.map(({ key, x, y }) => (
        <circle key={key} className="map-city" cx={x} cy={y} r={2.5} />
      ))}
      {named
        .filter(({ key }) => !others.has(key))
        .map(({ key, name, x, y, anchor }) => (
          <text key={key} className="map-name" x={anchor === 'start' ? x + 6 : x - 6} y={y + 4} textAnchor={anchor}>
            {name}
          </text>
        ))}
    </>
  )
}

export type GroundProps = { view: MapView; tiles?: MapTiles | null | undefined; onMissing: () => void }
export const DrawnGround = ({ view, tiles, onMissing }: GroundProps) =>
  tiles ? (
    <DrawnTiles view={view} tiles={tiles} onMissing={onMissing} />
  ) : (
    <svg className="map-drawing" width={view.width} height={view.heightPx} aria-hidden="true">
      <Coasts view={view} />
      <Graticule view={view} />
    </svg>
  )
