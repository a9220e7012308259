/** Sets a point on a map. */
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { DrawnGround } from './DrawnGround.tsx'
import { MapFurniture } from './MapFurniture.tsx'
import { MapNames } from './MapNames.tsx'
import { drawnAt, storedAt, TILES_MISSING, type MapTiles } from './mapTiles.ts'
import { onScreen, toLngLat, toPixel, type LngLat, type Pixel } from './mercator.ts'
import { useMapView } from './useMapView.ts'
import './map.css'

export type MapPointProps = {
  label: Words
  value: LngLat | undefined
  onChange: (value: LngLat) => void
  disabled?: boolean
  heightPx?: number
  tiles?: MapTiles | null | undefined
}

const CHINA: LngLat = { lng: 113.5, lat: 30 }
const ARROW_PX = 8
const [STORED_ZOOM, FOUND_ZOOM] = [11, 9]

/** Six decimal places of a degree are about a decimetre. */
const rounded = (at: LngLat): LngLat => ({ lng: Math.round(at.lng * 1e6) / 1e6, lat: Math.round(at.lat * 1e6) / 1e6 })

const MapPin = ({ x, y }: Pixel) => (
  <g className="map-pin" transform={`translate(${x} ${y})`}>
    <ellipse cx="0" cy="0" rx="5" ry="2" />
    <path d="M0 0C-7 -9 -10 -13 -10 -18A10 10 0 0 1 10 -18C10 -13 7 -9 0 0Z" />
    <circle cx="0" cy="-18" r="4" />
  </g>
)

export default function MapPoint({
  label,
  value: stored,
  onChange: store,
  disabled,
  heightPx = 240,
  tiles,
}: MapPointProps) {
  const translate = useTranslate()
  const [missing, setMissing] = useState(false)
  const value = stored && drawnAt(tiles, stored)
  const onChange = (at: LngLat): void => store(rounded(storedAt(tiles, at)))
  const { box, view, show, zoomBy, listeners } = useMapView(
    { centre: value ?? CHINA, zoom: value ? STORED_ZOOM : 4 },
    at => {
      if (!disabled) onChange(at)
    },
  )
  const pin = value && onScreen(view, value)
  const seen = pin && pin.x >= 0 && pin.y >= 0 && pin.x <= view.width && pin.y <= view.heightPx
  // About the point that is set, which would otherwise leave the map at the second step.
  const zoom = (step: number): void => zoomBy(step, seen ? value : undefined)
  // Coordinates that were typed may be anywhere: the map moves to their point.
  useEffect(() => {
    if (value && !seen) show(value, Math.max(view.zoom, FOUND_ZOOM))
  }, [value?.lng, value?.lat])
  const moveBy = (x: number, y: number): void => {
    const from = toPixel(value ?? view.centre, view.zoom)
    onChange(toLngLat({ x: from.x + x, y: from.y + y }, view.zoom))
  }
  const onKey = (event: KeyboardEvent): void => {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => moveBy(-ARROW_PX, 0),
      ArrowRight: () => moveBy(ARROW_PX, 0),
      ArrowUp: () => moveBy(0, -ARROW_PX),
      ArrowDown: () => moveBy(0, ARROW_PX),
      '+': () => zoom(1),
      '=': () => zoom(1),
      '-': () => zoom(-1),
      Enter: () => {
        if (!value) onChange(view.centre)
      },
    }
    const act = keys[event.key]
    if (!act || disabled || event.target !== event.currentTarget) return
    event.preventDefault()
    act()
  }
  return (
    <div
      className="map"
      data-picks=""
      ref={box}
      style={{ height: heightPx }}
      role="application"
      aria-label={translate(label)}
      aria-description={translate([
        '点击放置，方向键移动，加减键缩放',
        'Click to set the point; arrow keys move it, + and - zoom',
      ])}
      tabIndex={0}
      data-disabled={disabled || undefined}
      onKeyDown={onKey}
      {...listeners}
    >
      <DrawnGround view={view} tiles={tiles} onMissing={() => setMissing(true)} />
      <svg className="map-drawing" width={view.width} height={view.heightPx} aria-hidden="true">
        {!tiles && <MapNames view={view} plain />}
        {pin && <MapPin {...pin} />}
      </svg>
      <MapFurniture
        view={view}
        onZoom={zoom}
        attribution={tiles && missing ? `${tiles.attribution} · ${translate(TILES_MISSING)}` : tiles?.attribution}
      />
    </div>
  )
}
