/** The range of rows of a long list that is rendered, around the visible ones; lists up to a limit are rendered completely. */
import { useEffect, useState, type RefObject } from 'react'

export const renderAllUpTo = 200
const spare = 10

export type Windowing = { from: number; to: number; beforePx: number; afterPx: number }

export const useWindowing = (scroll: RefObject<HTMLElement | null>, count: number, rowPx: number): Windowing => {
  const [at, setAt] = useState({ from: 0, to: 60 })
  const virtual = count > renderAllUpTo
  useEffect(() => {
    const box = scroll.current
    if (!virtual || !box) return
    const measure = (): void => {
      const from = Math.max(0, Math.floor(box.scrollTop / rowPx) - spare)
      const to = Math.ceil((box.scrollTop + box.clientHeight) / rowPx) + spare
      // Changes of less than half of `spare` are ignored, so that most scroll events cause no render.
      setAt(old => (Math.abs(old.from - from) < spare / 2 && Math.abs(old.to - to) < spare / 2 ? old : { from, to }))
    }
    measure()
    box.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => {
      box.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [virtual, scroll, rowPx, count])
  if (!virtual) return { from: 0, to: count, beforePx: 0, afterPx: 0 }
  const to = Math.min(count, at.to)
  const from = Math.min(at.from, Math.max(0, to - 1))
  return { from, to, beforePx: from * rowPx, afterPx: (count - to) * rowPx }
}
