/** A map that is moved by dragging and zoomed by the wheel: its visible part, and what its element listens to. */
import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject, type WheelEvent } from 'react'
import { tilePx, toLngLat, toPixel, viewOf, type LngLat, type MapView } from './mercator.ts'

export const [LOWEST, HIGHEST] = [2, 18]
/** A pointer that moves further than this drags the map. */
const PRESS_PX = 4

export interface UsedMap {
  box: RefObject<HTMLDivElement | null>
  view: MapView
  show: (centre: LngLat, zoom: number) => void
  /** `about` stays where it is in the element; the middle where none is given. */
  zoomBy: (step: number, about?: LngLat) => void
  moveBy: (x: number, y: number) => void
  listeners: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onWheel: (event: WheelEvent<HTMLElement>) => void
  }
}
/** The size of the element in CSS pixels. */
function useSize(box: RefObject<HTMLDivElement | null>): { width: number; heightPx: number } {
  const [size, setSize] = useState({ width: 480, heightPx: 240 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void =>
      setSize({ width: Math.max(160, element.clientWidth), heightPx: Math.max(120, element.clientHeight) })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // The wheel zooms only a focused map and otherwise scrolls the page. React's wheel listeners are passive and could
    // not prevent that.
    const onWheel = (event: globalThis.WheelEvent): void => {
      if (document.activeElement === element) event.preventDefault()
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', onWheel)
    }
  }, [box])
  return size
}

/** `onPress` is called with the position of a press that did not drag. */
export function useMapView(start: { centre: LngLat; zoom: number }, onPress?: (at: LngLat) => void): UsedMap {
  const box = useRef<HTMLDivElement>(null)
  const { width, heightPx } = useSize(box)
  const [{ centre, zoom }, setShown] = useState(start)
  // Below this zoom the world would be less high than the element.
  const lowest = Math.max(LOWEST, Math.ceil(Math.log2(heightPx / tilePx)))
  const within = (wanted: number): number => Math.max(lowest, Math.min(HIGHEST, wanted))
  const view = viewOf(centre, within(zoom), width, heightPx)
  const show = (next: LngLat, nextZoom: number): void => {
    const shown = viewOf(next, within(nextZoom), width, heightPx)
    setShown({ centre: shown.centre, zoom: shown.zoom })
  }
  const moveBy = (x: number, y: number, from = view.centre): void => {
    const middle = toPixel(from, view.zoom)
    show(toLngLat({ x: middle.x + x, y: middle.y + y }, view.zoom), view.zoom)
  }
  const moves: Moves = { box, view, show, within, moveBy }
  return {
    ...{ box, view, show, moveBy },
    zoomBy: (step, about = view.centre) => zoomAbout(about, view.zoom + step, moves),
    listeners: { ...useDrag(moves, onPress), onWheel: event => zoomAt(event, moves) },
  }
}

interface Moves extends Pick<UsedMap, 'box' | 'view' | 'show'> {
  within: (zoom: number) => number
  moveBy: (x: number, y: number, from?: LngLat) => void
}
const positionAt = ({ box, view }: Moves, event: { clientX: number; clientY: number }): LngLat => {
  const place = box.current!.getBoundingClientRect()
  return toLngLat({ x: view.left + event.clientX - place.left, y: view.top + event.clientY - place.top }, view.zoom)
}

/** The position stays where it is in the element. */
function zoomAbout(about: LngLat, wanted: number, { view, show, within }: Moves): void {
  const next = within(wanted)
  if (next === view.zoom) return
  const [now, then] = [toPixel(about, view.zoom), toPixel(about, next)]
  const [x, y] = [now.x - view.left - view.width / 2, now.y - view.top - view.heightPx / 2]
  show(toLngLat({ x: then.x - x, y: then.y - y }, next), next)
}

function zoomAt(event: WheelEvent<HTMLElement>, moves: Moves): void {
  if (document.activeElement !== moves.box.current) return
  zoomAbout(positionAt(moves, event), moves.view.zoom + (event.deltaY < 0 ? 1 : -1), moves)
}

function useDrag(moves: Moves, onPress?: (at: LngLat) => void): Omit<UsedMap['listeners'], 'onWheel'> {
  const pull = useRef<{ x: number; y: number; from: LngLat; moved: boolean }>(undefined)
  return {
    onPointerDown(event) {
      if ((event.target as Element).closest('button, a')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pull.current = { x: event.clientX, y: event.clientY, from: moves.view.centre, moved: false }
    },
    onPointerMove(event) {
      const held = pull.current
      if (!held) return
      const [x, y] = [event.clientX - held.x, event.clientY - held.y]
      if (Math.hypot(x, y) > PRESS_PX) held.moved = true
      if (held.moved) moves.moveBy(-x, -y, held.from)
    },
    onPointerUp(event) {
      const held = pull.current
      pull.current = undefined
      if (held && !held.moved) onPress?.(positionAt(moves, event))
    },
  }
}
