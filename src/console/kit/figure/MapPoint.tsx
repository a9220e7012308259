/** Sets a point on a map. Without a tile server the background is a grid of degrees with the cities. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Minus, Plus } from 'lucide-react'
import { cities } from '#console/kit/figure/cities.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { placedNames } from '#console/kit/figure/placedNames.ts'
import { metresPerPixel, tilePx, toLngLat, toPixel, type LngLat } from '#console/kit/figure/mercator.ts'
import './MapPoint.css'

export type MapPointProps = {
  label: Words
  value: LngLat | undefined
  onChange: (value: LngLat) => void
  disabled?: boolean
  /** The URL template of the tiles, such as `/tiles/{z}/{x}/{y}.png`. */
  tiles?: string
  heightPx?: number
}

const start: LngLat = { lng: 113.5, lat: 30 }
const [lowest, highest] = [2, 18]
const pressPx = 4
const arrowPx = 8

/** Six decimal places of a degree are about a decimetre. */
const rounded = (at: LngLat): LngLat => ({ lng: Math.round(at.lng * 1e6) / 1e6, lat: Math.round(at.lat * 1e6) / 1e6 })

/** The largest of 1, 2, 5 × 10ⁿ metres that is no wider than `mostPx`. */
const scaleOf = (perPixel: number, mostPx: number): { metres: number; px: number } => {
  const power = 10 ** Math.floor(Math.log10(perPixel * mostPx))
  const metres = [5, 2, 1].map(step => step * power).find(one => one <= perPixel * mostPx) ?? power
  return { metres, px: metres / perPixel }
}

/** The visible part of the map; `left` and `top` are in pixels of the whole map at this zoom. */
type MapView = { left: number; top: number; width: number; heightPx: number; zoom: number }
type Pixel = { x: number; y: number }

const tileRange = (from: number, size: number): readonly number[] =>
  Array.from(
    { length: Math.floor((from + size) / tilePx) - Math.floor(from / tilePx) + 1 },
    (_, nth) => Math.floor(from / tilePx) + nth,
  )
const MapTiles = ({ left, top, width, heightPx, zoom, tiles }: MapView & { tiles: string }) => (
  <>
    {tileRange(left, width).flatMap(x =>
      tileRange(top, heightPx).map(y => (
        <img
          key={`${zoom} ${x} ${y}`}
          className="map-point-tile"
          alt=""
          draggable={false}
          src={tiles.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y))}
          style={{ left: x * tilePx - left, top: y * tilePx - top }}
        />
      )),
    )}
  </>
)

const degrees = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
type MapGridProps = MapView & { centre: LngLat; onScreen: (at: LngLat) => Pixel }
const MapGrid = ({ left, top, width, heightPx, zoom, centre, onScreen }: MapGridProps) => {
  const from = toLngLat({ x: left, y: top }, zoom)
  const to = toLngLat({ x: left + width, y: top + heightPx }, zoom)
  const perDegree = (tilePx * 2 ** zoom) / 360
  const step = degrees.findLast(one => one * perDegree >= 56) ?? 30
  const lines = (low: number, high: number): readonly number[] =>
    Array.from({ length: Math.max(0, Math.floor(high / step) - Math.ceil(low / step) + 1) }, (_, nth) =>
      Number(((Math.ceil(low / step) + nth) * step).toFixed(4)),
    )
  return (
    <>
      {lines(from.lng, to.lng).map(lng => {
        const { x } = onScreen({ lng, lat: centre.lat })
        return (
          <g key={`lng ${lng}`}>
            <line className="map-point-grid" x1={x} x2={x} y1={0} y2={heightPx} />
            <text className="map-point-degree" x={x + 4} y={heightPx - 6}>
              {lng}°
            </text>
          </g>
        )
      })}
      {lines(to.lat, from.lat).map(lat => {
        const { y } = onScreen({ lng: centre.lng, lat })
        return (
          <g key={`lat ${lat}`}>
            <line className="map-point-grid" x1={0} x2={width} y1={y} y2={y} />
            <text className="map-point-degree" x={6} y={y - 4}>
              {lat}°
            </text>
          </g>
        )
      })}
    </>
  )
}

const MapPin = ({ x, y }: Pixel) => (
  <g className="map-point-pin" transform={`translate(${x} ${y})`}>
    <ellipse cx="0" cy="0" rx="5" ry="2" />
    <path d="M0 0C-7 -9 -10 -13 -10 -18A10 10 0 0 1 10 -18C10 -13 7 -9 0 0Z" />
    <circle cx="0" cy="-18" r="4" />
  </g>
)

const MapZoom = ({ zoom, onZoom }: { zoom: number; onZoom: (step: number) => void }) => (
  <span className="map-point-zoom">
    <IconButton
      icon={Plus}
      size="small"
      label={['放大', 'Zoom in']}
      disabled={zoom >= highest}
      onPress={() => onZoom(1)}
    />
    <IconButton
      icon={Minus}
      size="small"
      label={['缩小', 'Zoom out']}
      disabled={zoom <= lowest}
      onPress={() => onZoom(-1)}
    />
  </span>
)

export default function MapPoint({ label, value, onChange, disabled, tiles, heightPx = 240 }: MapPointProps) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(480)
  const [centre, setCentre] = useState<LngLat>(value ?? start)
  const [zoom, setZoom] = useState(value ? 11 : 4)
  const pull = useRef<{ x: number; y: number; from: LngLat; moved: boolean }>(undefined)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(Math.max(160, element.clientWidth)))
    observer.observe(element)
    // The wheel zooms only a focused map and otherwise scrolls the page. React's wheel listeners are passive and could
    // not prevent that.
    const onWheel = (event: WheelEvent): void => {
      if (document.activeElement === element) event.preventDefault()
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', onWheel)
    }
  }, [])

  const middle = toPixel(centre, zoom)
  const [left, top] = [middle.x - width / 2, middle.y - heightPx / 2]
  const onScreen = (at: LngLat): { x: number; y: number } => {
    const pixel = toPixel(at, zoom)
    return { x: pixel.x - left, y: pixel.y - top }
  }
  const at = (event: { clientX: number; clientY: number }): LngLat => {
    const place = box.current!.getBoundingClientRect()
    return toLngLat({ x: left + event.clientX - place.left, y: top + event.clientY - place.top }, zoom)
  }
  const zoomBy = (step: number): void => setZoom(now => Math.max(lowest, Math.min(highest, now + step)))
  const moveBy = (x: number, y: number): void => {
    const from = toPixel(value ?? centre, zoom)
    onChange(rounded(toLngLat({ x: from.x + x, y: from.y + y }, zoom)))
  }
  const onKey = (event: KeyboardEvent): void => {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => moveBy(-arrowPx, 0),
      ArrowRight: () => moveBy(arrowPx, 0),
      ArrowUp: () => moveBy(0, -arrowPx),
      ArrowDown: () => moveBy(0, arrowPx),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      Enter: () => {
        if (!value) onChange(rounded(centre))
      },
    }
    const act = keys[event.key]
    if (!act || disabled || event.target !== event.currentTarget) return
    event.preventDefault()
    act()
  }

  const view: MapView = { left, top, width, heightPx, zoom }
  const scale = scaleOf(metresPerPixel(centre.lat, zoom), 96)
  const pin = value && onScreen(value)
  const seen = tiles
    ? []
    : cities
        .map(([zh, en, lng, lat]) => ({ key: en, name: translate([zh, en]), ...onScreen({ lng, lat }) }))
        .filter(({ x, y }) => x > -80 && y > -20 && x < width + 80 && y < heightPx + 20)
  return (
    <div
      className="map-point"
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
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if ((event.target as Element).closest('button')) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pull.current = { x: event.clientX, y: event.clientY, from: centre, moved: false }
      }}
      onPointerMove={event => {
        const held = pull.current
        if (!held) return
        const [x, y] = [event.clientX - held.x, event.clientY - held.y]
        if (Math.hypot(x, y) > pressPx) held.moved = true
        if (!held.moved) return
        const from = toPixel(held.from, zoom)
        setCentre(toLngLat({ x: from.x - x, y: from.y - y }, zoom))
      }}
      onPointerUp={event => {
        const held = pull.current
        pull.current = undefined
        if (held && !held.moved && !disabled) onChange(rounded(at(event)))
      }}
      onWheel={event => {
        if (document.activeElement !== box.current) return
        const under = at(event)
        const next = Math.max(lowest, Math.min(highest, zoom + (event.deltaY < 0 ? 1 : -1)))
        if (next === zoom) return
        // The position under the pointer must stay there while zooming.
        const place = toPixel(under, next)
        const offset = onScreen(under)
        setZoom(next)
        setCentre(toLngLat({ x: place.x - offset.x + width / 2, y: place.y - offset.y + heightPx / 2 }, next))
      }}
    >
      {tiles && <MapTiles {...view} tiles={tiles} />}
      <svg width={width} height={heightPx} aria-hidden="true">
        {!tiles && <MapGrid {...view} centre={centre} onScreen={onScreen} />}
        {seen.map(({ key, x, y }) => (
          <circle key={key} className="map-point-city" cx={x} cy={y} r={2.5} />
        ))}
        {zoom >= 4 &&
          placedNames(seen).map(({ key, name, x, y, anchor }) => (
            <text
              key={key}
              className="map-point-name"
              x={anchor === 'start' ? x + 6 : x - 6}
              y={y + 4}
              textAnchor={anchor}
            >
              {name}
            </text>
          ))}
        {pin && <MapPin {...pin} />}
      </svg>
      <span className="map-point-scale">
        <i style={{ width: scale.px }} />
        {scale.metres >= 1000 ? `${scale.metres / 1000} km` : `${scale.metres} m`}
      </span>
      <MapZoom zoom={zoom} onZoom={zoomBy} />
    </div>
  )
}
