/** The width and height of an element in px, for figures that are drawn at their actual size: a stretched SVG would stretch its labels. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

export function useWidth<E extends HTMLElement>(least: number, start: number): [RefObject<E | null>, number, number] {
  const box = useRef<E>(null)
  const [width, setWidth] = useState(start)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setWidth(Math.max(least, Math.floor(element.clientWidth)))
      setHeight(element.clientHeight)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [least])
  return [box, width, height]
}
