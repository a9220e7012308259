/** The number of filters that fit in one row with the buttons, so that the buttons never stand alone in a second row. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The narrowest a usual field may become, and the gap beside it: those of SearchForm.css. */
const fieldPx = 148
const gapPx = 8

/** `box` contains the visible fields, in order, a switch that is always visible, and the buttons. */
export const useFilterRoom = (box: RefObject<HTMLElement | null>, most: number): number => {
  const [room, setRoom] = useState(most)
  // Wide fields keep their measure while they are folded: forgetting it would show and hide them in turn.
  const measured = useRef<number[]>([])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => {
      const fields = [...element.querySelectorAll<HTMLElement>(':scope > .search-form-field:not([data-always])')]
      fields.forEach((field, at) => {
        measured.current[at] = getComputedStyle(field).flexGrow === '0' ? field.offsetWidth : fieldPx
      })
      const others = element.querySelectorAll<HTMLElement>(':scope > [data-always], :scope > .search-form-acts')
      let left = element.clientWidth - [...others].reduce((sum, one) => sum + one.offsetWidth + gapPx, 0) + gapPx
      let count = 0
      while (count < most && (left -= (measured.current[count] ?? fieldPx) + gapPx) >= 0) count++
      setRoom(Math.max(1, count))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [box, most])
  return room
}
