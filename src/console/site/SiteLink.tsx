/** A link inside the site that does not reload the page; it may look like a button. */
import type { MouseEvent, ReactNode } from 'react'
import { goTo } from '#console/app/place.ts'

export type SiteLinkProps = { to: string; look?: 'primary' | 'plain' | 'link'; current?: boolean; children: ReactNode }

const follow = (event: MouseEvent<HTMLAnchorElement>, to: string): void => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  goTo(to)
  scrollTo({ top: 0 })
}

export const SiteLink = ({ to, look = 'link', current, children }: SiteLinkProps) => (
  <a
    href={to}
    className={`site-${look}`}
    aria-current={current ? 'page' : undefined}
    onClick={event => follow(event, to)}
  >
    {children}
  </a>
)
