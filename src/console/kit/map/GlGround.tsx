/** The ground of a map in WebGL (MapLibre): coasts, and lines of longitude and latitude. It is loaded where a browser has WebGL. */
import { useEffect, useRef } from 'react'
import { Map as GlMap, setWorkerUrl, type GeoJSONSource, type StyleSpecification } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useTheme } from '#console/kit/theme.ts'
import { graticuleOf } from './graticuleOf.ts'
import { useLand } from './useLand.ts'
import type { Land } from './landOf.ts'
import type { MapView } from './mercator.ts'

// The worker is a file of our own origin: the Content-Security-Policy allows no other.
setWorkerUrl(new URL(workerUrl, location.href).href)

type Shape = Parameters<GeoJSONSource['setData']>[0]
const NOTHING: Shape = { type: 'FeatureCollection', features: [] }
const landShape = (land: Land | undefined): Shape =>
  land
    ? { type: 'MultiPolygon', coordinates: land.map(rings => rings.map(ring => ring.map(([lng, lat]) => [lng, lat]))) }
    : NOTHING
const gridShape = (view: MapView): Shape => {
  const { lngs, lats } = graticuleOf(view)
  return {
    type: 'MultiLineString',
    coordinates: [
      ...lngs.map(lng => [-85, 85].map(lat => [lng, lat])),
      ...lats.map(lat => [-180, 180].map(lng => [lng, lat])),
    ],
  }
}

/** MapLibre draws with colours, not with variables of the page. */
function styleOf(): StyleSpecification {
  const tokens = getComputedStyle(document.documentElement)
  const colour = (token: string): string => tokens.getPropertyValue(`--${token}`).trim()
  return {
    version: 8,
    sources: { land: { type: 'geojson', data: NOTHING as never }, grid: { type: 'geojson', data: NOTHING as never } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colour('sunken') } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour('mute-soft') } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colour('edge'), 'line-width': 1 } },
      { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': colour('line'), 'line-width': 1 } },
    ],
  }
}

/** Its zoom 0 is a world of 512 px, ours of 256 px. */
const cameraOf = ({ centre, zoom }: MapView) => ({ center: centre, zoom: zoom - 1 })

export default function GlGround({ view, onBroken }: { view: MapView; onBroken: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<GlMap>(undefined)
  const theme = useTheme()
  const land = useLand(view.zoom, true)
  const shapes = useRef<{ land: Shape; grid: Shape }>({ land: NOTHING, grid: NOTHING })
  const shown = useRef({ view, onBroken })
  shown.current = { view, onBroken }

  const fill = (): void => {
    for (const name of ['land', 'grid'] as const)
      map.current?.getSource<GeoJSONSource>(name)?.setData(shapes.current[name])
  }
  useEffect(() => {
    let made: GlMap
    try {
      made = new GlMap({
        container: box.current!,
        style: styleOf(),
        ...cameraOf(shown.current.view),
        interactive: false,
        attributionControl: false,
        fadeDuration: 0,
      })
    } catch {
      shown.current.onBroken()
      return
    }
    map.current = made
    made.on('style.load', fill)
    made.getCanvas().addEventListener('webglcontextlost', () => shown.current.onBroken())
    return () => {
      map.current = undefined
      made.remove()
    }
  }, [theme])
  useEffect(() => {
    shapes.current.land = landShape(land)
    fill()
  }, [land])
  const { left, top, width, heightPx, zoom } = view
  useEffect(() => {
    map.current?.jumpTo(cameraOf(view))
    shapes.current.grid = gridShape(view)
    fill()
  }, [left, top, width, heightPx, zoom])
  return <div ref={box} className="map-gl" aria-hidden="true" />
}
