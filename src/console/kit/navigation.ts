/** The navigation of the kit's links: the app sets its router's function; until then the browser follows them. */
import type { MouseEvent } from 'react'

type Go = (href: string) => void

let go: Go = href => {
  location.assign(href)
}

export const setNavigation = (next: Go): void => {
  go = next
}
export const navigate = (href: string): void => go(href)

/** Handles a plain left click inside the app; the browser handles every other click. */
export const followLink = (event: MouseEvent<HTMLAnchorElement>): void => {
  const link = event.currentTarget
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  if ((link.target && link.target !== '_self') || link.hasAttribute('download') || link.origin !== location.origin)
    return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}
