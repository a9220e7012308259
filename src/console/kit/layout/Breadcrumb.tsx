/** The breadcrumb; the last name is the page itself. */
import { Fragment } from 'react'
import { followLink } from '#console/kit/navigation.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Breadcrumb.css'

export type BreadcrumbProps = { items: readonly { label: Words; href?: string }[] }

export const Breadcrumb = ({ items }: BreadcrumbProps) => {
  const translate = useTranslate()
  return (
    <nav aria-label={translate(['位置', 'Breadcrumb'])} className="breadcrumb">
      <ol>
        {items.map((item, at) => (
          <Fragment key={at}>
            {at > 0 && (
              <li className="breadcrumb-slash" aria-hidden="true">
                /
              </li>
            )}
            <li className="breadcrumb-item">
              {at === items.length - 1 ? (
                <span aria-current="page">{translate(item.label)}</span>
              ) : item.href === undefined ? (
                <span>{translate(item.label)}</span>
              ) : (
                <a href={item.href} onClick={followLink}>
                  {translate(item.label)}
                </a>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
