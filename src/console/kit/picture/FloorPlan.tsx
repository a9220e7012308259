/**
 * A picture with things on it. Where they may be moved, they are dragged, or moved by arrow keys (with Shift in larger
 * steps); Delete takes one off. Places are percent of the picture, so that they hold at every size.
 */
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './FloorPlan.css'

export type PlanPoint = {
  id: string
  label: string
  /** Percent of the width and of the height. */ x: number
  y: number
  glyph: ReactNode
  /** The state in words. */ note?: string
  active?: boolean
}
export type FloorPlanProps = {
  label: Words
  src: string
  points: readonly PlanPoint[]
  onOpen?: (id: string) => void
  /** Without it nothing can be moved. */
  onMove?: (id: string, x: number, y: number) => void
  /** Takes a thing off the picture. */
  onTake?: (id: string) => void
}

const STEP = 1
const LARGE = 5
const held = (share: number): number => Math.round(Math.max(0, Math.min(100, share)) * 10) / 10
const BY: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export const FloorPlan = ({ label, src, points, onOpen, onMove, onTake }: FloorPlanProps) => {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  /** The thing that is being dragged, and where it is. */
  const [dragged, setDragged] = useState<{ id: string; x: number; y: number }>()
  /** The press that ends a drag opens nothing. */
  const moved = useRef(false)
  const placeOf = (event: PointerEvent): { x: number; y: number } => {
    const { left, top, width, height } = box.current!.getBoundingClientRect()
    return { x: held(((event.clientX - left) / width) * 100), y: held(((event.clientY - top) / height) * 100) }
  }
  const onKey =
    ({ id, x, y }: PlanPoint) =>
    (event: KeyboardEvent): void => {
      moved.current = false
      const by = BY[event.key]
      if (by && onMove) {
        event.preventDefault()
        const step = event.shiftKey ? LARGE : STEP
        onMove(id, held(x + by[0] * step), held(y + by[1] * step))
      } else if (onTake && (event.key === 'Delete' || event.key === 'Backspace')) {
        event.preventDefault()
        onTake(id)
      }
    }
  return (
    <div
      className="floor-plan"
      ref={box}
      role="group"
      aria-label={translate(label)}
      data-edited={onMove ? true : undefined}
    >
      <img src={src} alt={translate(label)} draggable={false} />
      {points.map(point => {
        const { x, y } = dragged?.id === point.id ? dragged : point
        return (
          <button
            key={point.id}
            type="button"
            className="floor-point"
            data-active={point.active || undefined}
            data-dragged={dragged?.id === point.id || undefined}
            style={{ left: `${x}%`, top: `${y}%` }}
            aria-label={[point.label, point.note].filter(Boolean).join('，')}
            onKeyDown={onKey(point)}
            onClick={() => !moved.current && onOpen?.(point.id)}
            {...(onMove
              ? {
                  onPointerDown: (event: PointerEvent<HTMLElement>) => {
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDragged({ id: point.id, x: point.x, y: point.y })
                    moved.current = false
                  },
                  onPointerMove: (event: PointerEvent) => {
                    if (dragged?.id !== point.id) return
                    moved.current = true
                    setDragged({ id: point.id, ...placeOf(event) })
                  },
                  onPointerUp: () => {
                    if (dragged && moved.current) onMove(point.id, dragged.x, dragged.y)
                    setDragged(undefined)
                  },
                  onPointerCancel: () => setDragged(undefined),
                }
              : {})}
          >
            {point.glyph}
            <span className="floor-label">{point.label}</span>
          </button>
        )
      })}
    </div>
  )
}
