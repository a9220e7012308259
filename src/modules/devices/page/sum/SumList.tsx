/** A list below the charts: each line opens what it counts. */
import type { ReactNode } from 'react'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'

export interface Line {
  id: string
  href: string
  name: string
  note?: string
  value: ReactNode
  /** 0 … 1 */ share?: number
  tone?: 'bad' | 'warn' | 'ok'
}

export const SumList = ({
  title,
  window,
  lines,
  empty,
  span,
}: {
  title: Words
  window?: Words
  lines: readonly Line[] | undefined
  empty: Words
  /** Takes 3 of six columns, not 2. */
  span?: 3 | undefined
}) => {
  const translate = useTranslate()
  return (
    <section className="sum-cell" data-span={span} aria-label={translate(title)}>
      <header className="sum-head">
        <h2>{translate(title)}</h2>
        {window && <span>{translate(window)}</span>}
      </header>
      {lines?.length === 0 && <p className="sum-empty third">{translate(empty)}</p>}
      <ul className="sum-lines">
        {lines?.map(line => (
          <li key={line.id}>
            <a href={line.href} onClick={followLink}>
              <span className="sum-words">
                <b>{line.name}</b>
                {line.note !== undefined && <small>{line.note}</small>}
              </span>
              {line.share !== undefined && (
                <span className="sum-bar" data-tone={line.tone}>
                  <i style={{ width: `${Math.max(2, Math.min(100, line.share * 100))}%` }} />
                </span>
              )}
              <span className="sum-value">{line.value}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
