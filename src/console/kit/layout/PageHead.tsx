/** The title row of a page: its name once, its count, its acts. */
import type { ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './PageHead.css'

export type PageHeadProps = {
  title: Words
  /** 24 台 */ count?: Words
  /** Beside the count: a LiveDot, a Pill. */ aside?: ReactNode
  actions?: ReactNode
}

export const PageHead = ({ title, count, aside, actions }: PageHeadProps) => {
  const translate = useTranslate()
  return (
    <header className="page-head">
      <h1>{translate(title)}</h1>
      {count && <span className="page-head-count">{translate(count)}</span>}
      {aside}
      {actions && <div className="page-head-actions">{actions}</div>}
    </header>
  )
}
