/** A link inside the app or to another site; without `href` it is a button that looks like a link. */
import type { ReactNode } from 'react'
import { followLink } from '#console/kit/navigation.ts'
import './Link.css'

export type LinkProps = {
  children: ReactNode
  href?: string
  tone?: 'link' | 'bad' | 'quiet'
  external?: boolean
  onPress?: () => void
}

export const Link = ({ children, href, tone = 'link', external, onPress }: LinkProps) =>
  href === undefined ? (
    <button type="button" className="link" data-tone={tone} onClick={onPress}>
      {children}
    </button>
  ) : (
    <a
      className="link"
      data-tone={tone}
      href={href}
      target={external ? '_blank' : undefined}
      rel={external ? 'noopener noreferrer' : undefined}
      onClick={event => {
        onPress?.()
        followLink(event)
      }}
    >
      {children}
    </a>
  )
