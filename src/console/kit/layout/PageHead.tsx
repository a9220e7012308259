/** The title row of a page: its title, its count, its actions. */
import { use, type ReactNode } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { ShownTitle } from '#console/kit/layout/ShownTitle.ts'
import './PageHead.css'

export type PageHeadProps = {
  title: Words
  /** The number of rows, such as 24 台. */ count?: Words
  /** Shown beside the count, such as a LiveDot or a Pill. */ aside?: ReactNode
  actions?: ReactNode
}

export const PageHead = ({ title, count, aside, actions }: PageHeadProps) => {
  const translate = useTranslate()
  const above = use(ShownTitle) === translate(title)
  return (
    <header className="page-head">
      <h1 data-above={above || undefined}>{translate(title)}</h1>
      {count && <span className="page-head-count">{translate(count)}</span>}
      {aside}
      {actions && <div className="page-head-actions">{actions}</div>}
    </header>
  )
}
