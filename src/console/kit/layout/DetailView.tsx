/** The details of a record as labels and values on a grid. */
import type { ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './DetailView.css'

export type Detail = {
  label: Words
  value: ReactNode
  /** The detail takes the whole width. */ wide?: boolean
  mono?: boolean
  /** It begins a row of the grid. */ first?: boolean
}
export type DetailViewProps = {
  items: readonly Detail[]
  columns?: 1 | 2 | 3
  title?: Words
  /** Labels are beside the values, not above them. */ beside?: boolean
}

const isNone = (value: ReactNode): boolean => value === null || value === undefined || value === ''

export const DetailView = ({ items, columns = 2, title, beside }: DetailViewProps) => {
  const translate = useTranslate()
  return (
    <section className="detail-view" aria-label={title ? translate(title) : undefined}>
      {title && <h3 className="detail-view-title">{translate(title)}</h3>}
      <dl data-columns={columns} data-beside={beside || undefined}>
        {items.map((item, at) => (
          <div key={at} data-wide={item.wide || undefined} data-first={item.first || undefined}>
            <dt>{translate(item.label)}</dt>
            <dd className={item.mono ? 'mono' : undefined}>
              {isNone(item.value) ? <span className="third">—</span> : item.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
