/** Whether somebody is reading the rows of a list right now, so that none may move away under the pointer or the eye. */

/** A pointer that rests does not count: a list on a screen at a gate goes on by itself. */
const POINTER_MS = 3000

/** The keyboard's focus in a row, or on the way to the button that offers new rows. A search field keeps its focus for long. */
const FOCUSED = '.table-row:focus-visible, .table-row :focus-visible, .crud-page :is(a, button):focus-visible'

/** True for scrolled rows, a list with the keyboard's focus, and a pointer that just moved over rows. */
function isReadingSince(movedAt: number): boolean {
  const box = document.querySelector('.crud-page .table-scroll')
  const scrolled = box !== null && (box.scrollTop > 0 || box.getBoundingClientRect().top < 0)
  const focused = document.activeElement?.matches(FOCUSED) ?? false
  return scrolled || focused || performance.now() - movedAt < POINTER_MS
}

/** Watches the pointer until `end` is called. */
export function startReading(): { isReading: () => boolean; end: () => void } {
  let movedAt = -POINTER_MS
  const onMove = ({ target, timeStamp }: PointerEvent): void => {
    if (target instanceof Element && target.closest('.table-row')) movedAt = timeStamp
  }
  document.addEventListener('pointermove', onMove, { passive: true })
  return { isReading: () => isReadingSince(movedAt), end: () => document.removeEventListener('pointermove', onMove) }
}
