/** A map of points by state. Points that are too near to each other are one mark, which opens when pressed. */
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Maximize } from 'lucide-react'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import { clusters, type Cluster } from './clusters.ts'
import { hasWebGl, MapGround } from './MapGround.tsx'
import { drawnAt, TILES_MISSING, type MapTiles } from './mapTiles.ts'
import { MapFurniture } from './MapFurniture.tsx'
import { MapNames } from './MapNames.tsx'
import { fitted, onScreen, type LngLat, type MapView } from './mercator.ts'
import { useMapView } from './useMapView.ts'
import './map.css'

const POINT_STATES = ['down', 'part', 'ok', 'none'] as const
export type PointState = (typeof POINT_STATES)[number]
export interface MapPlace {
  id: string
  name: string
  at: LngLat
  state: PointState
  /** What the state means here, read with the name. */
  note: Words
  href: string
}

const CHINA: { centre: LngLat; zoom: number } = { centre: { lng: 104, lat: 35 }, zoom: 4 }
const RADIUS_PX = 40
const MARGIN_PX = 56
const ARROW_PX = 64
const NAME_GAP_PX = 11
/** Half the width of a mark of one point, and of several. */
const [ONE_PX, MANY_PX] = [8, 18]
/** The highest zoom: it separates two places in one street. */
const NEAREST = 15
/** Nearer, there is neither a coast nor a capital to say where a place is. */
const RECOGNISABLE = 8
/** A mark of more points than this shows only its number. */
const NAMED_MARKS = 60

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-ARROW_PX, 0],
  ArrowRight: [ARROW_PX, 0],
  ArrowUp: [0, -ARROW_PX],
  ArrowDown: [0, ARROW_PX],
}

/** The states of a mark's points as a ring, worst first. */
const ringOf = (points: readonly MapPlace[]): CSSProperties => {
  const share = (...states: PointState[]): string =>
    `${(points.filter(({ state }) => states.includes(state)).length / points.length) * 100}%`
  return {
    '--down': share('down'),
    '--part': share('down', 'part'),
    '--ok': share('down', 'part', 'ok'),
  } as CSSProperties
}

const Mark = ({ cluster, view, onOpen }: { cluster: Cluster<MapPlace>; view: MapView; onOpen: () => void }) => {
  const translate = useTranslate()
  const { x, y } = onScreen(view, cluster.at)
  const style = { transform: `translate(${x}px, ${y}px)` }
  const { points } = cluster
  const [only] = points
  // The list beside the map has the same points and is where the keyboard goes.
  if (points.length === 1)
    return (
      <a
        className="map-mark"
        data-state={only!.state}
        style={style}
        href={only!.href}
        onClick={followLink}
        tabIndex={-1}
        data-tip={`${only!.name} · ${translate(only!.note)}`}
        aria-label={`${only!.name} · ${translate(only!.note)}`}
      >
        <i />
      </a>
    )
  return (
    <button
      type="button"
      className="map-mark"
      data-many=""
      style={{ ...style, ...ringOf(points) }}
      tabIndex={-1}
      onClick={onOpen}
      aria-label={translate([`此处 ${points.length} 处，放大查看`, `${points.length} here, zoom in`])}
    >
      <i>{points.length}</i>
    </button>
  )
}

/** Points in one place, which no zoom separates, by name. */
const Together = ({ points, onClose }: { points: readonly MapPlace[]; onClose: () => void }) => {
  const translate = useTranslate()
  return (
    <div className="map-together" role="group" aria-label={translate(['同一位置', 'In one place'])}>
      {points.map(point => (
        <a key={point.id} href={point.href} onClick={followLink}>
          <i className="map-dot" data-state={point.state} />
          <b>{point.name}</b>
          <small>{translate(point.note)}</small>
        </a>
      ))}
      <button type="button" onClick={onClose}>
        {translate(['收起', 'Close'])}
      </button>
    </div>
  )
}

export interface PointMapProps {
  label: Words
  points: readonly MapPlace[]
  /** The words for the states, shown as the legend. */
  states: Readonly<Record<PointState, Words>>
  tiles?: MapTiles | null | undefined
}

export default function PointMap({ label, points: stored, states, tiles }: PointMapProps) {
  const translate = useTranslate()
  const { box, view, show, zoomBy, moveBy, listeners } = useMapView(CHINA)
  const [drawn, setDrawn] = useState(!hasWebGl())
  const [missing, setMissing] = useState(false)
  const points = useMemo(() => stored.map(point => ({ ...point, at: drawnAt(tiles, point.at) })), [stored, tiles])
  const [together, setTogether] = useState<readonly MapPlace[]>()
  const marks = useMemo(() => clusters(points, view.zoom, RADIUS_PX), [points, view.zoom])
  const seen = marks.filter(({ at }) => {
    const { x, y } = onScreen(view, at)
    return x > -RADIUS_PX && y > -RADIUS_PX && x < view.width + RADIUS_PX && y < view.heightPx + RADIUS_PX
  })
  const spots = seen.map(({ at, points: own }) => ({
    key: own[0]!.id,
    name: own.length === 1 && seen.length <= NAMED_MARKS ? own[0]!.name : '',
    gapPx: NAME_GAP_PX,
    reachPx: own.length === 1 ? ONE_PX : MANY_PX,
    ...onScreen(view, at),
  }))
  const showAll = (): void => {
    const whole = fitted(
      points.map(({ at }) => at),
      view,
      { marginPx: MARGIN_PX, highest: tiles ? NEAREST : RECOGNISABLE },
    )
    if (whole) show(whole.centre, whole.zoom)
  }
  // Once there is something to show, and again when its extent changes, but not with every new figure.
  const extent = points.map(({ id }) => id).join(' ')
  const ready = useRef('')
  useEffect(() => {
    const now = `${extent} ${view.width}`
    if (!extent || ready.current === now) return
    ready.current = now
    showAll()
  }, [extent, view.width])
  const open = (cluster: Cluster<MapPlace>): void => {
    const nearer = fitted(
      cluster.points.map(({ at }) => at),
      view,
      { marginPx: MARGIN_PX, highest: NEAREST },
    )
    if (nearer && nearer.zoom > view.zoom) show(nearer.centre, nearer.zoom)
    else setTogether(cluster.points)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const arrow = ARROWS[event.key]
    if (arrow) moveBy(...arrow)
    else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else return
    event.preventDefault()
  }
  return (
    <div className="map-frame">
      <div
        ref={box}
        className="map"
        role="application"
        aria-label={translate(label)}
        aria-description={translate([
          '方向键移动，加减键缩放；列表中有同样的点',
          'Arrow keys move it, + and - zoom; the list has the same points',
        ])}
        tabIndex={0}
        onKeyDown={onKey}
        {...listeners}
      >
        <MapGround view={view} tiles={tiles} onMissing={() => setMissing(true)} onBroken={() => setDrawn(true)} />
        <svg className="map-drawing" width={view.width} height={view.heightPx} aria-hidden="true">
          <MapNames view={view} points={spots} plain={!tiles} />
        </svg>
        {seen.map(cluster => (
          <Mark key={cluster.points[0]!.id} cluster={cluster} view={view} onOpen={() => open(cluster)} />
        ))}
        {together && <Together points={together} onClose={() => setTogether(undefined)} />}
        <MapFurniture view={view} onZoom={zoomBy} attribution={tiles?.attribution} />
        <span className="map-all">
          <IconButton icon={Maximize} size="small" label={['全部显示', 'Show all']} onPress={showAll} />
        </span>
      </div>
      <footer className="map-legend">
        {POINT_STATES.map(state => (
          <span key={state}>
            <i className="map-dot" data-state={state} />
            {translate(states[state])}
          </span>
        ))}
        {tiles && missing && <small>{translate(TILES_MISSING)}</small>}
        {drawn && (
          <small>
            {translate(['浏览器未启用 WebGL，显示简图', 'This browser has no WebGL: a plain drawing is shown'])}
          </small>
        )}
      </footer>
    </div>
  )
}
