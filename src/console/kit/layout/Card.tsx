/** The one surface of a page: a hairline, a radius, and what it holds. */
import type { ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Card.css'

export type CardProps = {
  title?: Words
  note?: Words
  /** At the right of the title. */
  actions?: ReactNode
  children?: ReactNode
  /** Without padding: tables, lists, maps. */
  flush?: boolean
  /** Takes the height that is left, so that its table scrolls inside. */
  grow?: boolean
}

export const Card = ({ title, note, actions, children, flush, grow }: CardProps) => {
  const translate = useTranslate()
  return (
    <section className="card" data-grow={grow || undefined} aria-label={title ? translate(title) : undefined}>
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
