/** Reads a chart by pointer and arrow keys: the index that is read, and what the drawing must handle. */
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import './chartTip.css'

/** `indexAt`: the index at a distance in pixels from the left edge; undefined where there is none. */
export function useChartReading(count: number, indexAt: (leftPx: number) => number | undefined) {
  const [at, setAt] = useState<number>()
  const leave = (): void => setAt(undefined)
  return {
    at,
    reading: {
      tabIndex: 0,
      onPointerMove: (event: PointerEvent<SVGSVGElement>): void =>
        setAt(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left)),
      onPointerLeave: leave,
      onBlur: leave,
      onKeyDown: (event: KeyboardEvent): void => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (by === 0) return
        event.preventDefault()
        setAt(now => Math.max(0, Math.min(count - 1, (now ?? (by > 0 ? -1 : count)) + by)))
      },
    },
  }
}
