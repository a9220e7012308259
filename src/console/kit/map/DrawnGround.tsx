/** The ground of a map without WebGL: coasts and lines of longitude and latitude, in SVG. */
import { useMemo } from 'react'
import { DrawnTiles } from './DrawnTiles.tsx'
import { graticuleOf } from './graticuleOf.ts'
import { useLand } from './useLand.ts'
import type { Land } from './landOf.ts'
import type { MapTiles } from './mapTiles.ts'
import { onScreen, tilePx, toPixel, type MapView } from './mercator.ts'
import './map.css'

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
