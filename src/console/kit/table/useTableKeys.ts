/** The keyboard shortcuts of a list: j and k move, Enter opens, e edits, x selects, Delete removes. */
import { useEffect, useRef, type RefObject } from 'react'
import { isTyping } from '#console/kit/isTyping.ts'

type Keys = {
  scroll: RefObject<HTMLElement | null>
  enabled: boolean
  count: number
  activeAt: number
  /** Scrolls to a row and focuses it. */
  focusRow: (at: number) => void
  onOpen: ((at: number) => void) | undefined
  onEdit: ((at: number) => void) | undefined
  onToggle: ((at: number) => void) | undefined
  onRemove: ((at: number) => void) | undefined
}

/** Of several tables the focused one handles keys, otherwise the first on the page. */
const listens = (own: HTMLElement, target: EventTarget | null): boolean => {
  const element = target instanceof Element ? target : document.body
  const home = own.closest('.drawer, .dialog')
  if (home ? !home.contains(element) : element.closest('.dialog, .popover')) return false
  const focused = element.closest('[data-table-keys]')
  return focused ? focused === own : document.querySelector('[data-table-keys]') === own
}

export const useTableKeys = (keys: Keys): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!keys.enabled) return
    const onKey = (event: KeyboardEvent): void => {
      const { scroll, count, activeAt, focusRow, onOpen, onEdit, onToggle, onRemove } = latest.current
      const { target } = event
      if (
        !scroll.current ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(target) ||
        !listens(scroll.current, target)
      )
        return
      const row = target instanceof Element ? target.closest<HTMLElement>('.table-row') : null
      const focusedAt = row && scroll.current.contains(row) ? Number(row.dataset.at) : -1
      const at = focusedAt >= 0 ? focusedAt : activeAt
      const onControl = target instanceof Element && target.closest('button, a, input, [role="tab"]') !== null
      const arrows = focusedAt >= 0 && !onControl
      const step =
        event.key === 'j' || (arrows && event.key === 'ArrowDown')
          ? 1
          : event.key === 'k' || (arrows && event.key === 'ArrowUp')
            ? -1
            : 0
      if (step !== 0 && count > 0) {
        event.preventDefault()
        const next = at < 0 ? 0 : Math.max(0, Math.min(count - 1, at + step))
        focusRow(next)
        // An open drawer shows the new row.
        if (activeAt >= 0 && next !== activeAt) onOpen?.(next)
        return
      }
      if (at < 0 || at >= count) return
      const act =
        event.key === 'Enter' && !onControl
          ? onOpen
          : event.key === 'e'
            ? onEdit
            : event.key === 'x'
              ? onToggle
              : event.key === 'Delete'
                ? onRemove
                : undefined
      if (!act) return
      event.preventDefault()
      act(at)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys.enabled])
}
