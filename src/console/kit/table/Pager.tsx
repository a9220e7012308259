/** The pagination of a list: total, page size, pages, and a jump to a page. */
import { useState, type ReactNode } from 'react'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { table } from '#console/kit/defaults.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import './Pager.css'

export const { pageSizes, pageSize: defaultPageSize } = table

export type PagerProps = {
  /** Undefined if the page could not be loaded. */
  total: number | undefined
  /** There are more rows than `total`, which was not counted to its end. */
  more?: boolean
  /** Starts at 1. */
  page: number
  pageSize: number
  onChange: (page: number, pageSize: number) => void
  /** The number of rows that fit the window; `on` if the user chose it as the page size. */
  fitting?: { size: number; on: boolean; onChoose: (on: boolean) => void }
  /** The legend of the status glyphs, at the left. */
  legend?: ReactNode
}

const FIT = 'fit'

/** The pages to show, at most seven entries; 0 is a gap. */
export const pagesAround = (page: number, last: number): readonly number[] => {
  if (last <= 7) return Array.from({ length: last }, (_, at) => at + 1)
  if (page <= 4) return [1, 2, 3, 4, 5, 0, last]
  if (page >= last - 3) return [1, 0, last - 4, last - 3, last - 2, last - 1, last]
  return [1, 0, page - 1, page, page + 1, 0, last]
}

const counted = (total: number, more: boolean): string => `${total.toLocaleString('en-US')}${more ? '+' : ''}`

export const Pager = ({ total, more = false, page, pageSize, onChange, fitting, legend }: PagerProps) => {
  const translate = useTranslate()
  const [jump, setJump] = useState('')
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize)) + (more ? 1 : 0)
  const go = (to: number): void => {
    const next = Math.min(last, Math.max(1, to))
    if (next !== page) onChange(next, pageSize)
  }
  const leap = (): void => {
    if (/^\d+$/.test(jump)) go(Number(jump))
    setJump('')
  }
  return (
    <nav className="pager" aria-label={translate(['分页', 'Pages'])}>
      {legend && <div className="pager-legend">{legend}</div>}
      <span className="pager-total">
        {total !== undefined && translate([`共 ${counted(total, more)} 条`, `${counted(total, more)} in all`])}
      </span>
      <span className="pager-spring" />
      <span className="pager-size">
        <select
          aria-label={translate(['每页条数', 'Rows per page'])}
          value={fitting?.on && pageSize === fitting.size ? FIT : pageSize}
          // The first row of the current page is also on the new page.
          onChange={event => {
            const chosen = event.target.value
            fitting?.onChoose(chosen === FIT)
            const size = chosen === FIT ? fitting!.size : Number(chosen)
            onChange(Math.floor(((page - 1) * pageSize) / size) + 1, size)
          }}
        >
          {fitting && (
            <option value={FIT}>{translate([`自动 ${fitting.size} 条/页`, `Fit: ${fitting.size} / page`])}</option>
          )}
          {pageSizes.map(size => (
            <option key={size} value={size}>
              {translate([`${size} 条/页`, `${size} / page`])}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={12} />
      </span>
      <span className="pager-pages">
        <IconButton
          icon={ChevronLeft}
          size="small"
          label={['上一页', 'Previous page']}
          disabled={page <= 1}
          onPress={() => go(page - 1)}
        />
        {pagesAround(page, last).map((one, at) =>
          one === 0 ? (
            <span key={`gap ${at}`} className="pager-gap" aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={one}
              type="button"
              className="pager-page"
              aria-label={translate([`第 ${one} 页`, `Page ${one}`])}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => go(one)}
            >
              {one}
            </button>
          ),
        )}
        <span className="pager-short">{total === undefined ? page : `${page} / ${last}`}</span>
        <IconButton
          icon={ChevronRight}
          size="small"
          label={['下一页', 'Next page']}
          disabled={page >= last}
          onPress={() => go(page + 1)}
        />
      </span>
      <label className="pager-jump">
        {translate(['前往', 'Go to'])}
        <input
          value={jump}
          inputMode="numeric"
          aria-label={translate(['前往页码', 'Go to page'])}
          onChange={event => setJump(event.target.value.replace(/\D/g, ''))}
          onKeyDown={event => {
            if (event.key === 'Enter') leap()
          }}
          onBlur={leap}
        />
      </label>
    </nav>
  )
}
