/** A card: the surface of a page's content, with a hairline and rounded corners. */
import type { ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Card.css'

export type CardProps = {
  title?: Words
  note?: Words
  /** Shown at the right of the title. */
  actions?: ReactNode
  children?: ReactNode
  /** No padding, for tables, lists and maps. */
  flush?: boolean
  /** The card takes the remaining height, so that its table scrolls inside. */
  grow?: boolean
  /** For a form on a page: in large windows it is no wider than its lines can be read. */
  measured?: boolean
}

export const Card = ({ title, note, actions, children, flush, grow, measured }: CardProps) => {
  const translate = useTranslate()
  return (
    <section
      className="card"
      data-grow={grow || undefined}
      data-measured={measured || undefined}
      aria-label={title ? translate(title) : undefined}
    >
      {(title || actions) && (
        <header className="card-head">
          {title && <h2 className="card-title">{translate(title)}</h2>}
          {note && <span className="card-note">{translate(note)}</span>}
          {actions && <div className="card-actions">{actions}</div>}
        </header>
      )}
      <div className="card-body" data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}
