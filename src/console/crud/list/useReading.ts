/** Whether somebody is reading the rows of a list right now, so that none may move away under the pointer or the eye. */
import { useCallback, useEffect, useRef } from 'react'

/** A pointer that rests does not count: a list on a screen at a gate goes on by itself. */
const POINTER_MS = 3000

/** Scrolled rows, a row with the keyboard's focus, or a pointer that just moved over rows. */
export const useReading = (enabled: boolean): (() => boolean) => {
  const movedAt = useRef(-POINTER_MS)
  useEffect(() => {
    if (!enabled) return
    const onMove = ({ target, timeStamp }: PointerEvent): void => {
      if (target instanceof Element && target.closest('.table-row')) movedAt.current = timeStamp
    }
    document.addEventListener('pointermove', onMove, { passive: true })
    return () => document.removeEventListener('pointermove', onMove)
  }, [enabled])
  return useCallback(() => {
    const box = document.querySelector('.crud-page .table-scroll')
    const scrolled = box !== null && (box.scrollTop > 0 || box.getBoundingClientRect().top < 0)
    const focused = document.activeElement?.matches('.table-row:focus-visible, .table-row :focus-visible') ?? false
    return scrolled || focused || performance.now() - movedAt.current < POINTER_MS
  }, [])
}
