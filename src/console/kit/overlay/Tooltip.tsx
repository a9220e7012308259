/**
 * The tooltip of the whole page: it appears for any element with `data-tip`, and for text that is cut off, after a short
 * hover or at keyboard focus.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Tooltip.css'

const delayMs = 400
/** Of text that is cut off; a message of a device has thousands. */
const MOST_LETTERS = 300

const isCut = (box: Element): boolean =>
  box.scrollWidth > box.clientWidth && getComputedStyle(box).textOverflow === 'ellipsis'
/** What is pressed, or read, as one: beside its text the pointer is still on it. */
const ONE = 'button, a, td, [role=option], [role=menuitem]'
/** The text that is cut off where the pointer is, or within the control that has the focus or is under the pointer. */
const cutAt = (target: HTMLElement, focused: boolean): HTMLElement | undefined => {
  let box: HTMLElement | null = target
  for (let up = 0; box && up < 3; up += 1, box = box.parentElement) if (isCut(box)) return box
  // The pointer also rests on whole pages, whose text may be cut anywhere.
  return focused || target.matches(ONE) ? [...target.querySelectorAll<HTMLElement>('.ellipsis')].find(isCut) : undefined
}

/** Adds a tooltip to content that is not a control of the kit. Its text must add to the label, not replace it. */
export const Tooltip = ({ tip, children }: { tip: Words; children: ReactNode }) => (
  <span className="tip-anchor" data-tip={useTranslate()(tip)}>
    {children}
  </span>
)

/** Rendered once at the root of the page. */
export const TipLayer = () => {
  const [target, setTarget] = useState<HTMLElement>()
  const tip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = (): void => {
      clearTimeout(timer)
      setTarget(undefined)
    }
    const find = (event: Event): HTMLElement | undefined =>
      event.target instanceof HTMLElement || event.target instanceof SVGElement
        ? (event.target.closest<HTMLElement>('[data-tip]:not([data-tip=""])') ??
          (event.target instanceof HTMLElement ? cutAt(event.target, event.type === 'focusin') : undefined))
        : undefined
    const show = (event: Event): void => {
      const found = find(event)
      clearTimeout(timer)
      if (!found) {
        setTarget(undefined)
        return
      }
      if (event.type === 'focusin') {
        if ((event.target as Element).matches(':focus-visible')) setTarget(found)
        return
      }
      if ((event as PointerEvent).pointerType !== 'touch') timer = setTimeout(() => setTarget(found), delayMs)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide()
    }
    const pairs: [string, (event: never) => void][] = [
      ['pointerover', show],
      ['focusin', show],
      ['focusout', hide],
      ['pointerdown', hide],
      ['keydown', onKey],
      ['scroll', hide],
    ]
    for (const [name, listener] of pairs) document.addEventListener(name, listener as EventListener, true)
    return () => {
      clearTimeout(timer)
      for (const [name, listener] of pairs) document.removeEventListener(name, listener as EventListener, true)
    }
  }, [])

  useEffect(() => {
    const box = tip.current
    if (!box || !target) return
    const at = target.getBoundingClientRect()
    const own = box.getBoundingClientRect()
    const below = at.top - own.height - 10 < 0
    box.style.left = `${Math.round(Math.max(8, Math.min(innerWidth - own.width - 8, at.left + at.width / 2 - own.width / 2)))}px`
    box.style.top = `${Math.round(below ? at.bottom + 6 : at.top - own.height - 6)}px`
    box.dataset.shown = ''
  }, [target])

  const words = target?.dataset.tip || target?.innerText.slice(0, MOST_LETTERS)
  if (!target?.isConnected || !words) return null
  return createPortal(
    <div className="tip" role="tooltip" ref={tip} data-react-aria-top-layer="true" key={words}>
      {words}
    </div>,
    document.body,
  )
}
