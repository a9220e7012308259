/** The ground of a map in WebGL (MapLibre): tiles, or coasts with lines of longitude and latitude. It is loaded where a browser has WebGL. */
import { useEffect, useRef } from 'react'
import { addProtocol, Map as GlMap, setWorkerUrl, type GeoJSONSource, type StyleSpecification } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useTheme, type Theme } from '#console/kit/theme.ts'
import { graticuleOf } from './graticuleOf.ts'
import { useLand } from './useLand.ts'
import type { Land } from './landOf.ts'
import type { GroundProps } from './DrawnGround.tsx'
import type { MapTiles } from './mapTiles.ts'
import { tilePx, type MapView } from './mercator.ts'

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

/** Tiles need the token of the session, so the page fetches them: `tiles://4/13/6`. */
let shownTiles: MapTiles | null | undefined
addProtocol('tiles', async ({ url }, { signal }) => {
  if (!shownTiles) throw new Error('no tiles are shown')
  return { data: await (await shownTiles.load(url.slice('tiles://'.length), signal)).arrayBuffer() }
})

/** MapLibre draws with colours, not with variables of the page. */
function styleOf(tiles: MapTiles | null | undefined, theme: Theme): StyleSpecification {
  const tokens = getComputedStyle(document.documentElement)
  const colour = (token: string): string => tokens.getPropertyValue(`--${token}`).trim()
  const sea = { id: 'sea', type: 'background', paint: { 'background-color': colour('sunken') } } as const
  if (tiles)
    return {
      version: 8,
      sources: { tiles: { type: 'raster', tiles: ['tiles://{z}/{x}/{y}'], tileSize: tilePx, maxzoom: 18 } },
      layers: [
        sea,
        {
          ...{ id: 'tiles', type: 'raster', source: 'tiles' },
          paint: theme === 'dark' ? { 'raster-brightness-max': 0.72, 'raster-saturation': -0.3 } : {},
        },
      ],
    }
  return {
    version: 8,
    sources: { land: { type: 'geojson', data: NOTHING as never }, grid: { type: 'geojson', data: NOTHING as never } },
    layers: [
      sea,
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour('mute-soft') } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colour('edge'), 'line-width': 1 } },
      { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': colour('line'), 'line-width': 1 } },
    ],
  }
}

/** Its zoom 0 is a world of 512 px, ours of 256 px. */
const cameraOf = ({ centre, zoom }: MapView) => ({ center: centre, zoom: zoom - 1 })

export default function GlGround({ view, tiles, onMissing, onBroken }: GroundProps & { onBroken: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<GlMap>(undefined)
  const theme = useTheme()
  const land = useLand(view.zoom, !tiles)
  const shapes = useRef<{ land: Shape; grid: Shape }>({ land: NOTHING, grid: NOTHING })
  const shown = useRef({ view, onBroken, onMissing })
  shown.current = { view, onBroken, onMissing }

  const fill = (): void => {
    for (const name of ['land', 'grid'] as const)
      map.current?.getSource<GeoJSONSource>(name)?.setData(shapes.current[name])
  }
  useEffect(() => {
    shownTiles = tiles
    let made: GlMap
    try {
      made = new GlMap({
        container: box.current!,
        style: styleOf(tiles, theme),
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
    made.on('error', () => shown.current.onMissing())
    made.getCanvas().addEventListener('webglcontextlost', () => shown.current.onBroken())
    return () => {
      map.current = undefined
      made.remove()
    }
  }, [theme, tiles])
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
