/**
 * Within a dialog: when it closes, the focus returns to where it was before it opened. The library does so too, but not
 * for a dialog that replaced another, because there the focus was in the one that is gone.
 */
import { useEffect, useState, type RefObject } from 'react'

const origins = new WeakMap<Element, Element>()

export const FocusReturn = ({ dialog }: { dialog: RefObject<HTMLElement | null> }) => {
  // Read while rendering, when a replaced dialog is still there.
  const [origin] = useState(() => {
    const at = document.activeElement
    const replaced = at?.closest('.dialog-inner')
    return (replaced && origins.get(replaced)) ?? at
  })
  useEffect(() => {
    if (dialog.current && origin) origins.set(dialog.current, origin)
    return () => {
      // After the library, which waits for one frame.
      const focus = (): void => {
        if (document.activeElement === document.body && origin instanceof HTMLElement && origin.isConnected)
          origin.focus()
      }
      requestAnimationFrame(() => requestAnimationFrame(focus))
    }
  }, [dialog, origin])
  return null
}
